/** /retailerNetwork: the distributors who accepted this retailer. */
import * as links from "../../../domain/links";
import { Ban, Info, UserMinus, Users } from "lucide-react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { Button, LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { StatusBadge } from "../../ui/StatusBadge";
import { Fact } from "../../ui/Fact";
import { DistributorInfoDialog } from "./DistributorInfoDialog";
import { Facts } from "./Facts";
import { FormerNames, PartyCard } from "./PartyCard";
import { PartingDialog, type Parting } from "./PartingDialog";
import { partyGrid, PartySkeleton } from "./PartySkeleton";
import type { RetailerConnection } from "./partyRows";

export function RetailerNetworkPage() {
  const list = useLiveList(api.network.ofRetailer, {});
  const [opened, setOpened] = useState<RetailerConnection | null>(null);
  const [parting, setParting] = useState<Parting | null>(null);
  const card = useCallback(
    (connection: RetailerConnection, isArriving: boolean) => (
      <ConnectionCard
        connection={connection}
        arriving={isArriving}
        onMoreInfo={setOpened}
        onPart={setParting}
      />
    ),
    [],
  );
  return (
    <>
      <ListPage
        title="Your Network"
        action={<LinkButton to={links.DISTRIBUTORS}>Find distributors</LinkButton>}
        rowWords={{ one: "distributor", many: "distributors" }}
        list={list}
        skeleton={<PartySkeleton label="Loading your network..." />}
        errorMessage="Failed to fetch accepted requests."
        empty={<NobodyYet />}
      >
        {(connections, isNew) => (
          <CardGrid className={partyGrid} rows={connections} isNew={isNew} card={card} />
        )}
      </ListPage>
      {parting !== null && <PartingDialog parting={parting} onClose={() => setParting(null)} />}
      {opened !== null && (
        <DistributorInfoDialog
          name={opened.distributorName}
          email={opened.distributorEmail}
          onClose={() => setOpened(null)}
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
      hint="Connect with distributors: those who accept you appear here by themselves."
      action={
        <LinkButton variant="primary" to={links.DISTRIBUTORS}>
          Find distributors
        </LinkButton>
      }
    />
  );
}

type ConnectionCardProps = {
  connection: RetailerConnection;
  arriving: boolean;
  onMoreInfo: (connection: RetailerConnection) => void;
  onPart: (parting: Parting) => void;
};

function ConnectionCard({ connection, arriving, onMoreInfo, onPart }: ConnectionCardProps) {
  const { distributorName, distributorEmail, distributorImageUrl } = connection;
  return (
    <PartyCard
      name={distributorName}
      imageUrl={distributorImageUrl}
      subtitle={distributorEmail}
      arriving={arriving}
      aside={<ConnectionAside connection={connection} onPart={onPart} />}
      actions={
        <>
          <Button size="sm" className="flex-1" onClick={() => onMoreInfo(connection)}>
            <Info aria-hidden />
            More Info
          </Button>
          <LinkButton size="sm" to={links.khataWith(connection.distributorId)}>
            Khata
          </LinkButton>
          <LinkButton
            size="sm"
            variant="primary"
            className="flex-1"
            to={links.distributorProducts(distributorEmail)}
          >
            All Products
          </LinkButton>
        </>
      }
    >
      <FormerNames userId={connection.distributorId} />
      <section aria-label="Retailer Info" className="rounded-sm bg-sunken p-3">
        <h3 className="mb-1.5 text-xs font-medium text-muted">Retailer Info</h3>
        <Facts>
          <Fact label="Name">{connection.userName}</Fact>
          <Fact label="Email">{connection.userEmail}</Fact>
          <Fact label="Since">
            <DateText date={connection.createdAt} />
          </Fact>
        </Facts>
      </section>
    </PartyCard>
  );
}

type ConnectionAsideProps = Pick<ConnectionCardProps, "connection" | "onPart">;

function ConnectionAside({ connection, onPart }: ConnectionAsideProps) {
  const { _id: connectionId, distributorId: userId, distributorName: name, status } = connection;
  return (
    <div className="flex flex-col items-end gap-1">
      <StatusBadge status={status} />
      <span className="flex">
        <Button
          size="icon"
          variant="quiet"
          title="Disconnect"
          onClick={() => onPart({ name, how: { does: "leave", connectionId } })}
        >
          <UserMinus aria-hidden />
          <span className="sr-only">Disconnect {name}</span>
        </Button>
        <Button
          size="icon"
          variant="quiet"
          title="Block"
          onClick={() => onPart({ name, how: { does: "block", userId } })}
        >
          <Ban aria-hidden />
          <span className="sr-only">Block {name}</span>
        </Button>
      </span>
    </div>
  );
}
