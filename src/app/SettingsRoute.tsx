/** /settings: the account's settings with the cards for notifications, keys and webhooks. */
import { SettingsPage } from "../features/account/SettingsPage";
import { DeveloperSettings } from "../features/developers/DeveloperSettings";
import { NotificationSettings } from "../features/notifications/NotificationSettings";

export function SettingsRoute() {
  return (
    <SettingsPage
      notificationSettings={<NotificationSettings />}
      developerSettings={<DeveloperSettings />}
    />
  );
}
