/** Exports: files that are saved from the lists, read back and compared with what the lists show. */
import { readFileSync } from "node:fs";
import { type Download, type Page, expect, test } from "@playwright/test";
import Papa from "papaparse";
import { readSheet } from "read-excel-file/node";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { addDays, formatDate, todayIst } from "../domain/dates";
import { formatRupees } from "../domain/money";
import { pressEscape } from "../testkit/browser/escape";
import { violationsOf } from "../testkit/browser/axe";
import { HEIGHT, THEMES, WIDTHS } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTraders, listProduct, type Trader } from "../testkit/traders";

const NAME = "=पीतल का दीपक, 9 इंच";
const PRICE_PAISE = 12_550;

let market: Market;
let retailer: Trader;
let distributor: Trader;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  market = await startMarket(["--empty"]);
  const { retailers, distributors } = await joinTraders(market, 1, 1);
  [retailer, distributor] = [retailers[0]!, distributors[0]!];
  await connect([retailer], distributor);
  const product = { stock: 100, name: NAME, pricePaise: PRICE_PAISE };
  const productId = await listProduct(market, distributor, product);
  const place = (quantity: number) => placeOrder(retailer.http, [{ productId, quantity }], "-soon");
  const accept = (orderId: Id<"orders">) =>
    acceptOrder(distributor.http, orderId, addDays(todayIst(Date.now()), 7));
  for (const quantity of [2, 3]) {
    const orderId = await place(quantity);
    await accept(orderId);
    await distributor.http.mutation(api.orders.complete, { orderIds: [orderId] });
  }
  await accept(await place(5));
  await place(7);
});
test.afterAll(() => market.stop());

async function openPage(page: Page, who: Trader, address: string): Promise<void> {
  await signIn(market, page, who.person);
  await page.goto(address);
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export" });

async function save(page: Page, format: "CSV" | "Excel"): Promise<Download> {
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: format, exact: true }).click();
  return download;
}

/** The rows of a CSV file by head. */
async function rowsOfCsv(download: Download): Promise<Record<string, string>[]> {
  const text = readFileSync(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
    .data;
}

/** The rows of an Excel file by head. */
async function rowsOfExcel(download: Download): Promise<Record<string, unknown>[]> {
  const [heads = [], ...rows] = await readSheet(await download.path());
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [String(head), row[at]])));
}

test("[EXPORT1] [EXPORT5] orders saved as CSV are those of the list", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await openPage(page, distributor, "/completed_dist");
  const table = page.getByRole("table", { name: "Completed orders" });
  await expect(table.getByRole("row")).toHaveCount(3);
  const heads = await table.getByRole("columnheader").allTextContents();
  const shown = [];
  for (const row of (await table.getByRole("row").all()).slice(1)) {
    const cells = await row.locator("th, td").allInnerTexts();
    const cell = (head: string) => cells[heads.indexOf(head)]?.trim() ?? "";
    shown.push([cell("Product"), cell("Quantity")]);
  }
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page).getByLabel("What")).toHaveValue("orders");
  const download = await save(page, "CSV");
  const today = todayIst(Date.now());
  expect(download.suggestedFilename()).toBe(`orders-${today.slice(0, 8)}01-${today}.csv`);
  await expect(dialog(page).getByText("4 rows saved.")).toBeVisible();
  const rows = await rowsOfCsv(download);
  expect(rows.map((row) => [row["Status"], row["Quantity"]])).toEqual([
    ["Completed", "2"],
    ["Completed", "3"],
    ["Accepted", "5"],
    ["Pending", "7"],
  ]);
  const completed = rows.filter((row) => row["Status"] === "Completed");
  const saved = completed.map((row) => [row["Product"]?.replace(/^'/, ""), row["Quantity"]]);
  expect(saved.sort()).toEqual(shown.sort());
  expect(rows[0]).toMatchObject({
    ...{ Product: `'${NAME}`, "Placed on": today, "Total (₹)": "251.00", Message: "'-soon" },
    ...{ Retailer: retailer.person.name, Phone: `'${retailer.person.phone}` },
  });
});

test("[EXPORT5] invoices saved as Excel are those of the list, with numbers and dates", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await openPage(page, retailer, "/invoicepage");
  const links = page.getByRole("navigation", { name: "All invoices" }).getByRole("link");
  await expect(links).toHaveCount(3);
  const shown = await links.allInnerTexts();
  await page.getByRole("button", { name: "Export" }).click();
  const rows = await rowsOfExcel(await save(page, "Excel"));
  // The list has the newest first, the file the oldest.
  expect(rows).toHaveLength(3);
  for (const [n, row] of rows.reverse().entries()) {
    const { Invoice, "Issued on": issued, "Amount (₹)": amount, Products } = row;
    expect(shown[n]).toContain(Invoice);
    expect(shown[n]).toContain(formatRupees(Math.round(Number(amount) * 100)));
    expect(shown[n]).toContain(formatDate((issued as Date).toISOString().slice(0, 10)));
    expect(amount).toBe([627.5, 376.5, 251][n]);
    expect(Products).toBe(`'${NAME}`);
  }
});

test("[EXPORT1] the khata and the products are saved from their own lists", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await openPage(page, distributor, "/khata");
  await page.getByRole("button", { name: "Export" }).click();
  const entries = await rowsOfCsv(await save(page, "CSV"));
  expect(entries.map((row) => [row["What"], row["Amount (₹)"], row["Balance (₹)"]])).toEqual([
    ["Invoice", "251.00", "251.00"],
    ["Invoice", "376.50", "627.50"],
    ["Invoice", "627.50", "1255.00"],
  ]);
  await page.goto("/productlist");
  await page.getByRole("button", { name: "Export" }).click();
  const products = await rowsOfExcel(await save(page, "Excel"));
  expect(products).toMatchObject([{ "Product name": `'${NAME}`, Price: 125.5, Stock: 83 }]);
});

test("[EXPORT7] the keyboard opens, saves and closes, and keeps its place", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await openPage(page, retailer, "/acceptedretail");
  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  const csv = dialog(page).getByRole("button", { name: "CSV", exact: true });
  await expect(csv).toBeVisible();
  await csv.focus();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect(await rowsOfCsv(await download)).toHaveLength(4);
  await expect(csv).toBeFocused();
  await pressEscape(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toBeFocused();
});

for (const theme of THEMES) {
  test(`the dialog has no overflow or accessibility violation in ${theme}`, async ({ browser }) => {
    const page = await newVisitor(browser, market, { colorScheme: theme });
    await openPage(page, distributor, "/accepted_dist");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.getByRole("button", { name: "Export" }).click();
      await expect(dialog(page).getByLabel("From")).toBeVisible();
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(beyond, `${width} px`).toBeLessThanOrEqual(0);
      expect(await violationsOf(page)).toEqual([]);
      await pressEscape(page);
      await expect(dialog(page)).toHaveCount(0);
    }
  });
}
