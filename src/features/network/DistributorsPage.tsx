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
import { t } from "../../../domain/language/texts";

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
      title={t("Distributors")}
      role="distributor"
      list={list}
      loadingLabel={t("Loading distributors...")}
      errorMessage={t("An error occurred while fetching distributors.")}
      empty={{
        icon: Truck,
        title: t("No distributors found."),
        hint: t("A distributor appears here as soon as one signs up."),
        action: <LinkButton to={links.CATALOGUE}>{t("See all products")}</LinkButton>,
      }}
      card={card}
    />
  );
}
