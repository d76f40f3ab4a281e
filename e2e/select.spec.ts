/** The select by keyboard, by touch, and inside a dialog. */
import { expect, test } from "@playwright/test";
import { violationsOf } from "../testkit/browser/axe";
import { pressEscape } from "../testkit/browser/escape";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

test("opens, moves, searches, selects and cancels by keyboard", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await page.goto("/auth/login");
  // The first screen ignores keys.
  await expect(page.locator("#root > [inert]")).toHaveCount(0);
  const role = page.getByRole("combobox", { name: "Role" });
  const options = page.getByRole("option");
  /** Returns the active option, while the focus stays on the control. */
  const activeOption = async () => {
    await expect(role).toBeFocused();
    return page.locator(`[id="${(await role.getAttribute("aria-activedescendant")) ?? ""}"]`);
  };

  await expect(role).toHaveText("Retailer");
  await role.focus();
  await page.keyboard.press("ArrowDown");
  await expect(role).toHaveAttribute("aria-expanded", "true");
  await expect(await activeOption()).toHaveText("Retailer");
  await expect(options.filter({ hasText: "Retailer" })).toHaveAttribute("aria-selected", "true");
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.press("ArrowDown");
  await expect(await activeOption()).toHaveText("Distributor");
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(0);
  await expect(role).toHaveText("Distributor");

  await page.keyboard.press("a");
  await expect(await activeOption()).toHaveText("Admin");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(role).toHaveText("Distributor");

  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await expect(options).toHaveCount(0);
  await expect(role).not.toBeFocused();
  await expect(role).toHaveText("Admin");
});

test("keeps the list in view on a phone, and closes it on a press elsewhere", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market, {
    viewport: { width: 375, height: 560 },
    hasTouch: true,
  });
  await page.goto("/products");
  const category = page.getByRole("combobox", { name: "Category" });
  await category.evaluate((control) => control.scrollIntoView({ block: "end" }));
  await category.tap();
  const list = page.getByRole("listbox");
  await expect(list).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { level: 2 }).first().click();
  await expect(list).toHaveCount(0);
  await category.tap();
  await page.getByRole("option", { name: "Food and Beverage" }).tap();
  await expect(category).toHaveText("Food and Beverage");
  await expect(page).toHaveURL(/type=Food/);
});

test("closes only the list on Escape inside a dialog", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  const login = LOGINS["distributor"];
  if (login === undefined) throw new Error("There is no demo distributor.");
  await signIn(market, page, login);
  await page.goto("/productlist");
  await page.getByRole("button", { name: "Edit" }).first().click();
  const dialog = page.getByRole("dialog");
  const type = dialog.getByRole("combobox", { name: "Product type" });
  await type.click();
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await pressEscape(page);
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await type.click();
  await dialog.getByRole("option", { name: "Sports" }).click();
  await expect(type).toHaveText(/Sports/);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
});
