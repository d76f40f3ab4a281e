/** Route changes: from the click on a link until the next page's heading is painted. */
import type { Page } from "@playwright/test";
import { settled } from "../../testkit/browser/pages";
import { percentile } from "../workload";

const ROUNDS = 5;

export interface RouteChange {
  readonly who: string;
  readonly to: string;
  readonly clicks: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

/** Runs in the page. Clicks a visible link to `to`; returns the time until another heading is painted, or null without such a link. */
function clickAndWait(to: string): Promise<number> | null {
  // Found and clicked in one task, because a link that React replaces meanwhile would not navigate.
  const links = document.querySelectorAll<HTMLElement>(`a[href="${to}"]`);
  const link = [...links].find((each) => each.checkVisibility());
  if (link === undefined) return null;
  const headingNow = () => document.querySelector("main h1, #root h1");
  const before = headingNow();
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const observer = new MutationObserver(() => {
      const heading = headingNow();
      if (location.pathname !== to || heading === null || heading === before) return;
      observer.disconnect();
      // The frame is made after these callbacks, and this message is handled after the frame.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - startedAt);
        port2.postMessage(null);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    link.click();
  });
}

/** Returns true when a link leads to `to`, opening a menu of the bar if necessary. */
async function hasLink(page: Page, to: string): Promise<boolean> {
  const link = page.locator(`a[href="${to}"]:visible`).first();
  if ((await link.count()) > 0) return true;
  for (const menu of await page.locator("header button[aria-expanded]:visible").all()) {
    await menu.click();
    if ((await link.count()) > 0) return true;
    await page.keyboard.press("Escape");
  }
  return false;
}

/** Follows the links from page to page for several rounds; addresses without a link are left out. */
export async function routeChanges(
  page: Page,
  who: string,
  addresses: readonly string[],
): Promise<RouteChange[]> {
  const [home = "/"] = addresses;
  const times = new Map<string, number[]>(addresses.map((address) => [address, []]));
  await page.goto(home);
  await settled(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first address comes last, because its page is already open.
    for (const to of [...addresses.slice(1), home]) {
      // A closing menu removes its link; then it is opened again.
      let took: number | null = null;
      while (took === null && (await hasLink(page, to)))
        took = await page.evaluate(clickAndWait, to);
      if (took === null) continue;
      times.get(to)?.push(took);
      await settled(page);
    }
  }
  return [...times]
    .filter(([, each]) => each.length > 0)
    .map(([to, each]) => ({
      ...{ who, to, clicks: each.length },
      medianMs: percentile(each, 0.5),
      worstMs: Math.max(...each),
    }));
}
