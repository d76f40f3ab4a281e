/** Returns true while the page is printed, from before the paper is laid out. */
import { useSyncExternalStore } from "react";

const paper = typeof window === "undefined" ? null : window.matchMedia("print");
let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    changed();
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  // Print dialogs say it with the events; a page that is looked at as it would be printed, with the media query only.
  const followPaper = () => (paper?.matches === true ? begin() : end());
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  paper?.addEventListener("change", followPaper);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    paper?.removeEventListener("change", followPaper);
  };
}

export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
