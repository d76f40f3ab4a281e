/**
 * Visits of the pages of both roles on a slow machine: nothing reaches the root's `onRecoverableError` or `onUncaughtError`, which report
 * to the window, and the console has no error. `VISITS` sets their number.
 */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { PAGES } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";

const VISITS = Number(process.env["VISITS"] ?? 80);
/** Two of each role: pages that load side by side delay each other's code. */
const VISITORS = ["retailer", "distributor", "retailer", "distributor"] as const;
/** Visits from one loading to the next, which forgets the code of all pages. */
const VISITS_A_LOAD = 4;
/** Slower than the machine: a page is rendered while the code of the next one still comes. */
const CPU_SLOWDOWN = 4;
const VISIT_MAX_MS = 10_000;

// Patient: only errors are judged here.
const PATIENCE = { timeout: 60_000 };
test.use({ trace: "off", navigationTimeout: PATIENCE.timeout, actionTimeout: PATIENCE.timeout });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

async function openSlowly(browser: Browser, role: (typeof VISITORS)[number]): Promise<Page> {
  const page = await newVisitor(browser, market);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await signIn(market, page, LOGINS[role]!);
  return page;
}

/** Follows a link to the address if the page has one, as a click does; else goes there as Back does. */
function follow(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    const link = document.querySelector<HTMLElement>(`a[href="${to}"]`);
    if (link !== null) {
      link.click();
      return;
    }
    window.history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Visits pages of the role, every fourth without waiting for the one before. Returns the number of those that showed their heading. */
async function visit(page: Page, role: (typeof VISITORS)[number], count: number) {
  const addresses = PAGES[role];
  let shown = 0;
  for (let n = 0; n < count; n += 1) {
    // Another stride in each round: every page follows many others.
    const stride = 1 + (Math.floor(n / addresses.length) % (addresses.length - 1));
    const address = addresses[(n * stride) % addresses.length]!;
    if (n % VISITS_A_LOAD === 0) await page.goto(address, { waitUntil: "commit" });
    else await follow(page, address);
    if (n % VISITS_A_LOAD === 2) continue;
    await expect(page).toHaveURL((url) => url.pathname === address, PATIENCE);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible(PATIENCE);
    shown += 1;
  }
  return shown;
}

test("visits of all pages on a slow machine report no error", async ({ browser }) => {
  test.setTimeout(60_000 + VISITS * VISIT_MAX_MS);
  const errors: string[] = [];
  const shown = await Promise.all(
    VISITORS.map(async (role) => {
      const page = await openSlowly(browser, role);
      page.on("pageerror", (error) =>
        errors.push(`${page.url()}: ${error.stack ?? String(error)}`),
      );
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(`${page.url()}: ${message.text()}`);
      });
      return visit(page, role, Math.ceil(VISITS / VISITORS.length));
    }),
  );
  console.log(`${VISITS} visits, ${shown.join(" + ")} waited for, ${errors.length} errors`);
  expect(errors).toEqual([]);
  expect(Math.min(...shown)).toBeGreaterThan(VISITS / VISITORS.length / 2);
});
