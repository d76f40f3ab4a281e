/** Products out of files, on a running market. */
import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Page, expect as ofPlaywright, test } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import writeExcelFile from "write-excel-file/node";
import { api } from "../convex/_generated/api";
import { cuttableConnection } from "../testkit/browser/cuttableConnection";
import { newVisitor, signIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, inMarket, startMarket } from "../testkit/market";
import { LOGINS, PICTURE } from "../testkit/people";

const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

const HEADERS = ["Item Code", "Item Name", "Category", "Description", "Pack Size", "Rate", "Stock"];
const REST = ["Food and Beverage", "From a file.", "12"];

const CSV = [
  HEADERS,
  ["FILE-1", "Filed Jaggery", ...REST, '"₹1,00,000"', "40"],
  ["FILE-2", "Filed Wrongly", ...REST, '"13,75"', "40"],
  ["4.56E+12", "Filed Barcode", ...REST, "20", "40"],
]
  .map((cells) => cells.join(","))
  .join("\r\n");

async function workbook(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const cells = rows.map((row) => row.map((value) => ({ value })));
  return Buffer.from(await writeExcelFile(cells as never).toBuffer());
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("File of products").setInputFiles({ name, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Preview" }).click();
}

test("[IMPORT1] a CSV and an XLSX file are imported, their wrong rows named, and a retailer sees the products live", async ({
  browser,
}) => {
  const [shop, page] = [await newVisitor(browser, market), await newVisitor(browser, market)];
  await signIn(market, shop, MEENA);
  await shop.goto("/productlistall?search=filed");
  await signIn(market, page, ASHA);
  await page.goto("/productlist");
  await page.getByRole("link", { name: "Import" }).click();
  const template = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a template" }).click();
  const [heads] = readFileSync(await (await template).path(), "utf8").split("\r\n");
  expect(heads).toMatch(/^\ufeff"SKU","Product name",.*"Picture address"$/);
  await choose(page, "goods.csv", Buffer.from(CSV));
  await expect(page.getByText("write 13.75")).toBeVisible();
  await expect(page.getByText("The spreadsheet shortened this number.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Wrong 2" })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 added, 0 changed, 0 as they were.")).toBeVisible();
  const card = shop.getByRole("article").filter({ hasText: "Filed Jaggery" });
  await expect(card).toContainText("₹1,00,000.00");
  await expect(card.getByRole("img")).toHaveJSProperty("complete", true);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download wrong rows" }).click();
  expect((await download).suggestedFilename()).toBe("goods-wrong-rows.csv");
  await page.getByRole("button", { name: "Import another file" }).click();

  const rows = [
    HEADERS,
    ["file-1", "", "", "", "", "95.50", ""],
    ["FILE-3", "Filed Lentils", ...REST, 61.25, 80],
    ["FILE-4", "Filed Nowhere", "Weapons", "None.", "12", 61.25, 80],
    ["FILE-5", "Filed Twice", ...REST, 61.25, 80],
    ["FILE-5", "Filed Again", ...REST, 61.25, 80],
  ];
  await choose(page, "goods.xlsx", await workbook(rows));
  await expect(page.getByText("Price: ₹1,00,000.00 → ₹95.50")).toBeVisible();
  await expect(page.getByRole("list", { name: "What is wrong" })).toContainText("Weapons · row 4");
  await expect(page.getByText("Row 6 has the same SKU.")).toBeVisible();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("1 added, 1 changed, 0 as they were.")).toBeVisible();
  await expect(card).toContainText("₹95.50");
  await expect(shop.getByRole("article").filter({ hasText: "Filed Lentils" })).toBeVisible();
  await expect(shop.getByRole("article")).toHaveCount(2);

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download wrong rows" }).click();
  expect((await saved).suggestedFilename()).toBe("goods-wrong-rows.xlsx");
  const wrong = await readSheet(await (await saved).path());
  expect(wrong).toHaveLength(4);
  expect(wrong[0]?.at(-1)).toBe("Reasons");
  const mended = wrong.map((cells) =>
    cells.map((cell) => (cell === "Weapons" ? "Home Goods" : cell)),
  );
  await page.getByRole("button", { name: "Import another file" }).click();
  await choose(page, "mended.xlsx", await workbook(mended));
  await expect(page.getByRole("button", { name: "Wrong 2" })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 added, 0 changed, 0 as they were.")).toBeVisible();
  await expect(shop.getByRole("article").filter({ hasText: "Filed Nowhere" })).toBeVisible();
});

test("[IMPORT5] an import that broke off goes on in another tab, also after a reload, with every row once", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  const connection = await cuttableConnection(page);
  await signIn(market, page, ASHA);
  await page.goto("/import-products");
  const rows = Array.from({ length: 600 }, (_, n) =>
    [`GO-${n}`, `Resumed ${n}`, ...REST, "20", "40"].join(","),
  );
  await choose(page, "many.csv", Buffer.from([HEADERS.join(","), ...rows].join("\r\n")));
  await page.getByRole("button", { name: "Import 600 rows" }).click();
  const batches = () => connection.sent.filter((message) => message.includes("imports:take"));
  await expect.poll(() => batches().length).toBeGreaterThan(2);
  connection.loseAnswers();
  await page.waitForTimeout(500);
  const tab = await page.context().newPage();
  await page.close();

  await tab.goto("/import-products");
  await expect(tab.getByText(/many\.csv: \d\d\d of 600 rows are in\./)).toBeVisible();
  await tab.reload();
  await expect(tab.getByText("An import broke off")).toBeVisible();
  await tab.getByRole("button", { name: "Go on" }).click();
  await expect(tab.getByText("600 added, 0 changed, 0 as they were.")).toBeVisible();
  await tab.reload();
  await expect(tab.getByText("Choose a CSV or XLSX file, or drop it here")).toBeVisible();
  await expect(tab.getByText("An import broke off")).toHaveCount(0);
  const asha = await clientOf(market, ASHA);
  const skus: (string | undefined)[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const paginationOpts: { numItems: number; cursor: string | null } = { numItems: 500, cursor };
    const answer = await asha.query(api.exports.products, { paginationOpts });
    skus.push(...answer.page.map(({ sku }) => sku).filter((sku) => sku?.startsWith("GO-")));
    ({ isDone, continueCursor: cursor } = answer);
  }
  expect(skus.sort()).toEqual(Array.from({ length: 600 }, (_, n) => `GO-${n}`).sort());
});

/** A shop on loopback whose pictures come when they are let go. */
class PictureHost {
  readonly asked: string[] = [];
  letGo: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.letGo = resolve));
  readonly #server: Server = createServer((request, response) => {
    const address = request.url ?? "";
    this.asked.push(address);
    if (address.startsWith("/moved")) response.writeHead(302, { Location: "/rice.png" }).end();
    else if (address.startsWith("/none")) response.writeHead(404).end("nothing");
    else void this.#released.then(() => response.writeHead(200).end(PICTURE.buffer));
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const WIDTH_PX = 8;

