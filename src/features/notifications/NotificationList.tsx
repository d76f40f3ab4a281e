/** The live list of notifications, newest first. */
import { BellOff, ListChecks } from "lucide-react";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { useServerAction } from "../../forms/useServerAction";
import { dayLabel, daysOf } from "../../lib/days";
import { useNow } from "../../lib/useNow";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { ListSkeleton } from "./ListSkeleton";
import { type NotificationItem, NotificationRow } from "./NotificationRow";
import type { Filter } from "./NotificationTabs";
import { t } from "../../../domain/language/texts";

export type NotificationListProps = {
  filter: Filter;
  /** Called when a row was chosen. */
  onGo?: () => void;
};

export function NotificationList({ filter, onGo }: NotificationListProps) {
  const list = useLiveList(api.notifications.list, { filter });
  const markRead = useServerAction(useMutation(api.notifications.markRead), {
    failure: t("The notification could not be marked as read."),
    onFailure: "toast",
  });
  function go({ id, isRead }: NotificationItem): void {
    if (!isRead) void markRead.run({ id });
    onGo?.();
  }
  return (
    <LiveList
      list={list}
      skeleton={<ListSkeleton />}
      errorMessage={t("The notifications could not be loaded.")}
      empty={<NothingNew filter={filter} />}
    >
      {(rows) => <Days rows={rows} onGo={go} />}
    </LiveList>
  );
}

type DaysProps = { rows: readonly NotificationItem[]; onGo: (row: NotificationItem) => void };

function Days({ rows, onGo }: DaysProps) {
  const now = useNow();
  return daysOf(rows).map(({ day, items }) => (
    <section key={day} aria-label={dayLabel(day, now)}>
      <p className="bg-pill px-3 py-1.5 text-sm font-semibold text-muted">{dayLabel(day, now)}</p>
      <ul>
        {items.map((row) => (
          <NotificationRow key={row.id} notification={row} onGo={onGo} />
        ))}
      </ul>
    </section>
  ));
}

function NothingNew({ filter }: { filter: Filter }) {
  return (
    <div className="p-3">
      {filter === "all" ? (
        <EmptyState icon={BellOff} title={t("Nothing new")} />
      ) : (
        <EmptyState icon={ListChecks} title={t("All answered")} />
      )}
    </div>
  );
}
