/** Every page holds still on a first visit by its address, and has room for text at twice the size. */
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { PAGES, settled } from "../testkit/browser/pages";
import { logIn, newVisitor } from "../testkit/browser/people";
import { cutButtons, recordShifts } from "./steadiness";

const SCREENS = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
] as const;
/** Cumulative layout shift: 0.1 still counts as good. */
const MOST_SHIFT = 0.02;

/** Pages of one thing, which the lists of pages leave out. */
const MORE_PAGES: Readonly<Record<string, readonly string[]>> = {
  retailer: ["/chat?with=asha@mandi.test"],
  distributor: ["/chat?with=meena@mandi.test"],
};

// Many pages each; a busy machine takes its time.
test.describe.configure({ timeout: 240_000 });
// Recording each of the visits would take longer than the visits.
test.use({ trace: "off" });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/**
 * Opens an address as a first visit: without what its screens last showed, which is in IndexedDB. (The code stays in the browser's
 * cache, since it takes no part in the layout, but much of the time.)
 */
async function visit(page: Page, path: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin: market.url, storageTypes: "indexeddb" });
  await cdp.detach();
  await page.goto(path);
  await settled(page);
}

async function expectStill(page: Page, where: string): Promise<void> {
  // Shifts are reported with the frame after theirs.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const { total, worst } = await page.evaluate(() => globalThis.layoutShifts!);
  expect.soft(total, `${where}: ${worst.join("; ")}`).toBeLessThanOrEqual(MOST_SHIFT);
}

async function expectRoomForLargeText(page: Page, where: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where} scrolls sideways at 200 %`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(cutButtons), `${where}: buttons at 200 %`).toEqual([]);
}

for (const [who, paths] of Object.entries(PAGES)) {
  test(`a ${who}'s pages hold still while they load, and fit text at 200 %`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, market);
    const login = LOGINS[who];
    if (login !== undefined) await logIn(page, login);
    await page.addInitScript(recordShifts);
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      for (const path of [...paths, ...(MORE_PAGES[who] ?? [])]) {
        const where = `${path} at ${viewport.width} px`;
        await visit(page, path);
        await expectStill(page, where);
        await expectRoomForLargeText(page, where);
      }
    }
    await page.context().close();
  });
}
