/** Quick order from the keyboard and from a spreadsheet, and the search of everything, on a running market. */
import { type Page, expect as ofPlaywright, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { newVisitor, logIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";

const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Gives one of Asha's products a SKU and a pack, and answers its name. */
async function sellInPacks(sku: string): Promise<string> {
  const asha = await clientOf(market, ASHA);
  const { page } = await asha.query(api.products.mine, {
    paginationOpts: { cursor: null, numItems: 1 },
  });
  const [product] = page;
  if (product === undefined) throw new Error("Asha sells nothing.");
  const changes = { sku, multiple: 6 };
  await asha.mutation(api.products.edit, { productId: product._id, changes });
  return product.name;
}

async function inBasket(): Promise<number[]> {
  const meena = await clientOf(market, MEENA);
  const lines = await meena.query(api.basket.quantities, {});
  return lines.map(({ quantity }) => quantity);
}

async function openBasket(page: Page): Promise<void> {
  await logIn(page, MEENA);
  await page.goto("/basket");
  await expect(page.getByRole("heading", { name: "Quick order" })).toBeVisible();
}

test("a basket is filled from the keyboard and from a spreadsheet", async ({ browser }) => {
  const name = await sellInPacks("QUICK-1");
  const page = await newVisitor(browser, market);
  await openBasket(page);
  await page.keyboard.press("n");
  await page.keyboard.type("quick-1");
  await page.keyboard.press("Enter");
  const quantity = page.getByRole("textbox", { name: "Quantity", exact: true });
  await expect(quantity).toHaveValue("6");
  await expect(quantity).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Added 6 × ${name}.`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: `Pieces of ${name}` })).toHaveValue("6");
  await page.getByRole("button", { name: "Paste rows" }).click();
  await page.getByLabel("Lines").fill(`SKU\tQty\nQUICK-1\t8\nno such product\t2`);
  await page.getByRole("button", { name: "Match lines" }).click();
  await expect(page.getByText("Order 6 or 12.")).toBeVisible();
  await page.getByRole("button", { name: "Take 12 of line 2" }).click();
  await page.getByRole("button", { name: "Put 1 product into the basket" }).click();
  await expect(page.getByText("1 product is in the basket.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Product of line 3" })).toBeVisible();
  expect(await inBasket()).toEqual([12]);
});

test("everything is found by Ctrl K, and leads to its page", async ({ browser }) => {
  const name = await sellInPacks("FIND-1");
  const page = await newVisitor(browser, market);
  await logIn(page, MEENA);
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Search everything" });
  await expect(box).toBeFocused();
  for (const group of ["Products", "Orders", "Invoices", "People", "Pages"])
    await expect(page.getByRole("group", { name: group })).toBeVisible();
  await box.fill("find-1");
  await expect(page.getByRole("option", { selected: true })).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.keyboard.press("Control+k");
  await box.fill("completed");
  await expect(page.getByRole("option", { selected: true })).toContainText("Completed Orders");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/completedretail$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
