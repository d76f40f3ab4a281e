/** Closes a list with Escape, and only it: the key is handled first, so that a dialog around stays open. */
import { useEffect, useEffectEvent } from "react";
import { isComposing } from "../lib/isComposing";

export function useEscape(isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape" || isComposing(event)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [isOpen]);
}
