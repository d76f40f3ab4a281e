/** One message with its sender, text and time, and the delivery state of own messages. */
import { CircleAlert, RotateCw, Trash2 } from "lucide-react";
import { formatTime } from "../../../domain/dates";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/Button";
import { MessagePicture } from "./MessagePicture";
import type { ThreadItem } from "./thread";
import { Ticks } from "./Ticks";
import { t } from "../../../domain/language/texts";

export type BubbleProps = {
  item: ThreadItem;
  /** The other party's name. */
  from: string;
  /** The one before is of the same side: the two stand closer. */
  follows: boolean;
  isNewestOwn: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

export function Bubble({ item, from, follows, isNewestOwn, onRetry, onDiscard }: BubbleProps) {
  const { isMine, content, picture, at, tick } = item;
  return (
    <li
      data-item
      className={cx(
        "flex flex-col",
        isMine ? "items-end" : "items-start",
        follows ? "mt-0.5" : "mt-2.5",
      )}
    >
      <div
        className={cx(
          "max-w-[85%] rounded-md border border-line px-3 py-1.5 shadow-low md:max-w-[70%]",
          isMine ? "bg-accent-soft" : "bg-raised",
          !follows && (isMine ? "rounded-tr-none" : "rounded-tl-none"),
          tick === "refused" && "border-negative",
        )}
      >
        <span className="sr-only">{isMine ? t("You:") : `${from}:`}</span>
        {picture !== undefined && (
          <MessagePicture
            picture={picture}
            alt={isMine ? t("Picture from you") : t("Picture from {name}", { name: from })}
          />
        )}
        {content !== "" && (
          <p dir="auto" className="text-md wrap-anywhere whitespace-pre-wrap md:text-base">
            {content}
          </p>
        )}
        <div className="mt-0.5 flex items-center justify-end gap-1.5 text-xs text-muted tabular-nums">
          <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
          {isMine && (
            <Ticks tick={tick} showWord={isNewestOwn || tick === "sending" || tick === "waiting"} />
          )}
        </div>
      </div>
      {tick === "refused" && <FailedNote onRetry={onRetry} onDiscard={onDiscard} />}
    </li>
  );
}

function FailedNote({ onRetry, onDiscard }: { onRetry: () => void; onDiscard: () => void }) {
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2">
      <span className="flex items-center gap-1.5 text-sm text-negative">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {t("Failed to send message")}
      </span>
      <Button size="sm" onClick={onRetry}>
        <RotateCw aria-hidden /> {t("Retry")}
      </Button>
      <Button size="sm" variant="quiet" onClick={onDiscard}>
        <Trash2 aria-hidden /> {t("Delete")}
      </Button>
    </div>
  );
}
