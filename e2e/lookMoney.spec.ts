/** The figures of invoices, notifications and the khata, with the demo's data: what is in view first. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DESK, openDemo, PHONE, topOf, type Visit } from "./look";

/** Heights in CSS px. */
const [PARTNER_ROW_PHONE, PARTNER_ROW_DESK, ENTRY_ROW_PHONE] = [64, 56, 56];

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

function visit(browser: Browser, asked: Visit): Promise<Page> {
  return openDemo(browser, market, asked);
}

for (const who of ["retailer", "distributor"] as const)
  test(`[INVOICE1] the first product of each tax invoice is in view on a ${who}'s phone, above what is looked up now and then`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who, path: "/invoicepage", viewport: PHONE });
    const choice = page.getByLabel("Invoice", { exact: true });
    const values = await choice
      .locator("option")
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    const sheet = page.getByRole("article", { name: /^Invoice / });
    const bar = page.getByRole("button", { name: "Download PDF" }).locator("..");
    // Some are long, some paid, and some tell of an e-way bill.
    for (const value of values.filter((each) => !["", "older"].includes(each)).slice(0, 12)) {
      await page.goto(`/invoicepage?invoice=${value}`);
      const product = sheet.locator("tbody [role=row]").first();
      await product.waitFor();
      const top = await topOf(product);
      expect(top, value).toBeLessThan(PHONE.height);
      expect(await topOf(sheet.getByRole("region", { name: "Order summary" }))).toBeGreaterThan(
        top,
      );
      const party = sheet.getByRole("region", { name: "Distributor", exact: true });
      expect(await topOf(party)).toBeGreaterThan(
        await topOf(sheet.getByRole("region", { name: "Order summary" })),
      );
    }
    const tops = await bar
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
    const picture = sheet.locator("tbody img").first();
    expect(await picture.evaluate((shown) => shown.getBoundingClientRect().width)).toBe(40);
  });

for (const who of ["retailer", "distributor"] as const)
  test(`[BELL2] names the partner of each notification on one line of a ${who}'s phone`, async ({
    browser,
  }) => {
    const page = await visit(browser, { who, path: "/notifications", viewport: PHONE });
    const partners = page.locator("main [data-row] > :nth-child(2)");
    await expect(partners.first()).toBeVisible();
    const names = await partners.evaluateAll((all) =>
      all.map((name) => ({
        isCut: name.scrollWidth > name.clientWidth,
        lines: Math.round(
          name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight),
        ),
      })),
    );
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(name).toEqual({ isCut: false, lines: 1 });
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
