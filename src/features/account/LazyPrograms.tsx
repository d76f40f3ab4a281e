/** Keys and webhooks, fetched while the rest of the settings is shown. */
import { Suspense, lazy, type ComponentProps, type ReactNode } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { SkeletonRows } from "../../ui/Skeleton";

const loadPrograms = () => import("./programs");

const KeySettings = lazy(async () => ({ default: (await loadPrograms()).KeySettings }));
const WebhookSettings = lazy(async () => ({ default: (await loadPrograms()).WebhookSettings }));

function Apart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary message="This part could not be loaded. Please reload the page.">
      <Suspense fallback={<SkeletonRows count={1} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

export function LazyKeySettings() {
  return (
    <Apart>
      <KeySettings />
    </Apart>
  );
}

export function LazyWebhookSettings(props: ComponentProps<typeof WebhookSettings>) {
  return (
    <Apart>
      <WebhookSettings {...props} />
    </Apart>
  );
}
