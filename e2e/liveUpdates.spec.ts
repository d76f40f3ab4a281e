/** Live updates: latency from order to the distributor's open page, no polling, and no render of unchanged rows. */
import { type Page, expect, test } from "@playwright/test";
import { clientOf } from "../testkit/clients";
import { placeMany } from "../testkit/manyOrders";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, LOGINS } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

/** From the click on Place Order to the row on the distributor's open page, on one machine. */
const PROMISED_MEDIAN_MS = 100;
/** The promise is judged on an idle machine (STRICT_TIMES=1); on a shared one three browsers may take this many times as long. */
const PATIENCE = process.env["STRICT_TIMES"] === "1" ? 1 : 2;
const ORDERS = 50;
/** Request types that polling would use. */
const ASKING = new Set(["document", "fetch", "xhr", "eventsource"]);

// Tracing slows a page down, and its speed is measured here.
test.use({ trace: "off" });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Returns a function that resolves with the wall-clock time at which the page first contained `text`, taken in the page. */
async function watchFor(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const seen = new Promise<number>((resolve) => {
      const look = () => {
        if (!document.body.textContent.includes(wanted)) return;
        observer.disconnect();
        resolve(Date.now());
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      look();
    });
    Object.assign(window, { seen });
  }, text);
  return () => page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen);
}

/** Clicks from inside the page, so that the time starts at the click. */
async function clickNow(page: Page, name: string): Promise<number> {
  return page.getByRole("button", { name }).evaluate((button: HTMLButtonElement) => {
    const at = Date.now();
    button.click();
    return at;
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

test("shows an order on the distributor's open page within 100 ms, and its stock on a third page", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const distributor = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);
  const onlooker = await newVisitor(browser, market);
  await signIn(market, distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await signIn(market, retailer, {
    email: "meena@mandi.test",
    password: DEMO_PASSWORD,
    role: "retailer",
  });
  await signIn(market, onlooker, {
    email: "ravi@mandi.test",
    password: DEMO_PASSWORD,
    role: "retailer",
  });

  const asked: string[] = [];
  distributor.on("request", (request) => {
    // Scripts are not counted: the app prefetches them when idle.
    if (ASKING.has(request.resourceType())) asked.push(request.url());
  });

  await retailer.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await retailer.getByRole("link", { name: "Order" }).first().click();
  await retailer.waitForURL("**/orderinfo/*");
  const stock = onlooker.getByTestId("stock");
  await onlooker.goto(new URL(retailer.url()).pathname);
  await distributor.goto("/pendingorders_dist?sort=latest");
  await expect(distributor.getByRole("button", { name: "Accept" }).first()).toBeVisible();
  const before = Number((await stock.innerText()).replaceAll(/\D/g, ""));
  asked.length = 0;

  const latencies: number[] = [];
  for (let n = 1; n <= ORDERS; n += 1) {
    const message = `Live order number ${n} of ${ORDERS}.`;
    await retailer.getByPlaceholder("Leave a message").fill(message);
    const seen = await watchFor(distributor, message);
    const clicked = await clickNow(retailer, "Place Order");
    latencies.push((await seen()) - clicked);
    await expect(retailer.getByText("Your order has been placed successfully!")).toBeVisible();
    await expect(retailer.getByPlaceholder("Leave a message")).toHaveValue("");
  }
  const figure = median(latencies);
  console.log(
    `click → distributor's screen: median ${figure} ms, worst ${Math.max(...latencies)} ms of ${ORDERS} orders (promised ≤ ${PROMISED_MEDIAN_MS} ms)`,
  );
  expect(figure).toBeLessThanOrEqual(PROMISED_MEDIAN_MS * PATIENCE);
  await expect(stock).toContainText(new Intl.NumberFormat("en-IN").format(before - ORDERS));
  expect(asked, "nothing polls or reloads").toEqual([]);
});

declare global {
  var drawn: number | undefined;
}

/** Runs before the page's scripts. Counts row renders: each formats its quantity with toLocaleString. */
function countDrawing(): void {
  globalThis.drawn = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called on its number below
  const inWords = Number.prototype.toLocaleString;
  Number.prototype.toLocaleString = function (...args) {
    globalThis.drawn = (globalThis.drawn ?? 0) + 1;
    return Reflect.apply(inWords, this, args);
  };
}

const LISTS = [
  { who: "the distributor's cards", email: "asha@mandi.test", role: "distributor" },
  { who: "the retailer's table", email: "meena@mandi.test", role: "retailer" },
] as const;
const LIST_OF = { distributor: "/pendingorders_dist?sort=latest", retailer: "/pendingretail" };
const ROWS_THERE = 20;

for (const { who, email, role } of LISTS) {
  test(`renders only the new row of ${who} when an order arrives above`, async ({ browser }) => {
    const [buyer, seller] = await Promise.all([
      clientOf(market, LOGINS["retailer"]!),
      clientOf(market, LOGINS["distributor"]!),
    ]);
    const place = (count: number, words: string) =>
      placeMany({ buyer, seller, count, lines: 1, words: () => words });
    await place(ROWS_THERE, `There before, for ${who}.`);
    const page = await newVisitor(browser, market);
    await page.addInitScript(countDrawing);
    await signIn(market, page, { email, password: DEMO_PASSWORD, role });
    await page.goto(LIST_OF[role]);
    await expect(page.getByText(`There before, for ${who}.`)).not.toHaveCount(0);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => globalThis.drawn)).toBeGreaterThanOrEqual(ROWS_THERE);

    await page.evaluate(() => (globalThis.drawn = 0));
    await place(1, `Come later, for ${who}.`);
    await expect(page.getByText(`Come later, for ${who}.`)).toBeVisible();
    const drawn = (await page.evaluate(() => globalThis.drawn)) ?? Number.NaN;
    // The row itself, and the count in the heading whenever it changes.
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(ROWS_THERE / 2);
  });
}
