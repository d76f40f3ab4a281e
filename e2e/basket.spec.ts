/** The basket: the same on phone and desk, placed once per distributor, and offline too. */
import { type BrowserContext, type Page, expect as ofPlaywright, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { cuttableConnection } from "../testkit/browser/cuttableConnection";
import { newVisitor, signIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { LOGINS } from "../testkit/people";

/** Reconnecting waits between attempts. */
const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;
const FIRST = { cursor: null, numItems: 20 };

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

/** Puts two pieces each of some products into Meena's basket, from the newest on, and returns their ids. */
async function fillBasket(count: number): Promise<string[]> {
  const meena = await clientOf(market, MEENA);
  const { page } = await meena.query(api.products.all, { paginationOpts: FIRST, sort: "inStock" });
  const ids = page.slice(0, count).map(({ _id }) => _id);
  for (const productId of ids) await meena.mutation(api.basket.set, { productId, quantity: 2 });
  return ids;
}

/** The numbers of lines of the pending orders with this message. */
async function pendingSaying(words: string): Promise<number[]> {
  const meena = await clientOf(market, MEENA);
  const asked = { list: "pending", paginationOpts: { cursor: null, numItems: 100 } } as const;
  const { page } = await meena.query(api.orders.outgoing, asked);
  return page.filter(({ msg }) => msg === words).map(({ lines }) => lines.length);
}

async function openBasket(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(market, page, MEENA);
  await page.goto("/basket");
  return page;
}

test("[BASKET6] is filled on the phone and placed at the desk, one order for each distributor", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const phone = await newVisitor(browser, market);
  await phone.setViewportSize({ width: 375, height: 800 });
  await signIn(market, phone, MEENA);
  const context = await browser.newContext({ baseURL: market.url });
  const desk = await openBasket(context);
  await expect(desk.getByText("Nothing here yet")).toBeVisible();
  const [first] = await fillBasket(1);
  await phone.goto(`/orderinfo/${first}`);
  await phone.getByRole("button", { name: "Increase" }).click();
  await expect(desk.getByRole("textbox", { name: /^Pieces of/ })).toHaveValue("3");
  await fillBasket(6);
  await expect(desk.getByRole("textbox", { name: /^Pieces of/ })).toHaveCount(6);
  const words = "From the basket, please.";
  const messages = await desk.getByLabel("Message").all();
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) await message.fill(words);
  const seller = await newVisitor(browser, market);
  await signIn(market, seller, ASHA);
  await seller.goto("/pendingorders_dist?sort=latest");
  await desk.getByRole("button", { name: "Place all orders" }).click();
  await expect(desk.getByText("Nothing here yet")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Add to basket" })).toBeVisible();
  await expect(seller.getByText(words).first()).toBeVisible();
  await expect.poll(async () => (await pendingSaying(words)).length).toBe(messages.length);
  const lineCounts = await pendingSaying(words);
  expect(lineCounts.reduce((sum, lines) => sum + lines, 0)).toBe(6);
});

test("placed without a connection is placed once when it is back", async ({ browser }) => {
  const words = "Placed in the cellar";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  const connection = await cuttableConnection(page);
  await signIn(market, page, MEENA);
  await page.goto("/basket");
  await fillBasket(1);
  await page.getByLabel("Message").fill(words);
  connection.cut();
  await page.getByRole("button", { name: "Place all orders" }).click();
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  connection.mend();
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await expect.poll(() => pendingSaying(words)).toEqual([1]);
});

test("[BASKET6] keeps a line that another device changes while it is placed", async ({
  browser,
}) => {
  const words = "Placed before it was changed";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  const connection = await cuttableConnection(page);
  await signIn(market, page, MEENA);
  await page.goto("/basket");
  const [productId] = await fillBasket(1);
  await page.getByLabel("Message").fill(words);
  connection.cut();
  await page.getByRole("button", { name: "Place all orders" }).click();
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  const meena = await clientOf(market, MEENA);
  await meena.mutation(api.basket.set, { productId: productId!, quantity: 5 });
  connection.mend();
  await expect(page.getByRole("textbox", { name: /^Pieces of/ })).toHaveValue("5");
  await expect.poll(() => pendingSaying(words)).toEqual([1]);
  await meena.mutation(api.basket.set, { productId: productId!, quantity: 0 });
});

test("[BASKET6] is not ordered again by a device without a connection, after another ordered it", async ({
  browser,
}) => {
  const words = "Placed in the cellar, and at the desk";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  const connection = await cuttableConnection(page);
  await signIn(market, page, MEENA);
  await page.goto("/basket");
  const [productId = ""] = await fillBasket(1);
  await page.getByLabel("Message").fill(words);
  connection.cut();
  await page.getByRole("button", { name: "Place all orders" }).click();
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  const desk = await clientOf(market, MEENA);
  await desk.mutation(api.orders.place, {
    ...{ orderKey: crypto.randomUUID(), msg: words, lines: [{ productId, quantity: 2 }] },
    fromBasket: true,
  });
  connection.mend();
  await expect(page.getByText("The same was ordered a short while ago")).toBeVisible();
  await expect(page.getByText(/^This order was already placed: /)).toBeVisible();
  await expect.poll(() => pendingSaying(words)).toEqual([1]);
});

test("[BASKET3] [BASKET5] takes a past order with what changed, and is kept under a name", async ({
  browser,
}) => {
  const [meena, asha] = [await clientOf(market, MEENA), await clientOf(market, ASHA)];
  const sold = { distributorEmail: ASHA.email, paginationOpts: FIRST, sort: "inStock" } as const;
  const [first, second] = (await meena.query(api.products.byDistributor, sold)).page;
  const lines = [first!, second!].map(({ _id }) => ({ productId: _id, quantity: 2 }));
  await placeOrder(meena, lines, "Both");
  const pricePaise = first!.pricePaise + 100;
  await asha.mutation(api.products.edit, { productId: first!._id, changes: { pricePaise } });
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  await signIn(market, page, MEENA);
  await page.goto("/pendingretail");
  await page.getByRole("button", { name: "Order again" }).first().click();
  const dialog = page.getByRole("dialog", { name: "2 products are in the basket." });
  await expect(dialog.getByText(first!.name)).toBeVisible();
  await dialog.getByRole("link", { name: "Open basket" }).click();
  const pieces = page.getByRole("textbox", { name: /^Pieces of/ });
  await expect(pieces).toHaveCount(2);
  await expect(page.getByText(/The price was/)).toHaveCount(1);
  await page.getByRole("button", { name: "Save basket" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Diwali");
  await page.getByRole("dialog").getByRole("button", { name: "Save basket" }).click();
  const saved = page.getByRole("region", { name: "Saved baskets" });
  await expect(saved.getByText("Diwali")).toBeVisible();
  for (const { productId } of lines)
    await meena.mutation(api.basket.set, { productId, quantity: 0 });
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await saved.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(pieces).toHaveCount(2);
  const words = "At the new price, please.";
  await page.getByLabel("Message").fill(words);
  await page.getByRole("button", { name: "Place all orders" }).click();
  const asked = page.getByRole("alertdialog", { name: "Prices changed" });
  await expect(asked.getByText(first!.name)).toBeVisible();
  await asked.getByRole("button", { name: "Place all orders" }).click();
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await expect.poll(() => pendingSaying(words)).toEqual([2]);
});

test("keeps what the distributor's stock does not allow, and says so", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: market.url });
  const page = await openBasket(context);
  await fillBasket(1);
  const quantity = page.getByRole("textbox", { name: /^Pieces of/ });
  await expect(quantity).toHaveValue("2");
  await quantity.fill("99999");
  await quantity.press("Enter");
  await expect(page.getByText(/^Only [\d,]+ in stock\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Place all orders" })).toBeDisabled();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  const meena = await clientOf(market, MEENA);
  // The screen shows it before the server has taken it.
  await expect.poll(() => meena.query(api.basket.quantities, {})).toEqual([]);
});
