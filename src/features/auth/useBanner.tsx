/** The feedback banner of the auth screens, which disappears after 3 seconds. */
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Notice } from "../../ui/Notice";

export const BANNER_MS = 3_000;

type Banner = { kind: "success" | "error"; message: string };

export function useBanner(): {
  banner: ReactNode;
  show: (kind: Banner["kind"], message: string) => void;
  clear: () => void;
} {
  const [shown, setShown] = useState<Banner | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = window.setTimeout(() => setShown(null), BANNER_MS);
    return () => window.clearTimeout(timer);
  }, [shown]);
  const show = useCallback(
    (kind: Banner["kind"], message: string) => setShown({ kind, message }),
    [],
  );
  const clear = useCallback(() => setShown(null), []);
  return { banner: shown !== null && <Notice {...shown} className="mb-4" />, show, clear };
}
