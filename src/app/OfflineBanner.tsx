/** Announces that the connection is lost. The live region is always mounted, so that screen readers read its text. */
import { WifiOff } from "lucide-react";
import { useConnectionStatus } from "../live/useConnectionStatus";
import { useAsOf } from "../live/useLastResult";

export function OfflineBanner() {
  const offline = useConnectionStatus().status === "offline";
  const asOf = useAsOf();
  return (
    <div role="status" className="print:hidden">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-2 text-center text-sm font-medium text-caution">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          You are offline. What you see may be out of date; it catches up by itself.
          {asOf !== null && ` As of ${asOf}.`}
        </p>
      )}
    </div>
  );
}
