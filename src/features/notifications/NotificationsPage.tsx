/** /notifications: the lists of the bell on a page of their own. */
import { Settings } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { MarkAllRead } from "./MarkAllRead";
import { NotificationList } from "./NotificationList";
import { type Filter, NotificationTabs } from "./NotificationTabs";
import { moveThroughRows } from "./rowKeys";
import { useUnreadNotifications } from "./useUnreadNotifications";

export function NotificationsPage() {
  const [filter, setFilter] = useState<Filter>("all");
  // Without the figure everything can still be marked.
  const unread = useUnreadNotifications() ?? 1;
  return (
    <div className="mx-auto max-w-2xl" onKeyDown={moveThroughRows}>
      <PageHeader
        title="Notifications"
        action={
          <LinkButton size="sm" to="/settings#notifications">
            <Settings aria-hidden /> Settings
          </LinkButton>
        }
      />
      <Card className="overflow-hidden">
        <NotificationTabs
          filter={filter}
          onChange={setFilter}
          action={<MarkAllRead unread={unread} />}
        >
          <NotificationList key={filter} filter={filter} />
        </NotificationTabs>
      </Card>
    </div>
  );
}
