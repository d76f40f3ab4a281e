/** A row of the bell: what it tells in two lines, its age, and a dot until it is read. It leads to what it is about. */
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import { isToDo } from "../../../domain/notifications";
import { notificationText } from "../../../domain/notificationTexts";
import { cx } from "../../lib/cx";
import { useNow } from "../../lib/useNow";
import { ageOf } from "./age";
import { KIND_ICONS } from "./kinds";

export type NotificationItem = FunctionReturnType<typeof api.notifications.list>["page"][number];

export type NotificationRowProps = {
  notification: NotificationItem;
  /** Called before the browser goes to the address. */
  onGo: (notification: NotificationItem) => void;
};

export function NotificationRow({ notification, onGo }: NotificationRowProps) {
  const { kind, path, isRead } = notification;
  const { title, body } = notificationText(notification, { showsSums: true });
  const Icon = KIND_ICONS[kind];
  return (
    <li className="@container [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] not-last:border-b not-last:border-line">
      <Link
        to={path}
        data-row
        onClick={() => onGo(notification)}
        className="flex min-h-14 items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover @3xl:min-h-12"
      >
        <span
          className={cx(
            "grid size-8 shrink-0 place-items-center rounded-full",
            isToDo(kind) && !isRead ? "bg-accent-soft text-accent-ink" : "bg-pill text-muted",
          )}
        >
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="flex min-w-0 flex-1 flex-col @3xl:flex-row @3xl:items-baseline @3xl:gap-x-4">
          <span
            className={cx("line-clamp-2 @3xl:w-3/5 @3xl:shrink-0", !isRead && "font-semibold")}
            title={title}
          >
            {title}
          </span>
          <span className="truncate text-sm text-muted" title={body}>
            {body}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1.5 @3xl:w-20 @3xl:flex-row @3xl:items-center @3xl:justify-between">
          <Age at={notification.at} />
          <span className={cx("size-2 rounded-full", !isRead && "bg-accent-ink")}>
            {!isRead && <span className="sr-only">Unread</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Age({ at }: { at: number }) {
  const { text, words } = ageOf(at, useNow());
  return (
    <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{words}</span>
    </time>
  );
}
