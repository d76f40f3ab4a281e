/** /distributorslist: all distributors, for retailers to connect with (spec §2.5). */
import { Truck } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { DistributorCard } from "./DistributorCard";
import { PartySkeleton } from "./PartySkeleton";
import { partyGrid } from "./partyGrid";
import { useArriving } from "./useArriving";
import { useConnect } from "./useConnect";

export function DistributorsPage() {
  const list = useLiveList(api.users.distributors, {});
  const connect = useConnect();
  const isArriving = useArriving();
  return (
    <>
      <PageHeader title="Distributors" />
      <LiveList
        list={list}
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
          <div className={partyGrid}>
            {distributors.map((distributor) => (
              <DistributorCard
                key={distributor._id}
                distributor={distributor}
                arriving={isArriving(distributor)}
                onConnect={() => void connect(distributor._id)}
              />
            ))}
          </div>
        )}
      </LiveList>
    </>
  );
}
