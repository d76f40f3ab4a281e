/** /distributorslist: all distributors, for retailers to connect with. */
import * as links from "../../../domain/links";
import { Truck } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { DistributorCard } from "./DistributorCard";
import { PartySkeleton, partyGrid } from "./PartySkeleton";
import type { DistributorRow } from "./partyRows";
import { useConnect } from "./useConnect";

export function DistributorsPage() {
  const list = useLiveList(api.users.distributors, {});
  const connect = useConnect();
  const card = useCallback(
    (distributor: DistributorRow, isArriving: boolean) => (
      <DistributorCard distributor={distributor} arriving={isArriving} onConnect={connect} />
    ),
    [connect],
  );
  return (
    <ListPage
      title="Distributors"
      rowWords={{ one: "distributor", many: "distributors" }}
      list={list}
      skeleton={<PartySkeleton label="Loading distributors..." />}
      errorMessage="An error occurred while fetching distributors."
      empty={
        <EmptyState
          icon={Truck}
          title="No distributors found."
          hint="A distributor appears here as soon as one signs up."
          action={<LinkButton to={links.CATALOGUE}>See all products</LinkButton>}
        />
      }
    >
      {(distributors, isNew) => (
        <CardGrid className={partyGrid} rows={distributors} isNew={isNew} card={card} />
      )}
    </ListPage>
  );
}
