/** The month's end: a distributor with a GSTIN finds its page, saves the files of a month and reads them. */
import { readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import Papa from "papaparse";
import { readSheet } from "read-excel-file/node";
import { api } from "../convex/_generated/api";
import { formatDate, formatLongDate, todayIst } from "../domain/dates";
import { violationsOf } from "../testkit/browser/axe";
import { HEIGHT, THEMES, WIDTHS } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTraders, listProduct, type Trader } from "../testkit/traders";

const NAME = "पीतल का दीपक, 9 इंच";
const PRICE_PAISE = 118_00;
const TODAY = todayIst(Date.now());
const MONTH = TODAY.slice(0, 7);

let market: Market;
let registered: Trader;
let other: Trader;
let distributor: Trader;
let without: Trader;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  market = await startMarket(["--empty"]);
  const { retailers, distributors } = await joinTraders(market, 2, 2);
  [registered, other] = [retailers[0]!, retailers[1]!];
  [distributor, without] = [distributors[0]!, distributors[1]!];
  await connect(retailers, distributor);
  const save = (
    { http }: Trader,
    details: { gstin?: string; stateCode: string; pincode: string },
  ) => http.mutation(api.tax.save, { details });
  await save(distributor, { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "411001" });
  await save(registered, { gstin: "27AAPFU0939F1ZV", stateCode: "27", pincode: "400001" });
  await save(other, { stateCode: "29", pincode: "560001" });
  const productId = await listProduct(market, distributor, {
    ...{ stock: 1_000, name: NAME, pricePaise: PRICE_PAISE },
  });
  const tax = { taxKind: "taxable", gstRateBp: 1800, hsn: "9405" } as const;
  await distributor.http.mutation(api.products.edit, { productId, changes: { tax } });
  const sell = async (buyer: Trader, quantity: number) => {
    const orderId = await placeOrder(buyer.http, [{ productId, quantity }]);
    return { orderId, invoiceId: await acceptOrder(distributor.http, orderId) };
  };
  const { invoiceId, orderId } = await sell(registered, 10);
  await sell(other, 2);
  await distributor.http.mutation(api.creditNotes.issue, {
    ...{ invoiceId, lines: [{ lineId: orderId, quantity: 3 }], reason: "returned", restocks: true },
    noteKey: crypto.randomUUID(),
  });
});
test.afterAll(() => market.stop());

async function openMonth(page: Page): Promise<void> {
  await signIn(market, page, distributor.person);
  await page.goto(`/month-end?month=${MONTH}`);
  await expect(page.getByRole("region", { name: "GSTR-1" })).toBeVisible();
}

async function saved(page: Page, button: string) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

test("[MONTH1] [MONTH7] the page is found from the invoices, and its CSV has the invoice and the note as the portal wants them", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await signIn(market, page, distributor.person);
  await page.goto("/invoicepage");
  await page.getByRole("link", { name: "Month's end" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Month's end" })).toBeVisible();
  const month = formatLongDate(`${MONTH}-01`).replace(" 1,", "");
  await page.getByRole("combobox", { name: "Month" }).selectOption(month);
  const b2b = page.getByRole("row", { name: /^b2b/ });
  await expect(b2b).toContainText("₹1,000.00");
  await expect(b2b).toContainText("₹180.00");

  const { name, path } = await saved(page, "Download b2b as CSV");
  expect(name).toBe(`gstr1-${MONTH}-b2b.csv`);
  const text = readFileSync(path, "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
    ...{ header: true, skipEmptyLines: true },
  });
  expect(data).toEqual([
    expect.objectContaining({
      "GSTIN/UIN of Recipient": "27AAPFU0939F1ZV",
      "Invoice date": formatDate(TODAY).replaceAll(" ", "-"),
      "Invoice Value": "1180.00",
      "Place Of Supply": "27-Maharashtra",
      Rate: "18.00",
      "Taxable Value": "1000.00",
    }),
  ]);

  await page.getByRole("button", { name: "1 in cdnr" }).click();
  const list = page.getByRole("region", { name: "Documents: cdnr" });
  await list.getByRole("link", { name: /^CN\// }).click();
  await expect(page.getByRole("article", { name: /^Credit note CN/ })).toBeVisible();
});

test("[MONTH6] [MONTH8] the e-invoices and the vouchers have the month's documents", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await openMonth(page);
  const json = await saved(page, "E-invoice JSON");
  const invoices = JSON.parse(readFileSync(json.path, "utf8")) as object[];
  expect(invoices).toMatchObject([
    {
      DocDtls: { Typ: "INV" },
      ItemList: [{ PrdDesc: NAME, HsnCd: "9405", CgstAmt: 90, SgstAmt: 90 }],
      ValDtls: { AssVal: 1000, TotInvVal: 1180 },
    },
    { DocDtls: { Typ: "CRN" }, ValDtls: { AssVal: 300, TotInvVal: 354 } },
  ]);
  const tally = await saved(page, "Excel for Tally");
  expect(tally.name).toBe(`tally-${MONTH}.xlsx`);
  const [heads = [], ...rows] = await readSheet(tally.path);
  const at = (head: string) => heads.indexOf(head);
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const key = `${String(row[at("Voucher Number")])} ${String(row[at("Ledger Amount Dr/Cr")])}`;
    const paise = Math.round(Number(row[at("Ledger Amount")]) * 100);
    sums[key] = (sums[key] ?? 0) + paise;
  }
  expect(Object.values(sums).sort((a, b) => a - b)).toEqual([
    236_00, 236_00, 354_00, 354_00, 1_180_00, 1_180_00,
  ]);
});

test("[MONTH10] a distributor without a GSTIN has neither page nor link", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await signIn(market, page, without.person);
  await page.goto("/month-end");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("region", { name: "Tax", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Month's end" })).toHaveCount(0);
});

for (const theme of THEMES) {
  test(`[MONTH1] the page has no overflow or accessibility violation in ${theme}`, async ({
    browser,
  }) => {
    // Three widths, each looked through for violations.
    test.setTimeout(180_000);
    const page = await newVisitor(browser, market, { colorScheme: theme });
    await openMonth(page);
    await page.getByRole("button", { name: "2 in hsn(b2b)" }).click();
    await expect(page.getByRole("region", { name: "Documents: hsn(b2b)" })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(beyond, `${width} px`).toBeLessThanOrEqual(0);
      expect(await violationsOf(page)).toEqual([]);
    }
  });
}
