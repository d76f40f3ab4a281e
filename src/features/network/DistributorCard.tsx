/** A distributor as retailers find it, with Message and Connect. */
import * as links from "../../../domain/links";
import { Check, Clock, MessageCircle, UserPlus } from "lucide-react";
import { cx } from "../../lib/cx";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Fact } from "../../ui/Fact";
import { connectLabel, mayConnect, type ConnectLabel } from "./useConnect";
import { Facts, MailLink, PhoneLink } from "./Facts";
import { cardAction, PartyCard } from "./PartyCard";
import type { DistributorRow } from "./partyRows";

const CONNECT_ICONS = { Connect: UserPlus, Requested: Clock, Connected: Check } as const;

export type DistributorCardProps = {
  distributor: DistributorRow;
  arriving: boolean;
  onConnect: (distributor: DistributorRow) => void;
};

export function DistributorCard({ distributor, arriving, onConnect }: DistributorCardProps) {
  const { name, companyName, email, phone, imageUrl, createdAt, connection } = distributor;
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
            Message
          </LinkButton>
          <ConnectButton
            label={connectLabel(connection)}
            onClick={mayConnect(connection) ? () => onConnect(distributor) : undefined}
          />
        </>
      }
    >
      <Facts>
        <Fact label="Email">
          <MailLink email={email} />
        </Fact>
        <Fact label="Phone">
          <PhoneLink phone={phone} />
        </Fact>
        <Fact label="Joined">
          <DateText date={createdAt} />
        </Fact>
      </Facts>
    </PartyCard>
  );
}

type ConnectButtonProps = { label: ConnectLabel; onClick: (() => void) | undefined };

function ConnectButton({ label, onClick }: ConnectButtonProps) {
  const Icon = CONNECT_ICONS[label];
  const open = onClick !== undefined;
  return (
    <Button
      size="sm"
      // A state to read, not a dimmed button.
      className={cx(cardAction, !open && "text-muted aria-disabled:opacity-100")}
      variant={open ? "primary" : "secondary"}
      // Not `disabled`: the button that was just pressed keeps the focus.
      aria-disabled={!open || undefined}
      onClick={onClick}
    >
      <Icon aria-hidden />
      {label}
    </Button>
  );
}
