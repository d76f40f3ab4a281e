/** A trader as a card: picture, name, business, details and actions. */
import { Ban, UserMinus } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { DateText } from "../../ui/DateText";

export type PartyCardProps = {
  name: string;
  imageUrl: string | null;
  /** Company, shop or e-mail. */
  subtitle: string;
  /** Stands at the right of the name: a status, a button. */
  aside?: ReactNode;
  /** Came while the page was open. */
  arriving?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
};

export function PartyCard(props: PartyCardProps) {
  const { name, imageUrl, subtitle, aside, arriving = false, children, actions } = props;
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="@container flex flex-col gap-3 p-4"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Avatar src={imageUrl} name={name} className="size-12" />
        <div className="min-w-24 flex-1">
          <h2 id={titleId} className="truncate text-base font-semibold" title={name}>
            {name}
          </h2>
          <p className="truncate text-sm text-muted" title={subtitle}>
            {subtitle}
          </p>
        </div>
        {aside}
      </div>
      {children}
      {actions !== undefined && <div className="mt-auto flex flex-wrap gap-2 pt-1">{actions}</div>}
    </Card>
  );
}

export type PartingButtonsProps = {
  name: string;
  endTitle: string;
  endLabel: string;
  /** Ends the connection. */
  onEnd: () => void;
  onBlock: () => void;
};

export function PartingButtons({ name, endTitle, endLabel, onEnd, onBlock }: PartingButtonsProps) {
  return (
    <span className="flex">
      <Button size="icon" variant="quiet" title={endTitle} onClick={onEnd}>
        <UserMinus aria-hidden />
        <span className="sr-only">{endLabel}</span>
      </Button>
      <Button size="icon" variant="quiet" title="Block" onClick={onBlock}>
        <Ban aria-hidden />
        <span className="sr-only">Block {name}</span>
      </Button>
    </span>
  );
}

/** The former names of the other side of a connection, so that a changed name on a known account is noticed. */
export function FormerNames({ userId }: { userId: string }) {
  const { value } = useLiveQuery(api.network.history, { userId });
  const names = value?.formerNames ?? [];
  if (names.length === 0) return null;
  return (
    <ul aria-label="Former names" className="text-sm text-caution">
      {names.map(({ name, business, at }) => (
        <li key={at}>
          Was called {name}
          {business !== "" && ` (${business})`} until <DateText date={at} />
        </li>
      ))}
    </ul>
  );
}
