/** Orders of several lines: one card, one dialog and one invoice each, seen by both sides as it happens; lines are refused alone. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { pressEscape } from "../testkit/browser/escape";
import { newVisitor, signIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { type Login, LOGINS } from "../testkit/people";

const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;
const BHARAT: Login = { ...ASHA, email: "bharat@mandi.test" };
const LINES = 6;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Puts two pieces each of six products of a distributor into Meena's basket. */
async function fillBasket(seller: Login): Promise<void> {
  const [meena, distributor] = await Promise.all([
    clientOf(market, MEENA),
    clientOf(market, seller),
  ]);
  const paginationOpts = { cursor: null, numItems: 100 };
  const { page } = await distributor.query(api.products.mine, { paginationOpts });
  for (const { _id: productId } of page.slice(0, LINES)) {
    await distributor.mutation(api.products.edit, { productId, changes: { stock: 1_000 } });
    await meena.mutation(api.basket.set, { productId, quantity: 2 });
  }
}

async function invoicesOfMeena(): Promise<number> {
  const meena = await clientOf(market, MEENA);
  const paginationOpts = { cursor: null, numItems: 100 };
  return (await meena.query(api.invoices.mine, { paginationOpts })).page.length;
}

async function openPending(browser: Browser, who: Login): Promise<Page> {
  const page = await newVisitor(browser, market);
  await signIn(market, page, who);
  await page.goto("/pendingorders_dist");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pending Orders");
  return page;
}

const basketCard = (page: Page) => page.getByRole("article").filter({ hasText: `${LINES} lines` });

