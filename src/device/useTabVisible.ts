/** Returns true while this tab is the one on the screen. */
import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

export function useTabVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
}
