/** The khata of a retailer and a distributor, with both of them looking at it. */
import { type Browser, type Page, expect as ofPlaywright, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { addDays, todayIst } from "../domain/dates";
import { cuttableConnection } from "../testkit/browser/cuttableConnection";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { PICTURE } from "../testkit/people";
import { connect, joinTraders, listProduct, type Trader } from "../testkit/traders";

/** Reconnecting waits between attempts. */
const expect = ofPlaywright.configure({ timeout: 20_000 });
const FIRST = { cursor: null, numItems: 20 };
const PRICE_PAISE = 12_550;

let market: Market;
let traders = 0;
test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

type Pair = {
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly productId: Awaited<ReturnType<typeof listProduct>>;
};

/** Connects a new retailer with a new distributor that sells one product. */
async function newPair(): Promise<Pair> {
  traders += 1;
  const { retailers, distributors } = await joinTraders(market, 1, 1, traders);
  const [retailer, distributor] = [retailers[0]!, distributors[0]!];
  await connect([retailer], distributor);
  const productId = await listProduct(market, distributor, { stock: 100, pricePaise: PRICE_PAISE });
  return { retailer, distributor, productId };
}

/** Places and accepts an order of so many pieces at ₹125.50. */
async function trade({ retailer, distributor, productId }: Pair, quantity: number): Promise<void> {
  const orderId = await placeOrder(retailer.http, [{ productId, quantity }]);
  await acceptOrder(distributor.http, orderId, addDays(todayIst(Date.now()), 7));
}

async function openKhata(page: Page, who: Trader, partner: Trader): Promise<void> {
  await signIn(market, page, who.person);
  await page.goto(`/khata/${partner.id}`);
}

async function openBoth(browser: Browser, { retailer, distributor }: Pair) {
  const [buyer, seller] = [await newVisitor(browser, market), await newVisitor(browser, market)];
  await openKhata(buyer, retailer, distributor);
  await openKhata(seller, distributor, retailer);
  return { buyer, seller };
}

const balance = (page: Page) => page.getByRole("region", { name: "Balance" });
const payments = (page: Page) => page.getByRole("region", { name: "Payments" });
const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("[KHATA3] [KHATA5] [KHATA10] a part payment is claimed, confirmed and bounces, live on both sides", async ({
  browser,
}) => {
  const pair = await newPair();
  const { buyer, seller } = await openBoth(browser, pair);
  await expect(buyer.getByText("No entries yet")).toBeVisible();
  await trade(pair, 8);
  await expect(balance(buyer)).toContainText("₹1,004.00 to pay");
  await expect(balance(seller)).toContainText("₹1,004.00 to collect");

  await named(buyer, "I have paid").click();
  await buyer.getByLabel("Amount in rupees").fill("400");
  await buyer.getByLabel("Reference").fill("4123 4567 8901");
  await buyer.getByLabel("Proof").setInputFiles(PICTURE);
  await named(buyer, "Send").click();
  await expect(payments(buyer)).toContainText("Waiting for");
  await expect(payments(seller)).toContainText("UPI 412345678901");
  const proof = payments(seller).getByRole("link", { name: "Proof" });
  const address = (await proof.getAttribute("href")) ?? "";
  expect((await seller.request.get(address)).status()).toBe(200);
  await expect(balance(seller)).toContainText("₹1,004.00 to collect");

  await named(seller, "Confirm").click();
  await named(seller, "Confirm payment").click();
  await expect(balance(buyer)).toContainText("₹604.00 to pay");
  await expect(balance(seller)).toContainText("₹604.00 to collect");
  await expect(payments(buyer)).toContainText("Confirmed");
  await expect(buyer.getByRole("region", { name: "Dues" })).toContainText("of ₹1,004.00");

  await named(seller, "Bounced or wrong").click();
  await seller.getByRole("dialog").getByRole("textbox").fill("The bank took it back.");
  await named(seller, "Reverse payment").click();
  await expect(balance(buyer)).toContainText("₹1,004.00 to pay");
  await expect(balance(seller)).toContainText("₹1,004.00 to collect");
  await expect(payments(buyer)).toContainText("Reason: “The bank took it back.”");
  await expect(buyer.getByRole("table", { name: "Entries" })).toContainText("Payment reversed");
});

test("[KHATA6] a claim without a connection is made once when it is back", async ({ browser }) => {
  const pair = await newPair();
  await trade(pair, 2);
  const page = await newVisitor(browser, market);
  const connection = await cuttableConnection(page);
  await openKhata(page, pair.retailer, pair.distributor);
  await expect(balance(page)).toContainText("₹251.00 to pay");
  await named(page, "I have paid").click();
  await page.getByRole("dialog").getByText("Cash").click();
  connection.cut();
  await named(page, "Send").click();
  await expect(page.getByText("Waiting to send")).toBeVisible();
  connection.mend();
  await expect(payments(page)).toContainText("Waiting for");
  await expect(page.getByText("Waiting to send")).toHaveCount(0);
  const asked = { partnerId: pair.distributor.id, paginationOpts: FIRST };
  const told = await pair.retailer.http.query(api.payments.withPartner, asked);
  expect(told.page).toMatchObject([{ amountPaise: 25_100, state: "claimed", method: "cash" }]);
});

test("[KHATA11] an order beyond the limit is refused with the figures, and passes once allowed", async ({
  browser,
}) => {
  const pair = await newPair();
  await trade(pair, 8);
  const { buyer, seller } = await openBoth(browser, pair);
  await named(seller, "Terms").click();
  await seller.getByLabel("Limit in rupees").fill("1100");
  await named(seller, "Save terms").click();
  await expect(balance(buyer)).toContainText("₹1,004.00 / ₹1,100.00");

  await buyer.goto(`/orderinfo/${pair.productId}`);
  await buyer.getByLabel("Quantity").fill("2");
  await buyer.getByLabel("Message").fill("Before the weekend");
  await named(buyer, "Place Order").click();
  const refusal = buyer.getByRole("alert").filter({ hasText: "Order Failed" });
  await expect(refusal).toContainText(
    "The limit is ₹1,100.00, ₹1,004.00 of it are used, and this order needs ₹251.00.",
  );
  const way = refusal.getByRole("link", { name: "Open the khata" });
  await expect(way).toHaveAttribute("href", `/khata/${pair.distributor.id}`);

  await named(seller, "Allow once").click();
  const dialog = seller.getByRole("dialog");
  await dialog.getByLabel("Amount in rupees").fill("200");
  await dialog.getByRole("button", { name: "Allow once" }).click();
  await expect(balance(seller)).toContainText("may go ₹200.00 beyond the limit");
  await named(buyer, "Place Order").click();
  await expect(buyer.getByText("Your order has been placed successfully!")).toBeVisible();
  await expect(balance(seller)).toContainText("₹1,255.00 / ₹1,100.00");
  await expect(balance(seller)).not.toContainText("beyond the limit");
});
