/** Prices without GST and whole rupees, from the distributor's settings to both sides' invoice. */
import { type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { connect, joinTraders, listProduct, type Trader } from "../testkit/traders";

const NAME = "Copper lota";

let market: Market;
let retailer: Trader;
let distributor: Trader;
let productId: string;

test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
  const { retailers, distributors } = await joinTraders(market, 1, 1);
  [retailer, distributor] = [retailers[0]!, distributors[0]!];
  await connect(retailers, distributor);
  await distributor.http.mutation(api.tax.save, {
    details: { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" },
  });
  await distributor.http.action(api.users.saveUpiId, {
    ...{ upiId: "asha@upi", password: distributor.person.password },
  });
  await retailer.http.mutation(api.tax.save, { details: { stateCode: "27", pincode: "400001" } });
  productId = await listProduct(market, distributor, {
    ...{ stock: 1_000, name: NAME, pricePaise: 99_90 },
  });
  const tax = { taxKind: "taxable", gstRateBp: 1800, hsn: "7418" } as const;
  await distributor.http.mutation(api.products.edit, { productId, changes: { tax } });
});
test.afterAll(() => market.stop());

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).selectOption(option);
}

test("[TAX6] [TAX7] a price becomes one without GST on the open page, and both see the same sums of the invoice", async ({
  browser,
}) => {
  const [seller, buyer] = [await newVisitor(browser, market), await newVisitor(browser, market)];
  await signIn(market, buyer, retailer.person);
  await buyer.goto(`/orderinfo/${productId}`);
  const main = buyer.getByRole("main");
  await expect(main).toContainText("₹99.90");
  await expect(main).not.toContainText("GST");

  await signIn(market, seller, distributor.person);
  await seller.goto("/settings");
  await choose(seller, "Your prices", "Without GST");
  await choose(seller, "Sums of invoices", "To the whole rupee");
  await seller.getByRole("button", { name: "Save tax details" }).click();
  await expect(seller.getByText("Your tax details were saved.")).toBeVisible();

  await expect(main).toContainText(/₹99\.90each \+ 18% GST/);
  await buyer.getByLabel("Quantity").fill("10");
  // 999.00 and 2 × 89.91 of tax.
  await expect(main).toContainText("₹1,178.82");
  await buyer.getByPlaceholder("Leave a message").fill("Before Diwali, please.");
  await buyer.getByRole("button", { name: "Place Order" }).click();
  await expect(buyer.getByText("Order Placed")).toBeVisible();

  await seller.goto("/pendingorders_dist");
  const card = seller.getByRole("article").filter({ hasText: NAME });
  await expect(card).toContainText("₹1,178.82");
  await expect(card).toContainText("₹99.90 + 18% GST");
  await card.getByRole("button", { name: "Accept" }).click();
  const dialog = seller.getByRole("dialog");
  await dialog.getByRole("button", { name: "Tomorrow" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toHaveCount(0);

  for (const page of [seller, buyer]) {
    await page.goto("/invoicepage");
    const sums = page.getByRole("region", { name: "Order summary" });
    await expect(sums).toContainText(
      /Net amount₹999\.00.*Taxable value₹999\.00.*CGST₹89\.91.*SGST₹89\.91.*Round-off₹0\.18.*To pay₹1,179\.00/,
    );
    await expect(page.getByRole("article")).toContainText("One Thousand One Hundred Seventy Nine");
  }
});

test("[TAX8] GST that nobody had said is agreed to before it is on an invoice", async ({
  browser,
}) => {
  const [seller, buyer] = [await newVisitor(browser, market), await newVisitor(browser, market)];
  await distributor.http.mutation(api.tax.save, {
    details: {
      ...{ gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" },
      pricesExcludeTax: true,
    },
  });
  const fresh = await listProduct(market, distributor, {
    ...{ stock: 100, name: "Brass thali", pricePaise: 200_00 },
  });
  await signIn(market, buyer, retailer.person);
  await buyer.goto(`/orderinfo/${fresh}`);
  await buyer.getByLabel("Quantity").fill("10");
  await buyer.getByPlaceholder("Leave a message").fill("For the wedding.");
  await buyer.getByRole("button", { name: "Place Order" }).click();
  await expect(buyer.getByText("Order Placed")).toBeVisible();

  await signIn(market, seller, distributor.person);
  await seller.goto("/pendingorders_dist");
  const card = seller.getByRole("article").filter({ hasText: "Brass thali" });
  await card.getByRole("button", { name: "Accept" }).click();
  const dialog = seller.getByRole("dialog");
  await dialog.getByRole("button", { name: "Tomorrow" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByRole("textbox", { name: "HSN code of Brass thali" }).fill("7418");
  await choose(seller, "GST rate of Brass thali", "18%");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText("Asked to agree to the GST");

  await buyer.goto("/pendingretail");
  const offer = buyer.getByRole("region", { name: "Offers" });
  await expect(offer).toContainText("has changed. Agree or decline?");
  await expect(offer).toContainText("₹2,000.00 → ₹2,360.00");
  await offer.getByRole("button", { name: "Agree" }).click();
  await expect(card).toHaveCount(0);
  await buyer.goto("/invoicepage");
  await expect(buyer.getByRole("region", { name: "Order summary" })).toContainText("₹2,360.00");
});
