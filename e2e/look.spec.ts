/** The figures of the screens on a phone and a desk, with the demo's data: how much is in view, and where the first row begins. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { newVisitor, signIn } from "../testkit/browser/people";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { brokenSums } from "./room";

/** Heights in CSS px. */
const [PARTNER_ROW_PHONE, PARTNER_ROW_DESK, ENTRY_ROW_PHONE] = [64, 56, 56];

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

const KHATA_PARTNERS = [
  { who: "retailer", partner: "Banyan Court Wholesale", action: "I have paid" },
  { who: "distributor", partner: "Peepal Chowk Stores", action: "Record payment" },
] as const;

/** Opens the khata, once its font has come: another one's letters are wider. */
async function visitKhata(browser: Browser, who: Visit["who"], viewport: typeof PHONE) {
  const page = await visit(browser, { who, path: "/khata", viewport });
  await page.evaluate(() => document.fonts.load("1rem 'Inter Variable'"));
  return page;
}

async function heightsOf(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
}

for (const { who, partner, action } of KHATA_PARTNERS) {
  test(`the khata of a ${who} begins with its partners, and a partner with its entries`, async ({
    browser,
  }) => {
    const page = await visitKhata(browser, who, PHONE);
    const rows = page.locator("main article");
    expect(await topOf(rows.first())).toBeLessThanOrEqual(360);
    const heights = await heightsOf(rows);
    expect(heights.length).toBeGreaterThanOrEqual(3);
    expect(heights).toEqual(heights.map(() => PARTNER_ROW_PHONE));

    await rows.getByRole("link", { name: partner }).click();
    const entries = page.getByRole("table", { name: "Entries" }).locator("tbody tr[data-at]");
    await expect(entries.first()).toBeVisible();
    expect(await topOf(entries.first())).toBeLessThan(560);
    const [first, second, third] = await heightsOf(entries);
    expect([first, second, third]).toEqual([ENTRY_ROW_PHONE, ENTRY_ROW_PHONE, ENTRY_ROW_PHONE]);
    // The whole button is in the window, and nothing covers it.
    const button = page.getByRole("button", { name: action, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click({ trial: true });
    const limit = page.getByRole("meter", { name: "Limit used" }).locator("div");
    const width = await limit.evaluate((used) => {
      used.style.transition = "none";
      used.style.width = "0.1%";
      return used.getBoundingClientRect().width;
    });
    expect(width).toBeGreaterThanOrEqual(4);
  });

  test(`the partners of a ${who} are low rows on a desk`, async ({ browser }) => {
    const page = await visitKhata(browser, who, DESK);
    const section = page.getByRole("region", { name: "Payments" });
    await expect(section.getByRole("article").first()).toBeVisible();
    const rows = page.locator("main article:not(section article)");
    const heights = await heightsOf(rows);
    expect(heights.length).toBeGreaterThanOrEqual(3);
    expect(heights).toEqual(heights.map(() => PARTNER_ROW_DESK));
  });
}
