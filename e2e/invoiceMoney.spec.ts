/** The payment code of an open invoice asks for what is open, and follows each confirmed payment. */
import { type Locator, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { todayIst } from "../domain/dates";
import { formatRupees, plainRupees } from "../domain/money";
import { qrModules } from "../src/features/invoices/qrModules";
import { QUIET_ZONE } from "../src/files/pdf/marks";
import { pressEscape } from "../testkit/browser/escape";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTrader, listProduct, type Trader } from "../testkit/traders";

const PRICE_PAISE = 12_345;
const PIECES = 7;
const WHOLE_PAISE = PRICE_PAISE * PIECES;
const PART_PAISE = 40_001;

let market: Market;
let retailer: Trader;
let distributor: Trader;
let invoiceId: Id<"invoices">;

test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
  retailer = await joinTrader(market, "retailer", 1);
  distributor = await joinTrader(market, "distributor", 2);
  await connect([retailer], distributor);
  const productId = await listProduct(market, distributor, {
    ...{ stock: 1_000, pricePaise: PRICE_PAISE },
  });
  const lines = [{ productId, quantity: PIECES }];
  invoiceId = await acceptOrder(distributor.http, await placeOrder(retailer.http, lines));
});
test.afterAll(() => market.stop());

async function openInvoice(browser: Parameters<typeof newVisitor>[0], who: Trader): Promise<Page> {
  const page = await newVisitor(browser, market);
  await signIn(market, page, who.person);
  await page.goto(`/invoicepage?invoice=${invoiceId}`);
  return page;
}

const codeOf = (page: Page): Locator =>
  page.getByRole("article").getByRole("img", { name: "Payment QR code" });

/** The drawing of a link, to compare with the one on the page. */
function drawingOf(link: string): string {
  const { dark } = qrModules(link);
  return dark.map(([x, y]) => `M${QUIET_ZONE + x} ${QUIET_ZONE + y}h1v1h-1z`).join("");
}

async function claim(amountPaise: number, reference: string): Promise<Id<"payments">> {
  const { paymentId } = await retailer.http.mutation(api.payments.claim, {
    ...{ partnerId: distributor.id, amountPaise, method: "upi", reference },
    ...{ paidOn: todayIst(Date.now()), invoiceIds: [invoiceId] },
    paymentKey: crypto.randomUUID(),
  });
  return paymentId;
}

/** Expects the code, and the link on a phone, to ask for exactly this sum. */
async function expectAsked(page: Page, paise: number): Promise<void> {
  const pay = page.getByRole("region", { name: "Payment" }).locator("a[href^='upi:']");
  await expect(pay).toHaveAttribute(
    "href",
    new RegExp(`&am=${plainRupees(paise)}&cu=INR&tr=[A-Z0-9]+&tn=`),
  );
  const link = (await pay.getAttribute("href"))!;
  expect(new URLSearchParams(link.split("?")[1]).get("pa")).toBe("company2@upi");
  const drawn = codeOf(page).locator("path");
  await expect.poll(async () => (await drawn.getAttribute("d")) === drawingOf(link)).toBe(true);
}

test("[MONEY2] the link to pay is for phones, and never for the payee", async ({ browser }) => {
  const page = await openInvoice(browser, retailer);
  const seller = await openInvoice(browser, distributor);
  const pay = page.getByRole("link", { name: `Pay ${formatRupees(WHOLE_PAISE)}` });
  await expect(page.getByRole("link", { name: "I have paid" })).toBeVisible();
  await expect(pay).toBeHidden();
  for (const each of [page, seller]) await each.setViewportSize({ width: 375, height: 800 });
  await expect(pay).toBeVisible();
  await expect(seller.getByRole("link", { name: "Record payment" })).toBeVisible();
  await expect(codeOf(seller)).toBeVisible();
  await expect(seller.locator("a[href^='upi:']")).toHaveCount(0);
});

test("[MONEY1] [MONEY4] the open page's code asks for the rest to the paisa once a part is confirmed, and is gone once all is", async ({
  browser,
}) => {
  const page = await openInvoice(browser, retailer);
  const seller = await openInvoice(browser, distributor);
  await expectAsked(page, WHOLE_PAISE);
  await seller.getByRole("button", { name: "Timeline" }).click();
  const steps = seller.getByRole("list", { name: "Steps" });

  const paymentId = await claim(PART_PAISE, "412345678901");
  await expect(page.getByText("₹400.01 waits for distributor 2's confirmation.")).toBeVisible();
  await expect(steps).toContainText("retailer 1 claimed a payment₹400.01 · UPI 412345678901");
  await expectAsked(page, WHOLE_PAISE);

  await distributor.http.mutation(api.payments.confirm, { paymentId });
  await expect(page.getByText("₹464.14 of ₹864.15 open")).toBeVisible();
  await expect(steps).toContainText("You confirmed the payment");
  await expectAsked(page, WHOLE_PAISE - PART_PAISE);

  const rest = await claim(WHOLE_PAISE - PART_PAISE, "412345678902");
  await distributor.http.mutation(api.payments.confirm, { paymentId: rest });
  await pressEscape(seller);
  for (const each of [page, seller]) {
    await expect(each.getByRole("article").getByText("Paid", { exact: true })).toBeVisible();
    await expect(codeOf(each)).toHaveCount(0);
  }
});
