/** Papers with names in Indian scripts, from the build that is served: its policy lets them be shaped, and Latin ones fetch nothing. */
import { readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { textsBeneath } from "../src/files/pdf/textsBeneath.setup";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTrader, listProduct, type Trader } from "../testkit/traders";

const SHOP = "श्री गणेश किराना भंडार";
const PRODUCTS = ["கோவை பொன்னி அரிசி 10 kg", "बासमती चावल", "ಸೋನಾ ಮಸೂರಿ ಅಕ್ಕಿ", "Basmati rice"];

let market: Market;
let retailer: Trader;
let distributor: Trader;
let invoices: { inScripts: string; inLatin: string };

test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
  retailer = await joinTrader(market, "retailer", 1);
  distributor = await joinTrader(market, "distributor", 2);
  await connect([retailer], distributor);
  const { name, phone, address } = retailer.person;
  const tax = { taxKind: "taxable", gstRateBp: 500, hsn: "1006" } as const;
  const trade = async (names: readonly string[]) => {
    const lines = [];
    for (const product of names) {
      const productId = await listProduct(market, distributor, { stock: 100, name: product });
      await distributor.http.mutation(api.products.edit, { productId, changes: { tax } });
      lines.push({ productId, quantity: 2 });
    }
    return acceptOrder(distributor.http, await placeOrder(retailer.http, lines));
  };
  const inLatin = await trade(["Basmati rice, new"]);
  await retailer.http.mutation(api.account.save, { name, phone, address, business: SHOP });
  await distributor.http.mutation(api.tax.save, {
    details: { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" },
  });
  await retailer.http.mutation(api.tax.save, { details: { stateCode: "27", pincode: "400001" } });
  invoices = { inLatin, inScripts: await trade(PRODUCTS) };
});
test.afterAll(() => market.stop());

/** Opens the invoice and returns the files of shaping that the page fetches from now on; the list grows. */
async function openInvoice(page: Page, invoiceId: string): Promise<string[]> {
  const fetched: string[] = [];
  page.on("request", (request) => {
    const file = /\/assets\/(harfbuzz|shaper|noto-sans-\w+-\w+-\d+-normal.*\.woff$)/.exec(
      request.url(),
    )?.[1];
    if (file !== undefined) fetched.push(file.replace(/-normal.*/, ""));
  });
  await page.goto(`/invoicepage?invoice=${invoiceId}`);
  await expect(page.getByRole("article", { name: /^Invoice / })).toBeVisible();
  return fetched;
}

async function savedFile(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFileSync(await (await download).path());
}

test("[INVOICE4] [SCRIPT3] [SCRIPT4] an invoice with names in three scripts is saved with their true letters, and one in Latin letters fetches nothing for it", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await signIn(market, page, distributor.person);
  const forLatin = await openInvoice(page, invoices.inLatin);
  const latin = await savedFile(page, "Download PDF");
  expect(latin.subarray(0, 5).toString()).toBe("%PDF-");
  expect(forLatin).toEqual([]);

  const forScripts = await openInvoice(page, invoices.inScripts);
  const texts = textsBeneath(await savedFile(page, "Download PDF")).join("\n");
  for (const word of [SHOP, ...PRODUCTS.slice(0, 3)].flatMap((name) => name.split(" ")))
    expect(texts).toContain(word);
  expect(refused).toEqual([]);
  expect(forScripts.sort()).toEqual([
    "harfbuzz",
    ...["devanagari", "kannada", "tamil"].flatMap((script) =>
      [400, 600].map((weight) => `noto-sans-${script}-${script}-${weight}`),
    ),
    "shaper",
  ]);
});
