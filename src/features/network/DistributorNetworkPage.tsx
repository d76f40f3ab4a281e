/** /mynetwork: the retailers whom this distributor accepted. */
import * as links from "../../../domain/links";
import { BookOpenText, Users } from "lucide-react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { LinkButton } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateText } from "../../ui/DateText";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { StatusBadge } from "../../ui/StatusBadge";
import { Fact } from "../../ui/Fact";
import { Facts, MailLink } from "./Facts";
import { FormerNames, PartingButtons, PartyCard } from "./PartyCard";
import { PartingDialog, type Parting } from "./PartingDialog";
import { PartyPage } from "./PartyPage";
import type { DistributorConnection } from "./partyRows";
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";
import { t } from "../../../domain/language/texts";

type Args = { connectionId: string };

function withoutConnection(store: OptimisticLocalStore, { connectionId }: Args) {
  for (const { args, value } of store.getAllQueries(api.network.ofDistributor)) {
    if (value === undefined) continue;
    const page = value.page.filter((connection) => connection._id !== connectionId);
    store.setQuery(api.network.ofDistributor, args, { ...value, page });
  }
}

/** Ends a connection. It leaves the list at the click, and returns only if the server refuses. */
function useRemoveConnection(): ServerAction<Args> {
  return useServerAction(useMutation(api.network.remove).withOptimisticUpdate(withoutConnection), {
    failure: t("Failed to reject the request."),
    success: t("Removed from your network."),
  });
}

export function DistributorNetworkPage() {
  const list = useLiveList(api.network.ofDistributor, {});
  const { run: remove, error } = useRemoveConnection();
  const [parting, setParting] = useState<Parting | null>(null);
  const [leaving, setLeaving] = useState<DistributorConnection | null>(null);
  const card = useCallback(
    (connection: DistributorConnection, isArriving: boolean) => (
      <ConnectionCard
        connection={connection}
        arriving={isArriving}
        onRemove={setLeaving}
        onPart={setParting}
      />
    ),
    [],
  );
  return (
    <>
      <PartyPage
        title={t("Your Network")}
        role="retailer"
        action={<LinkButton to={links.REQUESTS}>{t("Requests")}</LinkButton>}
        toolbar={error !== null && <ErrorNotice message={error} className="mb-4" />}
        list={list}
        loadingLabel={t("Loading your network...")}
        errorMessage={t("An error occurred while fetching accepted requests.")}
        empty={{
          icon: Users,
          title: t("No accepted network requests found."),
          hint: t("Retailers whose requests you accept appear here."),
          action: (
            <LinkButton variant="primary" to={links.REQUESTS}>
              {t("See requests")}
            </LinkButton>
          ),
        }}
        card={card}
      />
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

type ConnectionCardProps = {
  connection: DistributorConnection;
  arriving: boolean;
  onRemove: (connection: DistributorConnection) => void;
  onPart: (parting: Parting) => void;
};

function ConnectionCard({ connection, arriving, onRemove, onPart }: ConnectionCardProps) {
  const { userName: name, retailerId: userId } = connection;
  return (
    <PartyCard
      userId={userId}
      name={connection.userName}
      imageUrl={connection.retailerImageUrl}
      subtitle={t("with {distributor}", { distributor: connection.distributorName })}
      arriving={arriving}
      notice={<FormerNames userId={userId} />}
      actions={
        <LinkButton size="sm" className="flex-1" to={links.khataWith(userId)}>
          <BookOpenText aria-hidden />
          {t("Khata")}
        </LinkButton>
      }
    >
      <div className="flex items-center justify-between gap-2">
        <StatusBadge status={connection.status} />
        <PartingButtons
          name={name}
          endTitle={t("Remove from network")}
          endLabel={t("Remove from network")}
          onEnd={() => onRemove(connection)}
          onBlock={() => onPart({ name, how: { does: "block", userId } })}
        />
      </div>
      <Facts>
        <Fact label={t("Your Email")}>{connection.distributorEmail}</Fact>
        <Fact label={t("Retailer Name")}>{connection.userName}</Fact>
        <Fact label={t("Retailer Email")}>
          <MailLink email={connection.userEmail} />
        </Fact>
        <Fact label={t("Connected Since")}>
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
      onClose={onClose}
      title={t("Remove from network")}
      description={t("{retailer} leaves your network. Your orders and invoices with them stay.", {
        retailer,
      })}
      confirmLabel={t("Remove retailer")}
      danger
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
