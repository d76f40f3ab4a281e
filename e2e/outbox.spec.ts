/** The outbox survives its tab, is sent by one tab, and shows the same state everywhere. */
import { type BrowserContext, expect as ofPlaywright, type Page, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { clientOf } from "../testkit/clients";
import { type CuttableConnection, cuttableConnection } from "../testkit/browser/cuttableConnection";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { signIn } from "../testkit/browser/people";
import { storedEntries } from "./storedEntries";

/** Reconnecting waits between attempts. */
const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = LOGINS["retailer"]!;
const CHAT = "/chat?with=asha@mandi.test";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

type Tab = { readonly page: Page; readonly connection: CuttableConnection };

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  return { page, connection: await cuttableConnection(page) };
}

async function openOrderPage(page: Page): Promise<void> {
  await page.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await page.getByRole("link", { name: "Order" }).first().click();
  await page.waitForURL("**/orderinfo/*");
  await expect(page.getByPlaceholder("Leave a message")).toBeVisible();
}

async function order(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder("Leave a message").fill(words);
  await page.getByRole("button", { name: "Place Order" }).click();
}

/** Counts Meena's pending orders with this message. */
async function ordersSaying(words: string): Promise<number> {
  const meena = await clientOf(market, MEENA);
  const { page } = await meena.query(api.orders.outgoing, {
    list: "pending",
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page.filter(({ msg }) => msg === words).length;
}

const bubble = (page: Page, words: string) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: words });

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.keyboard.press("Enter");
}

const sentBy = (tabs: readonly Tab[], words: string) =>
  tabs.flatMap(({ connection }) => connection.sent).filter((frame) => frame.includes(words)).length;

test("places a waiting order once from the next tab after its tab was closed", async ({
  browser,
}) => {
  const words = "Ordered before the tab was closed";
  const context = await browser.newContext({ baseURL: market.url });
  const closed = await openTab(context);
  await signIn(market, closed.page, MEENA);
  await openOrderPage(closed.page);
  closed.connection.cut();
  await order(closed.page, words);
  await expect(closed.page.getByText("Waiting for the connection")).toBeVisible();
  await expect.poll(() => storedEntries(closed.page)).toContain(words);
  await closed.page.close();
  expect(await ordersSaying(words)).toBe(0);

  const next = await openTab(context);
  await next.page.goto("/distributorslist");
  await expect(next.page.getByText(/Order Placed: /)).toBeVisible();
  expect(await ordersSaying(words)).toBe(1);
  expect(sentBy([closed, next], words)).toBe(1);
  await next.page.reload();
  await expect.poll(() => storedEntries(next.page)).toBe("[[]]");
  expect(await ordersSaying(words)).toBe(1);
});

test("sends an order again under its key when its tab lost the answer, and places it once", async ({
  browser,
}) => {
  const words = "Sent before the tab was closed";
  const context = await browser.newContext({ baseURL: market.url });
  const closed = await openTab(context);
  await signIn(market, closed.page, MEENA);
  await openOrderPage(closed.page);
  closed.connection.loseAnswers();
  await order(closed.page, words);
  await expect.poll(() => ordersSaying(words)).toBe(1);
  await closed.page.close();

  const next = await openTab(context);
  await next.page.goto("/distributorslist");
  await expect(next.page.getByText(/Order Placed: /)).toBeVisible();
  expect(sentBy([next], words)).toBe(1);
  expect(await ordersSaying(words)).toBe(1);
});

