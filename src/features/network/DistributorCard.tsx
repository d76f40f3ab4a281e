/** A distributor as retailers find it, with Message and Connect. */
import * as links from "../../../domain/links";
import { MessageCircle } from "lucide-react";
import { LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Fact } from "../../ui/Fact";
import { ConnectButton } from "./ConnectButton";
import { Facts, MailLink, PhoneLink } from "./Facts";
import { cardAction, PartyCard } from "./PartyCard";
import type { DistributorRow } from "./partyRows";
import { t } from "../../../domain/language/texts";

export type DistributorCardProps = {
  distributor: DistributorRow;
  arriving: boolean;
  onConnect: (distributor: DistributorRow) => void;
};

export function DistributorCard({ distributor, arriving, onConnect }: DistributorCardProps) {
  const { name, companyName, email, phone, imageUrl, createdAt } = distributor;
  return (
    <PartyCard
      userId={distributor._id}
      name={name}
      imageUrl={imageUrl}
      subtitle={companyName}
      arriving={arriving}
      actions={
        <>
          <LinkButton size="sm" className={cardAction} to={links.chatWith(email)}>
            <MessageCircle aria-hidden />
            {t("Message")}
          </LinkButton>
          <ConnectButton distributor={distributor} onConnect={onConnect} className={cardAction} />
        </>
      }
    >
      <Facts>
        <Fact label={t("Email")}>
          <MailLink email={email} />
        </Fact>
        <Fact label={t("Phone")}>
          <PhoneLink phone={phone} />
        </Fact>
        <Fact label={t("Joined")}>
          <DateText date={createdAt} />
        </Fact>
      </Facts>
    </PartyCard>
  );
}
