/** The panel that the bell opens on wide screens: both lists, and the ways to read all and to the settings. */
import * as links from "../../../domain/links";
import { Settings } from "lucide-react";
import { useState } from "react";
import { LinkButton } from "../../ui/Button";
import { MarkAllRead, type Filter, NotificationTabs } from "./NotificationTabs";
import { NotificationList } from "./NotificationList";
import { t } from "../../../domain/language/texts";

export function NotificationPanel({ unread, onGo }: { unread: number; onGo: () => void }) {
  const [filter, setFilter] = useState<Filter>("all");
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <NotificationTabs
        filter={filter}
        onChange={setFilter}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        <NotificationList key={filter} filter={filter} onGo={onGo} />
      </NotificationTabs>
      <div className="flex items-center justify-between gap-2 border-t border-line p-2">
        <MarkAllRead unread={unread} />
        <LinkButton size="sm" variant="quiet" to={links.NOTIFICATION_SETTINGS} onClick={onGo}>
          <Settings aria-hidden /> {t("Settings")}
        </LinkButton>
      </div>
    </div>
  );
}
