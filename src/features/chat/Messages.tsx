/** The messages of one conversation by day, oldest at the top; older ones load on the way up. */
import { ArrowDown } from "lucide-react";
import { useState } from "react";
import type { Outbox } from "../../outbox/outbox";
import type { LiveRows } from "../../live/useLiveList";
import { type Day, dayLabel, daysOf } from "../../lib/days";
import { useNow } from "../../lib/useNow";
import { Button } from "../../ui/Button";
import { ContentToCome } from "../../ui/ContentToCome";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { Bubble } from "./Bubble";
import { firstUnreadKey, type MessageRow, receivedSince, type ThreadItem } from "./thread";
import { useReadingPlace } from "./useReadingPlace";
import { useWhenSeen } from "./useWhenSeen";
import { t } from "../../../domain/language/texts";

export const MESSAGES_PAGE = 40;

export type MessagesProps = {
  /** The other party's name. */
  from: string;
  items: readonly ThreadItem[];
  /** Null while there is nothing on the server to load. */
  list: LiveRows<MessageRow> | null;
  unreadAtOpening: number;
  outbox: Outbox | null;
};

/** Marks the first unread message from when the conversation was opened; it stays when the messages are read. */
function useUnreadMark(items: readonly ThreadItem[], isLoaded: boolean, unread: number) {
  const [mark, setMark] = useState<{ key: string | null } | null>(null);
  if (mark === null && isLoaded) setMark({ key: firstUnreadKey(items, unread) });
  return mark?.key ?? null;
}

export function Messages({ from, items, list, unreadAtOpening, outbox }: MessagesProps) {
  const hasFailed = list !== null && list.error !== null;
  const isLoaded = list?.status !== "LoadingFirstPage";
  const mark = useUnreadMark(items, isLoaded, unreadAtOpening);
  const { attach, leftAt, onScroll, goToBottom } = useReadingPlace({
    newest: items.at(-1)?.key ?? null,
    mark,
    written:
      items.findLast((item) => item.tick === "sending" || item.tick === "waiting")?.key ?? null,
  });
  const topSeen = useWhenSeen(list?.status === "CanLoadMore", () => list?.loadMore(MESSAGES_PAGE));
  const missed = leftAt === null ? 0 : receivedSince(items, leftAt);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={attach}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t("Messages with {name}", { name: from })}
        // What loads above the reader is no news.
        aria-live={leftAt === null ? "polite" : "off"}
        className="absolute inset-0 overflow-y-auto bg-paper [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="relative flex min-h-full flex-col justify-end px-3 py-4 md:px-6">
          {/* Reaches down into the oldest messages, so that the next ones are there in time. */}
          <div
            ref={topSeen}
            aria-hidden
            className="pointer-events-none absolute inset-x-0 top-0 h-160 max-h-full"
          />
          {hasFailed && (
            <ErrorNotice message={t("Failed to load chat messages")} onRetry={list.retry} />
          )}
          {!isLoaded && !hasFailed && items.length === 0 && (
            <ContentToCome>
              <MessagesSkeleton />
            </ContentToCome>
          )}
          {list?.status === "LoadingMore" && (
            <p className="py-2 text-center text-sm text-muted">{t("Loading older messages...")}</p>
          )}
          <Days
            days={daysOf(items)}
            from={from}
            mark={mark}
            unread={unreadAtOpening}
            outbox={outbox}
          />
        </div>
      </div>
      {leftAt !== null && <ToNewest missed={missed} onClick={goToBottom} />}
    </div>
  );
}

type DaysProps = {
  days: readonly Day<ThreadItem>[];
  from: string;
  mark: string | null;
  unread: number;
  outbox: Outbox | null;
};

function Days({ days, from, mark, unread, outbox }: DaysProps) {
  const now = useNow();
  const newestOwn = days.flatMap(({ items }) => items).findLast((item) => item.isMine)?.key;
  return days.map(({ day, items }) => (
    <section key={day} aria-label={dayLabel(day, now)}>
      <h3 className="sticky top-2 z-1 mx-auto my-3 w-fit rounded-full border border-line bg-raised px-3 py-0.5 text-xs font-medium text-muted shadow-low">
        {dayLabel(day, now)}
      </h3>
      <ol>
        {items.map((item, index) => (
          <Item
            key={item.key}
            item={item}
            from={from}
            follows={items[index - 1]?.isMine === item.isMine}
            isNewestOwn={item.key === newestOwn}
            unreadFromHere={item.key === mark ? unread : 0}
            outbox={outbox}
          />
        ))}
      </ol>
    </section>
  ));
}

type ItemProps = {
  item: ThreadItem;
  from: string;
  follows: boolean;
  isNewestOwn: boolean;
  unreadFromHere: number;
  outbox: Outbox | null;
};

function Item({ unreadFromHere, outbox, ...bubble }: ItemProps) {
  const { key } = bubble.item;
  return (
    <>
      {unreadFromHere > 0 && (
        <li data-unread-mark className="my-3 flex items-center gap-3 text-xs font-medium text-info">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {t("{count, plural, one {# unread message} other {# unread messages}}", {
            count: unreadFromHere,
          })}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </li>
      )}
      <Bubble
        {...bubble}
        onRetry={() => outbox?.retry(key)}
        onDiscard={() => outbox?.remove(key)}
      />
    </>
  );
}

function ToNewest({ missed, onClick }: { missed: number; onClick: () => void }) {
  const words =
    missed === 0
      ? t("Newest")
      : t("{count, plural, one {# new message} other {# new messages}}", { count: missed });
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center"
    >
      <Button
        size="sm"
        variant={missed === 0 ? "secondary" : "primary"}
        className="pointer-events-auto animate-pop rounded-full shadow-high"
        onClick={onClick}
      >
        <ArrowDown aria-hidden />
        {words}
      </Button>
    </div>
  );
}

const SHAPES = ["w-2/5", "w-3/5 ml-auto", "w-1/3", "w-1/2 ml-auto"];

function MessagesSkeleton() {
  return (
    // Seen only by those who wait: most conversations are there at once.
    <div
      role="status"
      className="flex animate-fade flex-col gap-3 [animation-delay:200ms] [animation-fill-mode:backwards]"
    >
      <span className="sr-only">{t("Loading messages...")}</span>
      {SHAPES.map((shape) => (
        <Skeleton key={shape} className={`h-10 rounded-md ${shape}`} />
      ))}
    </div>
  );
}
