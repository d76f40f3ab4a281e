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
