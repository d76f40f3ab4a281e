/** /distributorslist: all distributors, for retailers to connect with. */
import { Truck } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { useArrivals } from "../../ui/useArrivals";
import { DistributorCard } from "./DistributorCard";
import { PartySkeleton } from "./PartySkeleton";
import { partyGrid } from "./partyGrid";
import { useConnect } from "./useConnect";

export function DistributorsPage() {
  const list = useLiveList(api.users.distributors, {});
  const connect = useConnect();
  const arrivals = useArrivals(list);
  return (
    <>
      <PageHeader title="Distributors" />
      <ArrivalsBanner arrivals={arrivals} words={{ one: "distributor", many: "distributors" }} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<PartySkeleton label="Loading distributors..." />}
        errorMessage="An error occurred while fetching distributors."
        empty={
          <EmptyState
            icon={Truck}
            title="No distributors found."
            hint="A distributor appears here as soon as one signs up."
            action={<LinkButton to="/productlistall">See all products</LinkButton>}
          />
        }
      >
        {(distributors) => (
          <CardGrid className={partyGrid} rows={distributors} isNew={arrivals.isNew}>
            {(distributor, isArriving) => (
              <DistributorCard
                distributor={distributor}
                arriving={isArriving}
                onConnect={() => connect(distributor)}
              />
            )}
          </CardGrid>
        )}
      </LiveList>
    </>
  );
}
