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
  const isOpen = () => role.evaluate((select) => select.matches(":open"));

  await expect(role).toHaveValue("retailer");
  await role.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(isOpen).toBe(true);
  await expect(page.getByRole("option", { name: "Retailer" })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Distributor" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(isOpen).toBe(false);
  await expect(role).toHaveValue("distributor");

  await page.keyboard.press("Space");
  await page.keyboard.press("a");
  await expect(page.getByRole("option", { name: "Admin" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect.poll(isOpen).toBe(false);
  await expect(role).toHaveValue("distributor");

  await page.keyboard.press("a");
  await expect(role).toHaveValue("admin");
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
  const options = category.getByRole("option");
  await expect(options.first()).toBeInViewport({ ratio: 1 });
  // At the edge of the page, which the list never covers.
  await page.mouse.click(4, 280);
  await expect(options.first()).not.toBeInViewport();
  await category.tap();
  await category.getByRole("option", { name: "Food and Beverage" }).tap();
  await expect(category).toHaveValue("Food and Beverage");
  await expect(page).toHaveURL(/type=Food/);
});

test("closes only the list on Escape inside a dialog, where a long list scrolls", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  const login = LOGINS["distributor"];
  if (login === undefined) throw new Error("There is no demo distributor.");
  await signIn(market, page, login);
  await page.goto("/productlist");
  await page.getByRole("button", { name: "Edit" }).first().click();
  const dialog = page.getByRole("dialog");
  const origin = dialog.getByRole("combobox", { name: "Country of origin" });
  await origin.click();
  const first = origin.getByRole("option").nth(3);
  await first.hover();
  const topOf = async () => (await first.boundingBox())?.y ?? 0;
  const top = await topOf();
  await page.mouse.wheel(0, 200);
  await expect.poll(topOf).toBeLessThan(top - 150);
  await pressEscape(page);
  await expect(first).not.toBeInViewport();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("combobox", { name: "Product type" }).click();
  await dialog.getByRole("option", { name: "Sports" }).click();
  await expect(dialog.getByRole("combobox", { name: "Product type" })).toHaveValue(/^Sports/);
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
});
