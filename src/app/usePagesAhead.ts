/**
 * Fetches the code of the user's other pages, one after the other, while nothing else happens: the next click is instant, also
 * offline. What can't be fetched now is fetched, and its failure shown, when it is opened.
 */
import { useEffect } from "react";
import type { Role } from "../../domain/roles";
import { codeOf, forgetFailure } from "./pageAt";
import { PAGES } from "./pages";

/** The page that was opened comes first, with all it asks for. */
const HEAD_START_MS = 1_500;

/** Resolves when the browser has nothing to do; where it does not say so, a moment later. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });
}

export function usePagesAhead(role: Role | undefined): void {
  useEffect(() => {
    if (role === undefined) return;
    const ahead = PAGES.filter((page) => page.access === role || page.access === "member");
    let isOver = false;
    async function fetchAll() {
      for (const page of ahead) {
        await idle();
        if (isOver) return;
        await codeOf(page).coming;
        forgetFailure(page);
      }
    }
    const timer = window.setTimeout(() => void fetchAll(), HEAD_START_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [role]);
}
