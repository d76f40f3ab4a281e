/** The figures of the screens on a phone and a desk, with the demo's data: how much is in view, and where the first row begins. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { newVisitor, signIn } from "../testkit/browser/people";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { brokenSums, controlsBeyond } from "./room";
import { recordShifts } from "./steadiness";

/** Heights in CSS px. */
const [PARTNER_ROW_PHONE, PARTNER_ROW_DESK, ENTRY_ROW_PHONE] = [64, 56, 56];
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
const ORDER_LISTS = {
  distributor: ["/pendingorders_dist", "/accepted_dist", "/rejected_dist", "/completed_dist"],
  retailer: ["/pendingretail", "/acceptedretail", "/rejectedretail", "/completedretail"],
} as const;

/** Goes through one party's four lists of orders, each once its rows are there. */
async function eachOrderList(
  browser: Browser,
  { who, viewport }: Omit<Visit, "path">,
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  const [first, ...others] = ORDER_LISTS[who];
  const page = await visit(browser, { who, path: first, viewport });
  for (const path of [first, ...others]) {
    if (path !== first) await page.goto(path);
    await expect(firstRow(page)).toBeVisible();
    await settled(page);
    await look(page, path);
  }
  await page.context().close();
}

/** Returns the first card or row of a list of orders. */
function firstRow(page: Page): Locator {
  return page.locator("main").locator("article, tbody tr").first();
}

/** Gives every sum on the page the most digits that an order's may have. */
async function enlargeSums(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sums = [...document.querySelectorAll("main *, [role=dialog] *")].filter(
      ({ children, textContent }) =>
        children.length === 0 && /^₹\d[\d,]*\.\d\d$/u.test(textContent),
    );
    for (const sum of sums) sum.textContent = "₹99,99,999.99";
    return sums.length;
  });
}

for (const who of ["distributor", "retailer"] as const) {
  test(`on a phone the first order of each list of a ${who} begins within 200 px`, async ({
    browser,
  }) => {
    await eachOrderList(browser, { who, viewport: PHONE }, async (page, path) => {
      // Open offers stand above the list, as long as they are not answered.
      const offersPx = await page.evaluate(() => {
        const offers = document.querySelector("main section[aria-label=Offers]");
        if (offers === null) return 0;
        return (
          offers.getBoundingClientRect().height +
          Number.parseFloat(getComputedStyle(offers).marginBottom)
        );
      });
      expect((await topOf(firstRow(page))) - offersPx, path).toBeLessThanOrEqual(200);
    });
  });

  test(`the largest sums stay whole on each list of a ${who}`, async ({ browser }) => {
    await eachOrderList(browser, { who, viewport: PHONE }, async (page, path) => {
      for (const width of [320, 375, 768, 1280]) {
        const at = `${path} at ${width} px`;
        await page.setViewportSize({ ...PHONE, width });
        await expect(firstRow(page)).toBeVisible();
        expect(await enlargeSums(page), at).toBeGreaterThan(0);
        expect(await page.evaluate(brokenSums), at).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width);
      }
    });
  });
}

test("an answer with fewer pieces shows whole names above whole sums", async ({ browser }) => {
  const page = await visit(browser, {
    ...{ who: "distributor", path: "/pendingorders_dist" },
    viewport: DESK,
  });
  await page
    .getByRole("article")
    .filter({ hasText: "2 lines" })
    .first()
    .getByRole("button", { name: "Accept" })
    .click();
  const line = page.getByRole("list", { name: "Pieces to send" }).getByRole("listitem").first();
  const name = line.getByRole("paragraph").first();
  await expect(name).toBeVisible();
  expect((await name.boundingBox())!.width).toBeGreaterThanOrEqual(160);
  expect(await enlargeSums(page)).toBeGreaterThan(0);
  expect(await page.evaluate(brokenSums)).toEqual([]);
});

test("late and later orders stand side by side in one grid", async ({ browser }) => {
  const page = await visit(browser, {
    ...{ who: "distributor", path: "/accepted_dist" },
    viewport: DESK,
  });
  const cards = page.getByRole("article");
  const [late, later] = ["Late", "Later"].map((group) =>
    cards.filter({ has: page.getByText(group, { exact: true }) }).first(),
  );
  await expect(late!).toBeVisible();
  expect(await topOf(later!)).toBe(await topOf(late!));
});

test("the icons of an opened card stand on the lines of their words", async ({ browser }) => {
  const page = await visit(browser, {
    ...{ who: "distributor", path: "/accepted_dist" },
    viewport: PHONE,
  });
  const card = page.getByRole("article").first();
  await card.getByRole("button", { name: "More" }).click();
  await expect(card.getByText("WhatsApp")).toBeVisible();
  const distances = await card.locator("dl > div").evaluateAll((facts) =>
    facts.map((fact) => {
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      const words = document.createRange();
      words.selectNodeContents(fact.querySelector("dd")!);
      const icon = fact.querySelector("dt span")!.getBoundingClientRect();
      const [line] = [...words.getClientRects()].filter(({ height }) => height < 2 * icon.height);
      return Math.abs(middle(icon) - middle(line!));
    }),
  );
  expect(distances.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...distances)).toBeLessThanOrEqual(3);
});

test("the heading of an order of several lines is one row of a table, and names its partner on a line of a card", async ({
  browser,
}) => {
  const page = await visit(browser, {
    ...{ who: "retailer", path: "/acceptedretail" },
    viewport: DESK,
  });
  const heading = page.locator("main tbody tr:has(td[colspan])").first();
  expect((await heading.boundingBox())!.height).toBeLessThanOrEqual(48);
  await page.setViewportSize(PHONE);
  const name = (await heading.getByRole("paragraph").first().boundingBox())!;
  const sum = (await heading.getByText(/^₹/u).boundingBox())!;
  expect(name.height).toBeLessThanOrEqual(24);
  expect(sum.y).toBeGreaterThanOrEqual(name.y + name.height);
  expect(sum.x + sum.width).toBeCloseTo(name.x + name.width, 0);
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
