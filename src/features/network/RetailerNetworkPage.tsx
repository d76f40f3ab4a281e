/** /retailerNetwork: the distributors who accepted this retailer. */
import * as links from "../../../domain/links";
import { Users } from "lucide-react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { StatusBadge } from "../../ui/StatusBadge";
import { Fact } from "../../ui/Fact";
import { DistributorInfoDialog } from "./DistributorInfoDialog";
import { Facts } from "./Facts";
import { cardAction, FormerNames, PartingButtons, PartyCard } from "./PartyCard";
import { PartingDialog, type Parting } from "./PartingDialog";
import { PartyPage } from "./PartyPage";
import type { RetailerConnection } from "./partyRows";
import { t } from "../../../domain/language/texts";

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
      <PartyPage
        title={t("Your Network")}
        role="distributor"
        action={<LinkButton to={links.DISTRIBUTORS}>{t("Find distributors")}</LinkButton>}
        list={list}
        loadingLabel={t("Loading your network...")}
        errorMessage={t("Failed to fetch accepted requests.")}
        empty={{
          icon: Users,
          title: t("No accepted network requests found."),
          hint: t("Connect with distributors: those who accept you appear here by themselves."),
          action: (
            <LinkButton variant="primary" to={links.DISTRIBUTORS}>
              {t("Find distributors")}
            </LinkButton>
          ),
        }}
        card={card}
      />
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

type ConnectionCardProps = {
  connection: RetailerConnection;
  arriving: boolean;
  onMoreInfo: (connection: RetailerConnection) => void;
  onPart: (parting: Parting) => void;
};

function ConnectionCard({ connection, arriving, onMoreInfo, onPart }: ConnectionCardProps) {
  const { distributorName: name, distributorEmail, distributorId: userId } = connection;
  return (
    <PartyCard
      userId={userId}
      name={name}
      imageUrl={connection.distributorImageUrl}
      subtitle={distributorEmail}
      arriving={arriving}
      notice={<FormerNames userId={userId} />}
      actions={
        <>
          <Button size="sm" className={cardAction} onClick={() => onMoreInfo(connection)}>
            {t("More Info")}
          </Button>
          <LinkButton size="sm" className={cardAction} to={links.khataWith(userId)}>
            {t("Khata")}
          </LinkButton>
          <LinkButton
            size="sm"
            variant="primary"
            className={cardAction}
            to={links.distributorProducts(distributorEmail)}
          >
            {t("All Products")}
          </LinkButton>
        </>
      }
    >
      <div className="flex items-center justify-between gap-2">
        <StatusBadge status={connection.status} />
        <PartingButtons
          name={name}
          endTitle={t("Disconnect")}
          endLabel={t("Disconnect {name}", { name })}
          onEnd={() => onPart({ name, how: { does: "leave", connectionId: connection._id } })}
          onBlock={() => onPart({ name, how: { does: "block", userId } })}
        />
      </div>
      <section aria-label={t("Retailer Info")} className="rounded-sm bg-sunken p-3">
        <h3 className="mb-1.5 text-xs font-medium text-muted">{t("Retailer Info")}</h3>
        <Facts>
          <Fact label={t("Name")}>{connection.userName}</Fact>
          <Fact label={t("Email")}>{connection.userEmail}</Fact>
          <Fact label={t("Since")}>
            <DateText date={connection.createdAt} />
          </Fact>
        </Facts>
      </section>
    </PartyCard>
  );
}