test("[IMPORT10] [IMPORT11] pictures by address come after their products, once; one that can't be had is told with its row", async ({
  browser,
}) => {
  const host = new PictureHost();
  const origin = await host.open();
  const goods = [
    ["Filed Basmati", `${origin}/rice.png`],
    ["Filed Poha", `${origin}/moved.png`],
    ["Filed Sabudana", `${origin}/none.png`],
  ].map(([name = "", picture = ""], n) => [`PIC-${n}`, name, ...REST, "20", "40", picture]);
  const csv = [[...HEADERS, "Image URL"], ...goods].map((cells) => cells.join(",")).join("\r\n");
  // Elsewhere an address of loopback is a fault of its row.
  const refused = await newVisitor(browser, market);
  await signIn(market, refused, ASHA);
  await refused.goto("/import-products");
  await choose(refused, "goods.csv", Buffer.from(csv));
  await expect(refused.getByRole("button", { name: "Wrong 3" })).toBeVisible();
  await expect(refused.getByText(/The address must begin with https/)).toHaveCount(3);

  const env = ["--env", "WEBHOOKS_ALLOW_PRIVATE=1"];
  await inMarket(env, async (open) => {
    const [shop, page] = [await newVisitor(browser, open), await newVisitor(browser, open)];
    open.beforeStop(() => Promise.all([shop.close(), page.close()]).then(() => undefined));
    await signIn(open, shop, MEENA);
    await shop.goto("/productlistall?search=filed");
    await signIn(open, page, ASHA);
    await page.goto("/import-products");
    await choose(page, "goods.csv", Buffer.from(csv));
    await page.getByRole("button", { name: "Import 3 rows" }).click();
    await expect(page.getByText("3 added, 0 changed, 0 as they were.")).toBeVisible();
    const picture = (name: string) =>
      shop.getByRole("article").filter({ hasText: name }).getByRole("img");
    await expect(picture("Filed Basmati")).toHaveJSProperty("complete", true);
    await expect(picture("Filed Basmati")).not.toHaveJSProperty("naturalWidth", WIDTH_PX);
    await expect(page.getByText("0 of 3 pictures are fetched.")).toBeVisible();
    host.letGo();
    await expect(page.getByText("2 of 3 pictures are fetched.", { exact: true })).toBeVisible();
    for (const name of ["Filed Basmati", "Filed Poha"])
      await expect(picture(name)).toHaveJSProperty("naturalWidth", WIDTH_PX);
    await expect(picture("Filed Sabudana")).not.toHaveJSProperty("naturalWidth", WIDTH_PX);
    await expect(page.getByText(/Row 4: .* status code 404\./)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download rows without picture" }).click();
    expect((await download).suggestedFilename()).toBe("goods-wrong-rows.csv");

    await page.getByRole("button", { name: "Import another file" }).click();
    await choose(page, "goods.csv", Buffer.from(csv));
    await expect(page.getByRole("button", { name: "Same 2" })).toBeVisible();
    await expect(page.getByText(`Picture address: – → ${origin}/none.png`)).toBeVisible();
  });
  host.close();
  expect(host.asked.sort()).toEqual(["/moved.png", "/none.png", "/rice.png", "/rice.png"]);
});
