/** Returns true where the window has the width at which the `rows` variant (tokens.css) lays tables out as rows. */
import { useSyncExternalStore } from "react";

const wide = typeof window === "undefined" ? null : window.matchMedia("(width >= 48rem)");

function subscribe(changed: () => void): () => void {
  wide?.addEventListener("change", changed);
  return () => wide?.removeEventListener("change", changed);
}

export function useRowsFit(): boolean {
  return useSyncExternalStore(subscribe, () => wide?.matches ?? true);
}
