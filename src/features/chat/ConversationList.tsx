/** The list of conversations: partner, last message with its time, and unread count. Each is a link, so that the keyboard and Back work. */
import * as links from "../../../domain/links";
import { CircleAlert, Clock, MessageCircle } from "lucide-react";
import { Link } from "react-router-dom";
import type { Role } from "../../../domain/roles";
import { refusalOf } from "../../live/convexError";
import { cx } from "../../lib/cx";
import { useNow } from "../../lib/useNow";
import { Avatar } from "../../ui/Avatar";
import { LinkButton } from "../../ui/Button";
import { Count } from "../../ui/Count";
import { EmptyState } from "../../ui/EmptyState";
import { ContentToCome } from "../../ui/ContentToCome";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import type { ListedRow } from "./listedRows";
import { whenLabel } from "../../lib/days";
import type { Conversations } from "./useConversations";
import { useWhenSeen } from "./useWhenSeen";
import { t } from "../../../domain/language/texts";

export type ConversationListProps = {
  role: Role;
  list: Conversations;
  /** Those that are connected, as they are listed. */
  connected: readonly ListedRow[];
  /** The e-mail of the open conversation's partner. */
  selected: string | null;
  /** The address of a conversation. */
  addressOf: (email: string) => string;
  onChoose: () => void;
};

/** Returns the text for a refusal, or for a failure without one. */
function failureText(error: Error): string {
  return refusalOf(error) === null ? t("Failed to load users") : t("Failed to fetch users");
}

export function ConversationList({
  role,
  list,
  connected,
  selected,
  addressOf,
  onChoose,
}: ConversationListProps) {
  const endSeen = useWhenSeen(list.canLoadMore, list.loadMore);
  const isEmpty = list.connected.length === 0 && list.ended.length === 0;
  const rows = { selected, addressOf, onChoose };
  return (
    <>
      {list.failure !== null && (
        <ErrorNotice
          message={failureText(list.failure.error)}
          onRetry={list.failure.retry}
          className="m-3"
        />
      )}
      {isEmpty && list.failure === null && <NoRows role={role} isComplete={list.isComplete} />}
      <Rows label={t("Conversations")} conversations={connected} {...rows} />
      {list.ended.length > 0 && (
        <>
          <h2 className="px-4 pt-4 pb-1 text-xs font-medium text-muted">
            {t("No longer connected")}
          </h2>
          <Rows label={t("No longer connected")} conversations={list.ended} {...rows} />
        </>
      )}
      <div ref={endSeen} aria-hidden className="h-px" />
    </>
  );
}

function NoRows({ role, isComplete }: { role: Role; isComplete: boolean }) {
  return isComplete ? (
    <NoConversations role={role} />
  ) : (
    <ContentToCome>
      <ListSkeleton />
    </ContentToCome>
  );
}

type RowsProps = Pick<ConversationListProps, "selected" | "addressOf" | "onChoose"> & {
  label: string;
  conversations: readonly ListedRow[];
};

function Rows({ label, conversations, selected, addressOf, onChoose }: RowsProps) {
  const now = useNow();
  if (conversations.length === 0) return null;
  return (
    <ul aria-label={label}>
      {conversations.map((row) => (
        <li key={row.email}>
          <Row
            row={row}
            to={addressOf(row.email)}
            isSelected={row.email === selected}
            now={now}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  row: ListedRow;
  to: string;
  isSelected: boolean;
  now: number;
  onChoose: () => void;
};

function Row({ row, to, isSelected, now, onChoose }: RowProps) {
  const { name, business, imageUrl, last, unread } = row;
  return (
    <Link
      to={to}
      aria-current={isSelected ? "page" : undefined}
      onClick={onChoose}
      title={business}
      className={cx(
        "flex items-center gap-3 border-l-3 border-transparent px-3 py-2.5 -outline-offset-2 transition-colors hover:bg-hover",
        isSelected && "border-accent bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <Avatar src={imageUrl} name={name} className="size-11" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="truncate min-w-0 flex-1 font-semibold">{name}</span>
          {last !== undefined && (
            <time
              dateTime={new Date(last.at).toISOString()}
              className={cx(
                "shrink-0 text-xs tabular-nums",
                unread > 0 ? "font-medium text-accent-ink" : "text-muted",
              )}
            >
              {whenLabel(last.at, now)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              "truncate min-w-0 flex-1 text-sm",
              unread > 0 ? "font-medium text-ink" : "text-muted",
              last === undefined && "italic",
            )}
          >
            <Unsent state={row.unsent} />
            {lastWords(last)}
          </span>
          <Count value={unread} what={t("unread")} />
        </span>
      </span>
    </Link>
  );
}

function lastWords(last: ListedRow["last"]): string {
  if (last === undefined) return t("No messages yet");
  return last.content === "" ? t("Picture") : last.content;
}

const UNSENT = {
  waiting: { icon: Clock, words: <span className="sr-only">{t("Waiting:")} </span> },
  sending: { icon: Clock, words: <span className="sr-only">{t("Sending:")} </span> },
  refused: { icon: CircleAlert, words: `${t("Not sent:")} ` },
} as const;

/** Stands before one's own words that the server does not have. */
function Unsent({ state }: { state: ListedRow["unsent"] }) {
  if (state === undefined) return null;
  const { icon: Icon, words } = UNSENT[state];
  return (
    <span className={cx(state === "refused" && "font-medium text-negative")}>
      <Icon aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
      {words}
    </span>
  );
}

const HINTS = {
  retailer: {
    hint: t("Once a distributor accepts your request, you can write to each other."),
    to: links.DISTRIBUTORS,
    label: t("See distributors"),
  },
  distributor: {
    hint: t("Once you accept a retailer's request, you can write to each other."),
    to: links.REQUESTS,
    label: t("See requests"),
  },
} as const;

function NoConversations({ role }: { role: Role }) {
  const { hint, to, label } = role === "distributor" ? HINTS.distributor : HINTS.retailer;
  return (
    <div className="p-3">
      <EmptyState
        icon={MessageCircle}
        title={t("No conversations found")}
        hint={hint}
        action={<LinkButton to={to}>{label}</LinkButton>}
      />
    </div>
  );
}

const LINES = [1, 2, 3, 4, 5];

function ListSkeleton() {
  return (
    <div>
      <p role="status" className="px-4 py-3 text-muted">
        {t("Loading conversations...")}
      </p>
      <div aria-hidden>
        {LINES.map((line) => (
          <div key={line} className="flex items-center gap-3 px-4 py-2.5">
            <Skeleton className="size-11 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
