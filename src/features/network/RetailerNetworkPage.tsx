/** /retailerNetwork: the distributors who accepted this retailer (spec §2.5). */
import { Info, Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { StatusBadge } from "../../ui/StatusBadge";
import { DistributorInfoDialog } from "./DistributorInfoDialog";
import { Fact, Facts } from "./Facts";
import { PartyCard } from "./PartyCard";
import { partyGrid } from "./partyGrid";
import { PartySkeleton } from "./PartySkeleton";
import type { RetailerConnection } from "./partyRows";

export function RetailerNetworkPage() {
  const list = useLiveList(api.network.ofRetailer, {});
  const [opened, setOpened] = useState<RetailerConnection | null>(null);
  return (
    <>
      <PageHeader
        title="Your Network"
        action={<LinkButton to="/distributorslist">Find distributors</LinkButton>}
      />
      <LiveList
        list={list}
        skeleton={<PartySkeleton label="Loading your network..." />}
        errorMessage="Failed to fetch accepted requests."
        empty={<NobodyYet />}
      >
        {(connections) => (
          <div className={partyGrid}>
            {connections.map((connection) => (
              <ConnectionCard
                key={connection._id}
                connection={connection}
                onMoreInfo={() => setOpened(connection)}
              />
            ))}
          </div>
        )}
      </LiveList>
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
        <LinkButton variant="primary" to="/distributorslist">
          Find distributors
        </LinkButton>
      }
    />
  );
}

type ConnectionCardProps = { connection: RetailerConnection; onMoreInfo: () => void };

function ConnectionCard({ connection, onMoreInfo }: ConnectionCardProps) {
  const { distributorName, distributorEmail, distributorImageUrl, status } = connection;
  return (
    <PartyCard
      name={distributorName}
      imageUrl={distributorImageUrl}
      subtitle={distributorEmail}
      aside={<StatusBadge status={status} />}
      actions={
        <>
          <Button size="sm" className="flex-1" onClick={onMoreInfo}>
            <Info aria-hidden />
            More Info
          </Button>
          <LinkButton
            size="sm"
            variant="primary"
            className="flex-1"
            to={`/distributor-products/${encodeURIComponent(distributorEmail)}`}
          >
            All Products
          </LinkButton>
        </>
      }
    >
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
