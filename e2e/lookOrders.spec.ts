/** The figures of the lists of orders and of an open order, with the demo's data: where the first begins, and how large sums fit. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { violationsOf } from "../testkit/browser/axe";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { DESK, openDemo, PHONE, topOf, type Visit } from "./look";
import { brokenSums, controlsBeyond, cutButtons } from "./room";
import { recordShifts } from "./steadiness";
import { TARGETS, targetsTooSmall } from "./targets";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

function visit(browser: Browser, asked: Visit): Promise<Page> {
  return openDemo(browser, market, asked);
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
