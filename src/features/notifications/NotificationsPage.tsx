/** /notifications: the lists of the bell on a page of their own, on wide screens beside this device's sound and pushes. */
import * as links from "../../../domain/links";
import { Settings } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { lazyPart } from "../../ui/lazyPart";
import { MarkAllRead, type Filter, NotificationTabs } from "./NotificationTabs";
import { NotificationList } from "./NotificationList";
import { moveThroughRows } from "./rowKeys";
import { useUnreadNotifications } from "./unread";
import { t } from "../../../domain/language/texts";

const DeviceCard = lazyPart(async () => (await import("./DeviceCard")).DeviceCard, {
  message: t("This device's notifications could not be loaded."),
});

export function NotificationsPage() {
  const [filter, setFilter] = useState<Filter>("all");
  // Without the figure everything can still be marked.
  const unread = useUnreadNotifications() ?? 1;
  return (
    <>
      <PageHeader
        title={t("Notifications")}
        action={
          <LinkButton size="head" to={links.NOTIFICATION_SETTINGS}>
            <Settings aria-hidden /> {t("Settings")}
          </LinkButton>
        }
      />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div onKeyDown={moveThroughRows}>
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
        <div className="sticky top-20 max-lg:hidden">
          <DeviceCard />
        </div>
      </div>
    </>
  );
}
