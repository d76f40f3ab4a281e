/** /retailerslist: all retailers, for distributors. */
import { Info, Phone, Store } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { Button, LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { useArrivals } from "../../ui/useArrivals";
import { PartingDialog, type Parting } from "./PartingDialog";
import { PartyCard } from "./PartyCard";
import { partyGrid } from "./partyGrid";
import { PartySkeleton } from "./PartySkeleton";
import type { RetailerRow } from "./partyRows";
import { ContactDetailsDialog, RetailerInfoDialog } from "./RetailerDialogs";

type Opened = { readonly dialog: "info" | "contact"; readonly retailer: RetailerRow };

export function RetailersPage() {
  const list = useLiveList(api.users.retailers, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const [parting, setParting] = useState<Parting | null>(null);
  const arrivals = useArrivals(list);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader title="Retailers" />
      <ArrivalsBanner arrivals={arrivals} words={{ one: "retailer", many: "retailers" }} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<PartySkeleton label="Loading retailers..." />}
        errorMessage="An error occurred while fetching retailers."
        empty={
          <EmptyState
            icon={Store}
            title="No retailers found."
            hint="A retailer appears here as soon as one signs up."
            action={<LinkButton to="/requests">See requests</LinkButton>}
          />
        }
      >
        {(retailers) => (
          <CardGrid className={partyGrid} rows={retailers} isNew={arrivals.isNew}>
            {(retailer, isArriving) => (
              <RetailerCard
                retailer={retailer}
                arriving={isArriving}
                onOpen={(dialog) => setOpened({ dialog, retailer })}
              />
            )}
          </CardGrid>
        )}
      </LiveList>
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
  onOpen: (dialog: Opened["dialog"]) => void;
};

function RetailerCard({ retailer, arriving, onOpen }: RetailerCardProps) {
  return (
    <PartyCard
      name={retailer.name}
      imageUrl={retailer.imageUrl}
      subtitle={retailer.shopName}
      arriving={arriving}
      actions={
        <>
          <Button size="sm" className="flex-1" onClick={() => onOpen("info")}>
            <Info aria-hidden />
            More Info
          </Button>
          <Button size="sm" className="flex-1" onClick={() => onOpen("contact")}>
            <Phone aria-hidden />
            Contact Details
          </Button>
        </>
      }
    />
  );
}
