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
