/** The cards of the settings page for keys and webhooks. Their content is fetched while the rest of the page is shown. */
import { Suspense, lazy, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { useSession } from "../../lib/useSession";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { SettingsCard } from "../../ui/SettingsCard";
import { SkeletonRows } from "../../ui/Skeleton";

const load = () => import("./lazySettings");

const KeySettings = lazy(async () => ({ default: (await load()).KeySettings }));
const WebhookSettings = lazy(async () => ({ default: (await load()).WebhookSettings }));

function Fetched({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary message="This part could not be loaded. Please reload the page.">
      <Suspense fallback={<SkeletonRows count={1} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Renders nothing for a visitor, and keys alone for an admin, who receives no events. */
export function DeveloperSettings() {
  const session = useSession();
  if (session.state !== "signedIn") return null;
  const { role } = session.me;
  return (
    <>
      <SettingsCard title="API keys" lead={<KeysLead />}>
        <Fetched>
          <KeySettings />
        </Fetched>
      </SettingsCard>
      {role !== "admin" && (
        <SettingsCard
          title="Webhooks"
          lead="Mandi tells your own systems what happens to your orders and requests, in signed messages to an address of yours."
        >
          <Fetched>
            <WebhookSettings role={role} />
          </Fetched>
        </SettingsCard>
      )}
    </>
  );
}

function KeysLead() {
  return (
    <>
      With a key, a program of yours{" "}
      <Link to="/developers" className="underline underline-offset-2">
        calls Mandi
      </Link>{" "}
      in your name. Revoke those you no longer use. Resetting a forgotten password revokes every key
      and webhook.
    </>
  );
}
