/** A distributor with a GSTIN prints and saves the marked copies of its invoice; the retailer has the original. */
import { readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTrader, listProduct, type Trader } from "../testkit/traders";

/** More than one sheet, and more than an e-way bill is needed for. */
const LINES = 40;
const PRICE_PAISE = 1_416_00;

let market: Market;
let retailer: Trader;
let distributor: Trader;
let invoiceId: Id<"invoices">;

test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
  retailer = await joinTrader(market, "retailer", 1);
  distributor = await joinTrader(market, "distributor", 2);
  await connect([retailer], distributor);
  await distributor.http.mutation(api.tax.save, {
    details: { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" },
  });
  const shop = { stateCode: "27", pincode: "400001" };
  await retailer.http.mutation(api.tax.save, { details: shop });
  const productId = await listProduct(market, distributor, {
    ...{ stock: 100, pricePaise: PRICE_PAISE },
  });
  const tax = { taxKind: "taxable", gstRateBp: 1800, hsn: "9405" } as const;
  await distributor.http.mutation(api.products.edit, { productId, changes: { tax } });
  const lines = Array.from({ length: LINES }, () => ({ productId, quantity: 1 }));
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

function pagesIn(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

async function savedPages(page: Page): Promise<number> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  return pagesIn(readFileSync(await (await download).path()));
}

const MARKS = ["Original for Recipient", "Duplicate for Transporter", "Triplicate for Supplier"];

test("[COPY1] the distributor prints and saves one copy or all three, each on pages of its own", async ({
  browser,
}) => {
  const page = await openInvoice(browser, distributor);
  const printed = async () => pagesIn(await page.pdf({ format: "A4" }));
  const sheets = page.getByRole("article", { name: /^Invoice / });
  const one = { printed: await printed(), saved: await savedPages(page) };
  expect(one.printed).toBeGreaterThan(1);
  expect(one.saved).toBeGreaterThan(1);

  const choice = page.getByRole("combobox", { name: "Copies" });
  await choice.selectOption("All three copies");
  expect(await printed()).toBe(3 * one.printed);
  expect(await savedPages(page)).toBe(3 * one.saved);
  // The screen has the original, whatever is printed.
  await expect(sheets).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(sheets).toHaveCount(3);
  for (const [n, mark] of MARKS.entries()) {
    const shown = sheets.nth(n).getByText(mark).filter({ visible: true });
    await expect(shown).toHaveCount(1);
    // A table's head that is not torn is repeated on each page.
    const head = shown.locator("..");
    await expect(head).toHaveCSS("display", "table-header-group");
    await expect(head).toHaveCSS("break-inside", "avoid");
  }
  for (const n of [1, 2]) await expect(sheets.nth(n)).toHaveCSS("break-before", "page");
  await page.emulateMedia({ media: "screen" });

  await choice.selectOption("Duplicate for Transporter");
  expect(await savedPages(page)).toBe(one.saved);
  await page.emulateMedia({ media: "print" });
  await expect(sheets).toHaveCount(1);
  await expect(sheets).toContainText("Duplicate for Transporter");
});

test("[COPY1] [EWAY1] the retailer has the original, and no hint of an e-way bill", async ({
  browser,
}) => {
  const seller = await openInvoice(browser, distributor);
  await expect(seller.getByText("E-way bill", { exact: true })).toBeVisible();
  const buyer = await openInvoice(browser, retailer);
  await expect(buyer.getByText("Original for Recipient").filter({ visible: true })).toHaveCount(1);
  await expect(buyer.getByRole("combobox", { name: "Copies" })).toHaveCount(0);
  await expect(buyer.getByText("E-way bill", { exact: true })).toHaveCount(0);
});
