/** /mynetwork: the retailers whom this distributor accepted. */
import { Ban, UserMinus, Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { Button, LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { StatusBadge } from "../../ui/StatusBadge";
import { useArrivals } from "../../ui/useArrivals";
import { Fact, Facts, MailLink } from "./Facts";
import { FormerNames } from "./FormerNames";
import { PartingDialog, type Parting } from "./PartingDialog";
import { PartyCard } from "./PartyCard";
import { partyGrid } from "./partyGrid";
import { PartySkeleton } from "./PartySkeleton";
import type { DistributorConnection } from "./partyRows";
import { useRemoveConnection } from "./useRemoveConnection";

export function DistributorNetworkPage() {
  const list = useLiveList(api.network.ofDistributor, {});
  const arrivals = useArrivals(list);
  const { run: remove, error } = useRemoveConnection();
  const [parting, setParting] = useState<Parting | null>(null);
  const [leaving, setLeaving] = useState<DistributorConnection | null>(null);
  return (
    <>
      <PageHeader title="Your Network" action={<LinkButton to="/requests">Requests</LinkButton>} />
      {error !== null && <ErrorNotice message={error} className="mb-4" />}
      <ArrivalsBanner arrivals={arrivals} words={{ one: "retailer", many: "retailers" }} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<PartySkeleton label="Loading your network..." />}
        errorMessage="An error occurred while fetching accepted requests."
        empty={<NobodyYet />}
      >
        {(connections) => (
          <CardGrid className={partyGrid} rows={connections} isNew={arrivals.isNew}>
            {(connection, isArriving) => (
              <ConnectionCard
                connection={connection}
                arriving={isArriving}
                onRemove={() => setLeaving(connection)}
                onBlock={() =>
                  setParting({
                    name: connection.userName,
                    how: { does: "block", userId: connection.retailerId },
                  })
                }
              />
            )}
          </CardGrid>
        )}
      </LiveList>
      {parting !== null && <PartingDialog parting={parting} onClose={() => setParting(null)} />}
      {leaving !== null && (
        <RemoveDialog
          retailer={leaving.userName}
          onClose={() => setLeaving(null)}
          onConfirm={() => void remove({ connectionId: leaving._id })}
        />
      )}
    </>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      icon={Users}
      title="No accepted network requests found."
      hint="Retailers whose requests you accept appear here."
      action={
        <LinkButton variant="primary" to="/requests">
          See requests
        </LinkButton>
      }
    />
  );
}

type ConnectionCardProps = {
  connection: DistributorConnection;
  arriving: boolean;
  onRemove: () => void;
  onBlock: () => void;
};

function ConnectionCard({ connection, arriving, onRemove, onBlock }: ConnectionCardProps) {
  return (
    <PartyCard
      name={connection.userName}
      imageUrl={connection.retailerImageUrl}
      subtitle={`with ${connection.distributorName}`}
      arriving={arriving}
      aside={
        <span className="flex">
          <Button size="icon" variant="quiet" title="Remove from network" onClick={onRemove}>
            <UserMinus aria-hidden />
            <span className="sr-only">Remove from network</span>
          </Button>
          <Button size="icon" variant="quiet" title="Block" onClick={onBlock}>
            <Ban aria-hidden />
            <span className="sr-only">Block {connection.userName}</span>
          </Button>
        </span>
      }
    >
      <StatusBadge status={connection.status} />
      <FormerNames userId={connection.retailerId} />
      <Facts>
        <Fact label="Your Email">{connection.distributorEmail}</Fact>
        <Fact label="Retailer Name">{connection.userName}</Fact>
        <Fact label="Retailer Email">
          <MailLink email={connection.userEmail} />
        </Fact>
        <Fact label="Connected Since">
          <DateText date={connection.createdAt} />
        </Fact>
      </Facts>
    </PartyCard>
  );
}

type RemoveDialogProps = { retailer: string; onClose: () => void; onConfirm: () => void };

function RemoveDialog({ retailer, onClose, onConfirm }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Remove from network"
      description={`${retailer} leaves your network. Your orders and invoices with them stay.`}
      confirmLabel="Remove retailer"
      danger
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