test("[ANSWER7] a basket of twelve lines takes two dialogs and makes two invoices", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  for (const seller of [ASHA, BHARAT]) await fillBasket(seller);
  const before = await invoicesOfMeena();
  const meena = await newVisitor(browser, market);
  await signIn(market, meena, MEENA);
  await meena.goto("/basket");
  for (const message of await meena.getByLabel("Message").all()) await message.fill("Together.");
  const asha = await openPending(browser, ASHA);
  const bharat = await openPending(browser, BHARAT);
  await expect(basketCard(asha)).toHaveCount(0);
  await meena.getByRole("button", { name: "Place all orders" }).click();

  for (const seller of [asha, bharat]) {
    await expect(basketCard(seller)).toHaveCount(1);
    await basketCard(seller).getByRole("button", { name: "Accept" }).click();
    const dialog = seller.getByRole("dialog", { name: "Accept Order" });
    await dialog.getByRole("button", { name: "Tomorrow" }).click();
    await dialog.getByRole("button", { name: "Accept" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(basketCard(seller)).toHaveCount(0);
  }
  expect(await invoicesOfMeena()).toBe(before + 2);

  await test.step("is completed with one click", async () => {
    await asha.goto("/accepted_dist");
    await basketCard(asha).getByRole("button", { name: "Mark as Completed" }).click();
    await expect(basketCard(asha).getByText("Completed", { exact: true })).toBeVisible();
  });
});

test("[ANSWER7] an order from the basket loses a line, is accepted with fewer pieces, and gets one invoice", async ({
  browser,
}) => {
  await fillBasket(ASHA);
  const before = await invoicesOfMeena();
  const meena = await newVisitor(browser, market);
  await signIn(market, meena, MEENA);
  await meena.goto("/basket");
  await meena.getByLabel("Message").fill("Send what you have.");
  await meena.getByRole("radio", { name: "Send what you have" }).check();
  const asha = await openPending(browser, ASHA);
  await meena.getByRole("button", { name: "Place all orders" }).click();
  await expect(basketCard(asha)).toHaveCount(1);

  await test.step("the retailer cancels one of its lines", async () => {
    await meena.goto("/pendingretail");
    const rows = meena.getByRole("main").getByRole("row");
    await rows.getByText("Cancel line").first().click();
    const dialog = meena.getByRole("dialog", { name: "Cancel this line" });
    await dialog.getByRole("textbox").fill("Bought nearby.");
    await dialog.getByRole("button", { name: "Cancel line" }).click();
    await expect(dialog).toHaveCount(0);
    await basketCard(asha).getByRole("button", { name: /more$/i }).click();
    await expect(basketCard(asha).getByText("Bought nearby.")).toBeVisible();
  });

  await test.step("the distributor rejects another, and accepts the rest with a piece less", async () => {
    await basketCard(asha)
      .getByRole("button", { name: /^Reject ./ })
      .first()
      .click();
    const reason = asha.getByRole("dialog", { name: "Reason for Rejection" });
    await reason.getByRole("textbox").fill("None left.");
    await reason.getByRole("button", { name: "Submit" }).click();
    await expect(reason).toHaveCount(0);
    await basketCard(asha).getByRole("button", { name: "Accept" }).click();
    const dialog = asha.getByRole("dialog", { name: "Accept Order" });
    await dialog.getByRole("button", { name: "Tomorrow" }).click();
    await dialog.getByRole("button", { name: "Decrease" }).first().click();
    await dialog.getByRole("button", { name: "Accept with less" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(basketCard(asha)).toHaveCount(0);
  });

  expect(await invoicesOfMeena()).toBe(before + 1);
  const client = await clientOf(market, MEENA);
  const paginationOpts = { cursor: null, numItems: 1 };
  const { page } = await client.query(api.orders.outgoing, { list: "accepted", paginationOpts });
  const { lines, invoiceId } = (await client.query(api.orders.one, { orderId: page[0]!._id }))!;
  expect(lines.map(({ quantity }) => quantity).sort()).toEqual([0, 0, 1, 2, 2, 2]);
  const refusedBy = lines.flatMap(({ refused }) => refused?.by ?? []);
  expect(refusedBy.sort()).toEqual(["distributor", "retailer"]);
  const invoice = await client.query(api.invoices.one, { invoiceId: invoiceId! });
  const sent = lines.filter(({ quantity }) => quantity > 0).map(({ lineId }) => lineId);
  expect(invoice?.lines.map(({ lineId }) => lineId)).toEqual(sent);
});

test("[ANSWER3] [ANSWER4] fewer pieces wait for the retailer, and the card knows her answer at once", async ({
  browser,
}) => {
  await fillBasket(ASHA);
  const meena = await clientOf(market, MEENA);
  const lines = await meena.query(api.basket.quantities, {});
  const { orderId } = await meena.mutation(api.orders.place, {
    orderKey: crypto.randomUUID(),
    msg: "Ask me first.",
    lines,
    shortageRule: "ask",
    fromBasket: true,
  });
  const asha = await openPending(browser, ASHA);
  await basketCard(asha).getByRole("button", { name: "Accept" }).click();
  const dialog = asha.getByRole("dialog", { name: "Accept Order" });
  await dialog.getByRole("button", { name: "Tomorrow" }).click();
  await dialog.getByRole("button", { name: "Decrease" }).first().click();
  await dialog.getByRole("button", { name: "Send offer" }).click();
  await expect(dialog).toHaveCount(0);
  const offered = `Offered ${2 * LINES - 1} of ${2 * LINES}, waiting for`;
  await expect(basketCard(asha)).toContainText(offered);
  const paginationOpts = { cursor: null, numItems: 10 };
  const { page } = await meena.query(api.offers.mine, { paginationOpts });
  const offers = page.filter((offer) => offer.orderId === orderId);
  expect(offers).toHaveLength(1);
  await meena.mutation(api.offers.agree, { offerId: offers[0]!._id });
  await expect(basketCard(asha)).toHaveCount(0);
});

test("[HANDLE6] orders are gone through by keys, and several are accepted and completed at once", async ({
  browser,
}) => {
  const [meena, seller] = await Promise.all([clientOf(market, MEENA), clientOf(market, ASHA)]);
  const paginationOpts = { cursor: null, numItems: 1 };
  const { page: products } = await seller.query(api.products.mine, { paginationOpts });
  const words = "Gone through by keys.";
  for (let n = 0; n < 3; n += 1)
    await placeOrder(meena, [{ productId: products[0]!._id, quantity: 1 }], words);
  const asha = await openPending(browser, ASHA);
  const mine = asha.getByRole("article").filter({ hasText: words });
  await expect(mine).toHaveCount(3);
  const select = async () => {
    for (const card of await mine.all()) await card.getByRole("checkbox").click();
  };

  await test.step("keys", async () => {
    const [accept, reject] = ["Accept Order", "Reason for Rejection"].map((name) =>
      asha.getByRole("dialog", { name }),
    );
    await asha.keyboard.press("j");
    await expect(asha.getByRole("article").first()).toBeFocused();
    await asha.keyboard.press("j");
    await expect(asha.getByRole("article").nth(1)).toBeFocused();
    await asha.keyboard.press("k");
    await asha.keyboard.press("r");
    await expect(reject!).toBeVisible();
    await pressEscape(asha);
    await mine.first().focus();
    await asha.keyboard.press("a");
    await expect(accept!).toBeVisible();
    await accept!.getByRole("textbox", { name: "Delivery date" }).fill("5 Dec");
    await expect(accept!.getByText(/, 5 December/)).toBeVisible();
    await pressEscape(asha);
  });

  await test.step("accepts three at once, each folded to its invoice", async () => {
    await select();
    await asha.getByRole("button", { name: "Accept 3" }).click();
    const dialog = asha.getByRole("dialog", { name: "Accept 3 orders" });
    await dialog.getByRole("button", { name: "Tomorrow" }).click();
    await dialog.getByRole("button", { name: "Accept 3" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mine).toHaveCount(0);
    await expect(asha.getByRole("link", { name: /^Accepted · .*\d{5}/ })).toHaveCount(3);
  });

  await test.step("completes them after one confirmation that names them", async () => {
    await asha.goto("/accepted_dist?due=later");
    await expect(mine).toHaveCount(3);
    await select();
    await asha.getByRole("button", { name: "Complete 3" }).click();
    const dialog = asha.getByRole("alertdialog", { name: "Complete 3 orders?" });
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await dialog.getByRole("button", { name: "Complete 3" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mine.getByText("Completed", { exact: true })).toHaveCount(3);
  });
});
