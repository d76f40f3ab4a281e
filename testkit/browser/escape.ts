/** Escape as somebody presses it who has seen what it closes. */
import type { Page } from "@playwright/test";

/** A page that always has something to draw is never idle. */
const WAIT_MAX = { timeout: 500 };

/**
 * Presses Escape once the page is idle. Radix listens for the key only two renderings after a menu or dialog is shown, within
 * some 20 ms: no person is that fast, a test is, and then the menu stays open.
 */
export async function pressEscape(page: Page): Promise<void> {
  await page.evaluate(
    (most) =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestIdleCallback(() => resolve(), most), most);
      }),
    WAIT_MAX,
  );
  await page.keyboard.press("Escape");
}
