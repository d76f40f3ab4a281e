/** The figures of the catalogue, of cards of traders and of homes, with the demo's data: how much is in view. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { homeOf } from "../domain/links";
import { register } from "../testkit/clients";
import { settled } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { NEWCOMERS, type Person } from "../testkit/people";
import { openDemo, PHONE, type Visit } from "./look";
import { brokenSums, controlsBeyond } from "./room";
import { recordShifts } from "./steadiness";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

function visit(browser: Browser, asked: Visit): Promise<Page> {
  return openDemo(browser, market, asked);
}

/** Returns the number of products that are wholly between the page's two bars, and the heights of the cards. */
async function productsInView(page: Page): Promise<{ whole: number; heights: number[] }> {
  const cards = page.locator("main [role=listitem]");
  await expect(cards.first()).toBeVisible();
  const bar = await page.getByRole("navigation", { name: "Most used" }).boundingBox();
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()));
  const whole = boxes.filter(({ bottom }) => bottom <= (bar?.y ?? 0)).length;
  return { whole, heights: boxes.map(({ height }) => height) };
}

test("a catalogue shows five products on a phone below the tiles of its categories", async ({
  browser,
}) => {
  const page = await visit(browser, {
    ...{ who: "retailer", path: "/productlistall", viewport: PHONE },
  });
  const tiles = page.getByRole("group", { name: "Categories" });
  expect((await tiles.boundingBox())?.height).toBeLessThanOrEqual(76);
  expect((await productsInView(page)).whole).toBeGreaterThanOrEqual(5);
  const card = page.getByRole("article").first();
  await expect(card.locator("a, button, input")).toHaveCount(3);
  await card.getByRole("button", { name: "Add to basket" }).click();
  await expect(card.getByRole("textbox", { name: /in the basket$/ })).toBeVisible();
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(132);
  await expect(card.getByRole("link", { name: "Order" })).toBeInViewport({ ratio: 1 });
});

for (const path of [
  "/productlistall",
  "/latestproduct",
  "/distributor-products/asha@mandi.test",
] as const) {
  test(`a card of ${path} is at most 132 px high on a phone`, async ({ browser }) => {
    const page = await visit(browser, { who: "retailer", path, viewport: PHONE });
    const { heights } = await productsInView(page);
    expect(heights.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...heights)).toBeLessThanOrEqual(132);
  });
}

const TRADERS = [
  ["distributor", "/mynetwork"],
  ["distributor", "/retailerslist"],
  ["retailer", "/retailerNetwork"],
  ["retailer", "/distributorslist"],
] as const;

for (const [who, path] of TRADERS) {
  test(`${path} shows each trader's facts in 132 px of a phone, and nothing moves`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who, path, viewport: PHONE });
    const cards = page.getByRole("main").getByRole("article");
    await expect(cards.filter({ hasText: /Last order|No orders yet/ }).first()).toBeVisible();
    const heights = await cards.evaluateAll((shown) =>
      shown.map((card) => card.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights)).toBeLessThanOrEqual(132);
    await page.addInitScript(recordShifts);
    await page.reload();
    await settled(page);
    await expect(cards.getByText(/Last order|No orders yet/).first()).toBeVisible();
    const shifts = await page.evaluate(() => globalThis.layoutShifts);
    expect(shifts?.total, shifts?.worst.join("\n")).toBeLessThanOrEqual(0.02);
    if (path === "/mynetwork") await expect(cards.first()).toContainText("₹");
    await cards.getByText(/^₹[\d,.]+$/u).evaluateAll((sums) => {
      for (const shown of sums) shown.textContent = "₹99,99,999.99";
    });
    await page.setViewportSize({ ...PHONE, width: 320 });
    expect(await page.evaluate(brokenSums)).toEqual([]);
    expect(await page.evaluate(controlsBeyond)).toEqual([]);
  });
}

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
