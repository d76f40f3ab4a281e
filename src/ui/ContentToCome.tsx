/**
 * Stands where content is to come: its skeleton while it loads. Without a connection, a page that is not among the kept ones says so
 * instead of loading for ever.
 */
import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useAreKeptRead, useNoteMissing } from "../live/useLastResult";
import { EmptyState } from "./EmptyState";
import { t } from "../../domain/language/texts";

export function ContentToCome({ children }: { children: ReactNode }) {
  return useAreKeptRead() ? <NotKept /> : children;
}

export function NotKept() {
  useNoteMissing();
  return (
    <EmptyState
      icon={WifiOff}
      title={t("Not kept on this device")}
      hint={t(
        "This has not been opened with a connection yet, or needs one. It loads as soon as you are back online.",
      )}
    />
  );
}
