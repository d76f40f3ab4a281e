/** /retailerslist: all retailers, for distributors. */
import * as links from "../../../domain/links";
import { Info, Phone, Store } from "lucide-react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { PartingDialog, type Parting } from "./PartingDialog";
import { cardAction, PartyCard } from "./PartyCard";
import { PartyPage } from "./PartyPage";
import type { RetailerRow } from "./partyRows";
import { ContactDetailsDialog, RetailerInfoDialog } from "./RetailerDialogs";
import { t } from "../../../domain/language/texts";

type Opened = { readonly dialog: "info" | "contact"; readonly retailer: RetailerRow };

export function RetailersPage() {
  const list = useLiveList(api.users.retailers, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const [parting, setParting] = useState<Parting | null>(null);
  const close = () => setOpened(null);
  const card = useCallback(
    (retailer: RetailerRow, isArriving: boolean) => (
      <RetailerCard retailer={retailer} arriving={isArriving} onOpen={setOpened} />
    ),
    [],
  );
  return (
    <>
      <PartyPage
        title={t("Retailers")}
        role="retailer"
        list={list}
        loadingLabel={t("Loading retailers...")}
        errorMessage={t("An error occurred while fetching retailers.")}
        empty={{
          icon: Store,
          title: t("No retailers found."),
          hint: t("A retailer appears here as soon as one signs up."),
          action: <LinkButton to={links.REQUESTS}>{t("See requests")}</LinkButton>,
        }}
        card={card}
      />
      {opened?.dialog === "info" && (
        <RetailerInfoDialog
          retailer={opened.retailer}
          onClose={close}
          onBlock={() => {
            const { name, _id: userId } = opened.retailer;
            close();
            setParting({ name, how: { does: "block", userId } });
          }}
        />
      )}
      {parting !== null && <PartingDialog parting={parting} onClose={() => setParting(null)} />}
      {opened?.dialog === "contact" && (
        <ContactDetailsDialog retailer={opened.retailer} onClose={close} />
      )}
    </>
  );
}

type RetailerCardProps = {
  retailer: RetailerRow;
  arriving: boolean;
  onOpen: (opened: Opened) => void;
};

function RetailerCard({ retailer, arriving, onOpen }: RetailerCardProps) {
  return (
    <PartyCard
      userId={retailer._id}
      name={retailer.name}
      imageUrl={retailer.imageUrl}
      subtitle={retailer.shopName}
      arriving={arriving}
      actions={
        <>
          <Button
            size="sm"
            className={cardAction}
            onClick={() => onOpen({ dialog: "info", retailer })}
          >
            <Info aria-hidden />
            {t("More Info")}
          </Button>
          <Button
            size="sm"
            className={cardAction}
            onClick={() => onOpen({ dialog: "contact", retailer })}
          >
            <Phone aria-hidden />
            {t("Contact Details")}
          </Button>
        </>
      }
    />
  );
}
