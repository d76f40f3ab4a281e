/** The looks of a failure to load a part of a page (see lazyPart). */
import { RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button";
import { Notice } from "./Notice";
import { t } from "../../domain/language/texts";

export type Failure = {
  readonly message: string;
  readonly onRetry: () => void;
  /** True while the code itself is missing, false where it threw. */
  readonly isMissing: boolean;
  /** A second attempt failed as well: a newer version may have replaced the file, which only a reload fetches. */
  readonly isRepeated: boolean;
};

function Actions({ onRetry, isRepeated }: Failure) {
  return (
    <>
      <Button size="sm" onClick={onRetry}>
        <RotateCw aria-hidden /> {t("Retry")}
      </Button>
      {isRepeated && (
        <Button size="sm" onClick={() => window.location.reload()}>
          {t("Reload page")}
        </Button>
      )}
    </>
  );
}

export function NoticeFailure(failure: Failure) {
  return <Notice kind="error" message={failure.message} actions={<Actions {...failure} />} />;
}

export function InlineFailure(failure: Failure) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-ink">
      <span>{failure.message}</span>
      <Actions {...failure} />
    </div>
  );
}

/** Stands where toasts do. */
export function FloatingFailure({ onClose, ...failure }: Failure & { onClose: () => void }) {
  return createPortal(
    <div className="fixed inset-x-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-50 mx-auto max-w-sm animate-pop rounded-md border border-line bg-raised shadow-high md:right-6 md:bottom-6 md:left-auto md:w-sm print:hidden">
      <Notice
        kind="error"
        message={failure.message}
        actions={<Actions {...failure} />}
        onClose={onClose}
        className="rounded-md"
      />
    </div>,
    document.body,
  );
}

/** The pause before missing code is fetched again; the browser's `online` event fetches it at once. */
const RETRY_MS = 15_000;

type QuietFailureProps = Failure & { children: ReactNode };

export function QuietFailure({ isMissing, onRetry, children }: QuietFailureProps) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    // Code that threw would throw again.
    if (!isMissing) return;
    const again = () => retry();
    const timer = window.setTimeout(again, RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [isMissing]);
  return children;
}
