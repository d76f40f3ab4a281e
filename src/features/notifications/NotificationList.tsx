/** The live list of notifications, newest first. */
import { BellOff, ListChecks } from "lucide-react";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { useServerAction } from "../../forms/useServerAction";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { ListSkeleton } from "./ListSkeleton";
import { type NotificationItem, NotificationRow } from "./NotificationRow";
import type { Filter } from "./NotificationTabs";

export type NotificationListProps = {
  filter: Filter;
  /** Called when a row was chosen. */
  onGo?: () => void;
};

export function NotificationList({ filter, onGo }: NotificationListProps) {
  const list = useLiveList(api.notifications.list, { filter });
  const markRead = useServerAction(useMutation(api.notifications.markRead), {
    failure: "The notification could not be marked as read.",
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
      errorMessage="The notifications could not be loaded."
      empty={<NothingNew filter={filter} />}
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <NotificationRow key={row.id} notification={row} onGo={go} />
          ))}
        </ul>
      )}
    </LiveList>
  );
}

function NothingNew({ filter }: { filter: Filter }) {
  return (
    <div className="p-3">
      {filter === "all" ? (
        <EmptyState icon={BellOff} title="Nothing new" />
      ) : (
        <EmptyState icon={ListChecks} title="All answered" />
      )}
    </div>
  );
}
