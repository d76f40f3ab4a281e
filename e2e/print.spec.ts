/** Print styles: order lists and invoices in black on white, without controls, and with every loaded row, also those outside the window. */
import { type Locator, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { formatDate } from "../domain/dates";
import * as links from "../domain/links";
import { clientOf } from "../testkit/clients";
import { placeMany } from "../testkit/manyOrders";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeSingleLine } from "../testkit/orders";
import { DEMO_PASSWORD } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

const ORDERS = 130;
const RETAILER = { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const DISTRIBUTOR = {
  email: "asha@mandi.test",
  password: DEMO_PASSWORD,
  role: "distributor",
} as const;
/** All orders that wait for an answer. */
const PENDING = { list: "pending", paginationOpts: { cursor: null, numItems: 1_000 } } as const;
const BLACK = "rgb(0, 0, 0)";
const WHITE = "rgb(255, 255, 255)";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
  await placeMany({
    buyer: await clientOf(market, RETAILER),
    seller: await clientOf(market, DISTRIBUTOR),
    count: ORDERS,
    lines: 1,
    words: (n) => `From order ${n > 100 ? 101 : 1} on.`,
  });
});
test.afterAll(() => market.stop());

/** Scrolls to the end of the list and returns its number of rows, of which the page holds fewer. */
async function loadAll(page: Page, list: Locator): Promise<number> {
  await list.first().waitFor();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.getByRole("button", { name: "Show more" }).count();
    })
    .toBe(0);
  let total = 0;
  // A row that leaves the window while it is read is in no table any more.
  const sizeAndShown = async () => {
    total = await list.first().evaluate((row) => {
      const table = row.closest("table");
      return table === null
        ? Number(row.getAttribute("aria-setsize"))
        : Number(table.getAttribute("aria-rowcount")) - 1;
    });
    return total - (await list.count());
  };
  await expect.poll(sizeAndShown).toBeGreaterThan(0);
  return total;
}

