/** The figures of the screens on a phone and a desk, with the demo's data: how much is in view, and where the first row begins. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { homeOf } from "../domain/links";
import { newVisitor, signIn } from "../testkit/browser/people";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { register } from "../testkit/clients";
import { LOGINS, NEWCOMERS, type Person } from "../testkit/people";
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

/** Registers somebody new, and opens the home page on a phone. */
async function visitNew(browser: Browser, person: Person): Promise<Page> {
  await register(market, person);
  const page = await newVisitor(browser, market, { viewport: PHONE, hasTouch: true });
  await signIn(market, page, person);
  await page.goto(homeOf(person.role));
  await settled(page);
  return page;
}

test("a new retailer's home has its first steps in the first window, and one row of what does not wait", async ({
  browser,
}) => {
  const page = await visitNew(browser, NEWCOMERS.retailer);
  const card = page.getByRole("region", { name: "Start", exact: true });
  const bar = page.getByRole("navigation", { name: "Most used" });
  const { y: barTop } = (await bar.boundingBox())!;
  const { y, height } = (await card.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(barTop);
  const row = (await page.getByRole("region", { name: "Nothing waits" }).boundingBox())!;
  expect(row.height).toBeLessThanOrEqual(170);
});

test("each of the seven days of deliveries, and the late ones, is as large as a thumb", async ({
  browser,
}) => {
  for (const [who, path] of [
    ["retailer", "/homepageretailer"],
    ["distributor", "/homepage"],
  ] as const) {
    const page = await visit(browser, { who, path, viewport: PHONE });
    const days = page.getByRole("list", { name: "Orders by day" }).getByRole("link");
    await expect(days).toHaveCount(8);
    const boxes = await days.evaluateAll((links) =>
      links
        .map((link) => link.getBoundingClientRect())
        .map(({ width, height }) => ({ width, height })),
    );
    for (const { width, height } of boxes)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});