test("shows an entry in two tabs and sends it from one", async ({ browser }) => {
  const words = "Written in one of two tabs";
  const context = await browser.newContext({ baseURL: market.url });
  const tabs = [await openTab(context), await openTab(context)] as const;
  const [one, other] = tabs;
  await signIn(market, one.page, MEENA);
  for (const { page } of tabs) {
    await page.goto(CHAT);
    await expect(bubble(page, "Order before noon")).toBeVisible();
  }
  await context.setOffline(true);
  // The tab that writes is not the one that sends.
  await say(other.page, words);
  for (const { page } of tabs)
    await expect(bubble(page, words).getByRole("img", { name: "Waiting" })).toBeVisible();

  await context.setOffline(false);
  for (const { page } of tabs) {
    await expect(bubble(page, words).getByRole("img", { name: /Sent|Delivered/ })).toBeVisible();
    await expect(bubble(page, words)).toHaveCount(1);
  }
  expect(sentBy(tabs, words)).toBe(1);
  await expect.poll(() => storedEntries(one.page)).not.toContain(words);
});

test("sends from the active tab when a suspended tab holds the lock", async ({ browser }) => {
  const words = "The other tab sleeps";
  const context = await browser.newContext({ baseURL: market.url });
  const asleep = await openTab(context);
  await signIn(market, asleep.page, MEENA);
  await asleep.page.goto(CHAT);
  await expect(bubble(asleep.page, "Order before noon")).toBeVisible();
  const devTools = await context.newCDPSession(asleep.page);
  const inUse = await openTab(context);
  await inUse.page.goto(CHAT);
  await expect(bubble(inUse.page, "Order before noon")).toBeVisible();
  // Paused in the debugger it holds its lock and runs nothing, like a tab that a phone suspended.
  await devTools.send("Debugger.enable");
  await devTools.send("Debugger.pause");
  await say(inUse.page, words);
  await expect(bubble(inUse.page, words).getByRole("img", { name: "Sent" })).toBeVisible();
  await devTools.send("Debugger.disable");
  await expect(bubble(asleep.page, words)).toHaveCount(1);
  await expect(bubble(inUse.page, words)).toHaveCount(1);
});

test("sends from the live tab when the tab with the lock has no connection", async ({
  browser,
}) => {
  const words = "The other tab is cut off";
  const context = await browser.newContext({ baseURL: market.url });
  const cutOff = await openTab(context);
  await signIn(market, cutOff.page, MEENA);
  await cutOff.page.goto(CHAT);
  await expect(bubble(cutOff.page, "Order before noon")).toBeVisible();
  const live = await openTab(context);
  await openOrderPage(live.page);
  cutOff.connection.cut();
  await expect(cutOff.page.getByText("You are offline.")).toBeVisible();
  await order(live.page, words);
  await expect(live.page.getByText("Your order has been placed successfully!")).toBeVisible();
  cutOff.connection.mend();
  await expect(cutOff.page.getByText("You are offline.")).toHaveCount(0);
  expect(sentBy([cutOff, live], words)).toBe(1);
  expect(await ordersSaying(words)).toBe(1);
});

test("is live again after an offline event where the server still answers, as on its own machine", async ({
  browser,
}) => {
  const words = "Ordered without a network";
  const context = await browser.newContext({ baseURL: market.url });
  const { page } = await openTab(context);
  await signIn(market, page, MEENA);
  await openOrderPage(page);
  // The watch for the server begins when the page has settled.
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await order(page, words);
  await expect(page.getByText("Your order has been placed successfully!")).toBeVisible();
  expect(await ordersSaying(words)).toBe(1);
});

test("shows nothing as sending without a connection, and lets a waiting order be given up", async ({
  browser,
}) => {
  const words = "Given up in the tunnel";
  const context = await browser.newContext({ baseURL: market.url });
  const { page, connection } = await openTab(context);
  await signIn(market, page, MEENA);
  await openOrderPage(page);
  await context.setOffline(true);
  await order(page, words);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  await expect(page.getByRole("button", { name: "Place Order" })).not.toHaveAttribute("aria-busy");
  await page.getByRole("button", { name: "Give up this order" }).click();
  await expect(page.getByText("Order given up")).toBeVisible();
  await expect(page.getByPlaceholder("Leave a message")).toHaveValue(words);

  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await order(page, "Ordered after the tunnel");
  await expect(page.getByText("Your order has been placed successfully!")).toBeVisible();
  expect(connection.sent.filter((frame) => frame.includes(words))).toEqual([]);
  expect(await ordersSaying(words)).toBe(0);
});

