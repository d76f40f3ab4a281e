/** The figures of the screens on a phone and a desk, with the demo's data: how much is in view, and where the first row begins. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { newVisitor, signIn } from "../testkit/browser/people";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { brokenSums } from "./room";

const PHONE = { width: 375, height: 812 };
const DESK = { width: 1280, height: 800 };

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

type Visit = { who: "retailer" | "distributor"; path: string; viewport: typeof PHONE };

/** Opens a page of the demo as one of its two main accounts; on a phone with a thumb. */
async function visit(browser: Browser, { who, path, viewport }: Visit): Promise<Page> {
  const page = await newVisitor(browser, market, { viewport, hasTouch: viewport === PHONE });
  await signIn(market, page, LOGINS[who]!);
  await page.goto(path);
  await settled(page);
  return page;
}

/** Returns the distance of an element from the top of the page, in CSS px. */
async function topOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => shown.getBoundingClientRect().top + window.scrollY);
}

test("an accepted order of the largest sum shows it on one line", async ({ browser }) => {
  const page = await visit(browser, { who: "retailer", path: "/acceptedretail", viewport: PHONE });
  const sum = page
    .locator("main")
    .getByText(/^₹\d[\d,]*\.\d\d$/u)
    .first();
  await sum.evaluate((shown) => (shown.textContent = "₹99,99,999.99"));
  expect(await page.evaluate(brokenSums)).toEqual([]);
  expect(await topOf(sum)).toBeGreaterThan(0);
});
