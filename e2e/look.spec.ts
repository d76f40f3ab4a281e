/** The figures of the screens on a phone and a desk, with the demo's data: how much is in view, and where the first row begins. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { newVisitor, signIn } from "../testkit/browser/people";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { violationsOf } from "../testkit/browser/axe";
import { brokenSums, controlsBeyond, cutButtons } from "./room";
import { recordShifts } from "./steadiness";
import { TARGETS, targetsTooSmall } from "./targets";

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

/** Returns the open order, and the links of the list that open one. */
function orderOn(page: Page) {
  return {
    opened: page.getByRole("region", { name: "Order", exact: true }),
    links: page.locator("main [data-opens]:visible"),
  };
}

for (const who of ["retailer", "distributor"] as const) {
  const path = who === "retailer" ? "/acceptedretail" : "/accepted_dist";

  test(`[ORDER1] at 1280 px an order stands beside its list, which keeps 600 px: ${who}`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who, path, viewport: DESK });
    const { opened, links } = orderOn(page);
    await links.first().click();
    await expect(opened.getByRole("list", { name: "Lines" })).toBeVisible();
    const list = page.locator("[data-beside]");
    const [listBox, orderBox] = [await list.boundingBox(), await opened.boundingBox()];
    expect(listBox!.width).toBeGreaterThanOrEqual(600);
    expect(orderBox!.x).toBeGreaterThanOrEqual(listBox!.x + listBox!.width);
    // Its actions are in view, and its list is usable.
    await expect(opened.getByRole("group", { name: "Actions" })).toBeInViewport({ ratio: 1 });
    await links.last().click();
    await expect(links.last()).toHaveAttribute("aria-current", "true");
    await expect(opened.getByRole("heading", { level: 2 })).toBeFocused();
    expect(await page.evaluate(brokenSums)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(links.last()).toBeFocused();
  });

  test(`[ORDER1] at 375 px an order is the page, with its actions in view: ${who}`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who, path, viewport: PHONE });
    const { opened, links } = orderOn(page);
    await links.last().scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(100);
    await links.last().click();
    await expect(opened.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(opened.getByRole("group", { name: "Actions" })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.evaluate(targetsTooSmall, TARGETS)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Accepted Orders" }).first().click();
    await expect(opened).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    await expect(links.last()).toBeFocused();
  });
}

/** Returns by how much the page is wider than the window. */
function sidewaysPx(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

for (const viewport of [PHONE, DESK])
  test(`[ORDER1] an order that its address opens moves nothing at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who: "distributor", path: "/accepted_dist", viewport });
    const { opened, links } = orderOn(page);
    await links.first().click();
    await page.addInitScript(recordShifts);
    await page.reload();
    await expect(opened.getByRole("list", { name: "Steps" })).toBeVisible();
    await settled(page);
    const shifts = await page.evaluate(() => globalThis.layoutShifts);
    expect(shifts?.total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
  });

for (const viewport of [{ width: 320, height: 800 }, DESK])
  test(`[ORDER1] an order fits twice the text size at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who: "distributor", path: "/accepted_dist", viewport });
    const { opened, links } = orderOn(page);
    await links.first().click();
    await expect(opened.getByRole("list", { name: "Lines" })).toBeVisible();
    for (const size of ["16px", "32px"]) {
      await page.evaluate((px) => (document.documentElement.style.fontSize = px), size);
      expect.soft(await page.evaluate(sidewaysPx), size).toBe(0);
      expect.soft(await page.evaluate(cutButtons), size).toEqual([]);
      expect.soft(await page.evaluate(controlsBeyond), size).toEqual([]);
      expect.soft(await page.evaluate(brokenSums), size).toEqual([]);
    }
  });
