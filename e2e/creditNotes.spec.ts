/** A distributor issues a credit note; the retailer's open invoice follows, and both have its page. */
import { type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTrader, listProduct, type Trader } from "../testkit/traders";

let market: Market;
let retailer: Trader;
let distributor: Trader;
let productId: Id<"products">;
let invoiceId: Id<"invoices">;

test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
  retailer = await joinTrader(market, "retailer", 1);
  distributor = await joinTrader(market, "distributor", 2);
  await connect([retailer], distributor);
  productId = await listProduct(market, distributor, { stock: 100, pricePaise: 118_00 });
  const lines = [{ productId, quantity: 10 }];
  invoiceId = await acceptOrder(distributor.http, await placeOrder(retailer.http, lines));
});
test.afterAll(() => market.stop());

async function openInvoice(browser: Parameters<typeof newVisitor>[0], who: Trader): Promise<Page> {
  const page = await newVisitor(browser, market);
  await signIn(market, page, who.person);
  await page.goto(`/invoicepage?invoice=${invoiceId}`);
  await expect(page.getByRole("article", { name: /^Invoice / })).toBeVisible();
  return page;
}

test("[NOTE11] a credit note shows at once on the retailer's invoice, lowers what is open, returns the stock, and has a page and a PDF", async ({
  browser,
}) => {
  const buyer = await openInvoice(browser, retailer);
  const seller = await openInvoice(browser, distributor);
  const payment = buyer.getByRole("region", { name: "Payment" });
  await expect(payment).toContainText("₹1,180.00 to pay");
  await expect(buyer.getByRole("button", { name: "Issue credit note" })).toHaveCount(0);

  await seller.getByRole("button", { name: "Issue credit note" }).click();
  const dialog = seller.getByRole("dialog", { name: "Issue credit note" });
  await dialog.getByRole("textbox", { name: /^Pieces of / }).fill("3");
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption("Goods returned");
  await dialog.getByRole("button", { name: "Issue", exact: true }).click();
  await expect(seller.getByText("Credit note issued.")).toBeVisible();

  for (const page of [buyer, seller]) {
    const notes = page.getByRole("region", { name: "Credit notes" });
    await expect(notes).toContainText("₹354.00 of ₹1,180.00 credited");
    await expect(notes.getByRole("link")).toHaveText(/^CN\/\d\d-\d\d\/00001$/);
  }
  await expect(payment).toContainText("₹826.00 to pay");
  const product = await distributor.http.query(api.products.one, { productId });
  expect(product).toMatchObject({ stock: 93 });

  await buyer.getByRole("region", { name: "Credit notes" }).getByRole("link").click();
  const sheet = buyer.getByRole("article", { name: /^Credit note CN/ });
  await expect(sheet).toContainText("Rupees Three Hundred Fifty Four Only");
  const download = buyer.waitForEvent("download");
  await buyer.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^credit-note-CN-\d\d-\d\d-00001\.pdf$/);
  await buyer.goto(`/khata/${distributor.id}`);
  await expect(buyer.getByRole("link", { name: /^CN\// })).toHaveAttribute("href", /^\/creditnote/);
});
