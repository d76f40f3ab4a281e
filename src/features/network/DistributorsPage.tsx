/** /distributorslist: all distributors, for retailers to connect with. */
import * as links from "../../../domain/links";
import { Truck } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { LinkButton } from "../../ui/Button";
import { DistributorCard } from "./DistributorCard";
import { PartyPage } from "./PartyPage";
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
    <PartyPage
      title="Distributors"
      role="distributor"
      list={list}
      loadingLabel="Loading distributors..."
      errorMessage="An error occurred while fetching distributors."
      empty={{
        icon: Truck,
        title: "No distributors found.",
        hint: "A distributor appears here as soon as one signs up.",
        action: <LinkButton to={links.CATALOGUE}>See all products</LinkButton>,
      }}
      card={card}
    />
  );
}
