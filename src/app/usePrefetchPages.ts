/**
 * Loads the code of the user's other pages one by one while the browser is idle, so that navigation is instant, also offline. A
 * failed page is loaded again when it is opened.
 */
import { useEffect } from "react";
import type { Role } from "../../domain/roles";
import type { Page } from "./page";
import { pageCodeOf, forgetFailure } from "./pageAt";
import { PAGES } from "./pages";
import { isAllowed } from "./RequireRole";

/** The opened page and its queries come first. */
const START_DELAY_MS = 1_500;

/** Resolves when the browser is idle, or after a moment where it does not report that. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });
}

/** Returns the pages that signed-in users of a role have. */
export function pagesOf(role: Role): readonly Page[] {
  return PAGES.filter(({ access }) => isAllowed(access, role));
}

export function usePrefetchPages(role: Role | undefined): void {
  useEffect(() => {
    if (role === undefined) return;
    const others = pagesOf(role);
    let isOver = false;
    async function fetchAll() {
      for (const page of others) {
        await whenIdle();
        if (isOver) return;
        await pageCodeOf(page);
        forgetFailure(page);
      }
      // The frames of dialogs belong to no page, and are needed without a connection, too.
      await import("../ui/dialogFrames").catch(() => undefined);
    }
    const timer = window.setTimeout(() => void fetchAll(), START_DELAY_MS);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [role]);
}
