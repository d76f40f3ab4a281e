/** The cards of the settings page for keys and webhooks. Their content is fetched while the rest of the page is shown. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import { useSession } from "../../live/useSession";
import { lazyPart } from "../../ui/lazyPart";
import { SettingsCard } from "../../ui/SettingsCard";
import { SkeletonRows } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const load = () => import("./lazySettings");

const PART = {
  message: t("This part could not be loaded."),
  waiting: <SkeletonRows count={1} />,
} as const;
const KeySettings = lazyPart(async () => (await load()).KeySettings, PART);
const WebhookSettings = lazyPart(async () => (await load()).WebhookSettings, PART);

/** Renders nothing for a visitor, and keys alone for an admin, who receives no events. */
export function DeveloperSettings() {
  const session = useSession();
  if (session.state !== "signedIn") return null;
  const { role } = session.me;
  return (
    <>
      <SettingsCard title={t("API keys")} lead={<KeysLead />}>
        <KeySettings />
      </SettingsCard>
      {role !== "admin" && (
        <SettingsCard
          title={t("Webhooks")}
          lead={t(
            "Mandi tells your own systems what happens to your orders and requests, in signed messages to an address of yours.",
          )}
        >
          <WebhookSettings role={role} />
        </SettingsCard>
      )}
    </>
  );
}

function KeysLead() {
  return rich(
    "With a key, a program of yours {calls} in your name. Revoke those you no longer use. Resetting a forgotten password revokes every key and webhook.",
    {
      calls: (
        <Link to={links.DEVELOPERS} className="underline underline-offset-2">
          {t("calls Mandi")}
        </Link>
      ),
    },
  );
}
