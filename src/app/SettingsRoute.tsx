/** /settings: the account's settings with the cards for keys and webhooks. */
import { SettingsPage } from "../features/account/SettingsPage";
import { DeveloperSettings } from "../features/developers/DeveloperSettings";

export function SettingsRoute() {
  return <SettingsPage developerSettings={<DeveloperSettings />} />;
}