/** Counts the pages of the printed PDF. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: false });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

function style(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
}

async function expectNoControls(page: Page): Promise<void> {
  for (const role of ["button", "navigation", "search", "combobox", "banner"] as const) {
    for (const element of await page.getByRole(role, { includeHidden: true }).all()) {
      await expect(element).toBeHidden();
    }
  }
}

test("prints a distributor's cards as a table of all loaded orders, also in the dark theme", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await newVisitor(browser, market);
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(market, page, DISTRIBUTOR);
  await page.goto("/pendingorders_dist?sort=latest");
  const loaded = await loadAll(page, page.getByRole("main").getByRole("listitem"));
  const seller = await clientOf(market, DISTRIBUTOR);
  const { page: orders } = await seller.query(api.orders.incoming, PENDING);
  expect(orders.length).toBeGreaterThanOrEqual(ORDERS);
  expect(loaded).toBe(orders.length);
  const sheet = page.getByRole("region", { name: "Pending Orders, to print" });
  await expect(sheet).toHaveCount(0);

  await test.step("prints all loaded rows, not only those in the window", async () => {
    expect(await pagesOf(page)).toBeGreaterThanOrEqual(4);
    await expect(sheet).toHaveCount(0);
  });

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const rows = sheet.locator("tbody tr");
  await expect(rows).toHaveCount(orders.flatMap(({ lines }) => lines).length);
  await expect(page.getByRole("article")).toHaveCount(0);
  await expectNoControls(page);
  await expect(sheet.getByRole("heading", { name: "Pending Orders" })).toBeVisible();
  const head = sheet.locator("header");
  await expect(head).toContainText("Banyan Court Wholesale");
  await expect(head).toContainText(formatDate(Date.now()));
  await expect(head).toContainText(`${loaded} orders`);
  await expect(rows.first()).toContainText("From order 101 on.");
  await expect(rows.filter({ hasText: "From order 1 on." })).toHaveCount(100);
  expect(await style(sheet.locator("thead"), "display")).toBe("table-header-group");
  expect(await style(rows.first(), "break-inside")).toBe("avoid");
  expect(await style(page.locator("body"), "background-color")).toBe(WHITE);
  expect(await style(rows.first(), "color")).toBe(BLACK);
  const amounts = rows.first().locator("td", { hasText: "₹" });
  await expect(amounts).toHaveCount(2);
  for (const amount of await amounts.all()) expect(await style(amount, "text-align")).toBe("right");

  await page.emulateMedia({ media: "screen" });
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("prints the same table from a retailer's phone", async ({ browser }) => {
  const page = await newVisitor(browser, market, { viewport: { width: 375, height: 812 } });
  await signIn(market, page, RETAILER);
  await page.goto("/pendingretail");
  const loaded = await loadAll(page, page.locator("tbody [role=row]"));
  const buyer = await clientOf(market, RETAILER);
  const { page: orders } = await buyer.query(api.orders.outgoing, PENDING);
  const lineCount = orders.flatMap(({ lines }) => lines).length;
  // On paper an order of several lines has no heading.
  expect(loaded).toBe(lineCount + orders.filter(({ lines }) => lines.length > 1).length);
  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("region", { name: "Pending Orders, to print" });
  await expect(sheet.locator("tbody tr")).toHaveCount(lineCount);
  expect(await style(sheet.getByRole("table"), "display")).toBe("table");
  await expectNoControls(page);
  expect(await pagesOf(page)).toBeGreaterThanOrEqual(3);
});

test("prints all loaded rows of an admin's table", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await signIn(market, page, { email: "admin@mandi.test", password: DEMO_PASSWORD, role: "admin" });
  await page.goto("/adminproductlist");
  const rows = page.locator("tbody [role=row]");
  const loaded = await loadAll(page, rows);
  await page.emulateMedia({ media: "print" });
  await expect(rows).toHaveCount(loaded);
  await expectNoControls(page);
});

test("prints an invoice on one page without controls", async ({ browser }) => {
  const orderId = await placeSingleLine(market, "One, please.");
  const invoiceId = await acceptOrder(await clientOf(market, DISTRIBUTOR), orderId);
  const page = await newVisitor(browser, market);
  await signIn(market, page, RETAILER);
  await page.goto(links.invoice(invoiceId));
  const invoice = page.getByRole("article", { name: /^Invoice / });
  await expect(invoice).toBeVisible();
  expect(await pagesOf(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(invoice).toBeVisible();
  await expectNoControls(page);
  const total = invoice.getByRole("cell", { name: "₹" }).last();
  expect(await style(total, "text-align")).toBe("right");
  expect(await style(total, "color")).toBe(BLACK);
});

test("[INVOICE9] prints tax invoices of three lines on one page each", async ({ browser }) => {
  const seller = await clientOf(market, DISTRIBUTOR);
  const page = await newVisitor(browser, market);
  await signIn(market, page, RETAILER);
  const buyer = await clientOf(market, RETAILER);
  const list = { paginationOpts: { cursor: null, numItems: 1_000 } };
  const [own, { page: theirs }] = await Promise.all([
    seller.query(api.invoices.mine, list),
    buyer.query(api.invoices.mine, list),
  ]);
  const numbers = new Set(own.page.map(({ printedNumber }) => printedNumber));
  const three = theirs.filter(
    ({ printedNumber, productName }) =>
      numbers.has(printedNumber) && productName.endsWith(" and 2 more"),
  );
  expect(three.length).toBeGreaterThan(0);
  for (const { _id, printedNumber } of three) {
    await page.goto(links.invoice(_id));
    const invoice = page.getByRole("article", { name: `Invoice ${printedNumber}` });
    await expect(invoice.getByText("Tax Invoice")).toBeVisible();
    await expect(invoice.locator("tbody [role=row]")).toHaveCount(3);
    await expect(invoice.locator("tbody img")).toHaveCount(3);
    expect(await pagesOf(page), printedNumber).toBe(1);
  }
});

test("[INVOICE4] the PDF's tools are fetched when it is asked for", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await signIn(market, page, RETAILER);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/invoicepage");
  await expect(page.getByRole("article", { name: /^Invoice / })).toBeVisible();
  // A file's name ends with a hash, which may happen to contain these letters.
  const names = () => fetched.map((url) => url.replace(/-[\w-]{8}\.js$/, ""));
  const tools = () => names().filter((name) => /pdf/i.test(name));
  expect(tools()).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  expect(tools()).not.toEqual([]);
});