test("[PWA9] shows a waiting order on the pending orders, at home and in the basket's count, and gives it up there", async ({
  browser,
}) => {
  const words = "Seen wherever one looks for it";
  const context = await browser.newContext({ baseURL: market.url });
  const { page, connection } = await openTab(context);
  await signIn(market, page, MEENA);
  await openOrderPage(page);
  const bar = page.getByRole("banner");
  const goTo = async (address: string) => {
    await page.evaluate((to) => {
      window.history.pushState(null, "", to);
      window.dispatchEvent(new PopStateEvent("popstate"));
    }, address);
    await page.waitForURL(`**${address}`);
  };
  const ordered = new URL(page.url()).pathname;
  const basket = bar.getByRole("link", { name: /^Basket/ });
  await expect(basket).toBeVisible();
  const before = await basket.innerText();
  // Their code is fetched while there is a connection.
  for (const [address, title] of [
    ["/pendingretail", /^Pending Orders/],
    ["/homepageretailer", /^Welcome to Mandi/],
  ] as const) {
    await goTo(address);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
  await goTo(ordered);
  await context.setOffline(true);
  await order(page, words);
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  await expect(basket).not.toHaveText(before);

  await goTo("/homepageretailer");
  await page.getByRole("link", { name: "1 order waits to be sent" }).click();
  const waiting = page.getByRole("region", { name: "Waiting to be sent" });
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await waiting.getByRole("button", { name: /^Give up this order/ }).click();
  await expect(waiting).toHaveCount(0);
  await expect(basket).toHaveText(before);

  await goTo(ordered);
  await order(page, words);
  await goTo("/pendingretail");
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText(/Order Placed: /)).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(sentBy([{ page, connection }], words)).toBe(1);
  expect(await ordersSaying(words)).toBe(1);
});

test("[PWA10] has typed text again after its tab was closed, and nothing of it after a sign-out", async ({
  browser,
}) => {
  const [words, note] = ["Half a sentence", "Half a message"];
  const context = await browser.newContext({ baseURL: market.url });
  const closed = await context.newPage();
  await signIn(market, closed, MEENA);
  await closed.goto(CHAT);
  await closed.getByRole("textbox", { name: "Message" }).fill(words);
  await openOrderPage(closed);
  const product = new URL(closed.url()).pathname;
  await closed.getByPlaceholder("Leave a message").fill(note);
  await closed.getByLabel("Quantity").fill("7");
  await closed.close();

  const next = await context.newPage();
  await next.goto(product);
  await expect(next.getByPlaceholder("Leave a message")).toHaveValue(note);
  await expect(next.getByLabel("Quantity")).toHaveValue("7");
  const beside = await context.newPage();
  await beside.goto(CHAT);
  await expect(beside.getByRole("textbox", { name: "Message" })).toHaveValue(words);

  await next.getByRole("button", { name: "User menu" }).click();
  await next.getByRole("menuitem", { name: "Sign out" }).click();
  const dialog = next.getByRole("alertdialog");
  await expect(dialog).toContainText("You have 3 unfinished drafts.");
  await dialog.getByRole("button", { name: "Sign out and discard" }).click();
  for (const page of [next, beside]) {
    await page.waitForURL("**/auth/login");
    const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    await expect.poll(kept).not.toContain("Half a");
  }
});

test("warns when the browser stores nothing, and sends the order", async ({ browser }) => {
  const words = "From a browser without a database";
  const context = await browser.newContext({ baseURL: market.url });
  await context.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", { value: undefined });
  });
  const { page, connection } = await openTab(context);
  await signIn(market, page, MEENA);
  await openOrderPage(page);
  connection.cut();
  await order(page, words);
  await expect(page.getByText("keep this page open until it is sent")).toBeVisible();
  connection.mend();
  await expect(page.getByText("Your order has been placed successfully!")).toBeVisible();
  expect(await ordersSaying(words)).toBe(1);
});
