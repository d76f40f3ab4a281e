/** /retailerslist: all retailers, for distributors (spec §2.4). */
import { Info, Phone, Store } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { PartyCard } from "./PartyCard";
import { partyGrid } from "./partyGrid";
import { PartySkeleton } from "./PartySkeleton";
import type { RetailerRow } from "./partyRows";
import { ContactDetailsDialog, RetailerInfoDialog } from "./RetailerDialogs";
import { useArriving } from "./useArriving";

type Opened = { readonly dialog: "info" | "contact"; readonly retailer: RetailerRow };

export function RetailersPage() {
  const list = useLiveList(api.users.retailers, {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const isArriving = useArriving();
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader title="Retailers" />
      <LiveList
        list={list}
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
          <div className={partyGrid}>
            {retailers.map((retailer) => (
              <RetailerCard
                key={retailer._id}
                retailer={retailer}
                arriving={isArriving(retailer)}
                onOpen={(dialog) => setOpened({ dialog, retailer })}
              />
            ))}
          </div>
        )}
      </LiveList>
      {opened?.dialog === "info" && (
        <RetailerInfoDialog retailer={opened.retailer} onClose={close} />
      )}
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
