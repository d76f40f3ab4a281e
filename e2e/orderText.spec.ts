/** An order by text, from what a shop writes to the lines of its basket; also shared into the installed app. */
import { expect as ofPlaywright, type Page, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { newVisitor, signIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { TARGETS, targetsTooSmall } from "./targets";
import { controlsBeyond, cutButtons } from "./room";

const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = LOGINS["retailer"]!;
const ORDER = "Namaste, haldi 500 gm 10 packet aur ghee 1 L 7\nपोहा 25 पैकेट\nchai 4\nqwrtz 3";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

async function openBasket(page: Page): Promise<void> {
  await signIn(market, page, MEENA);
  await page.goto("/basket");
}

/** Returns the products of Meena's basket with their quantities. */
async function basketLines(): Promise<Record<string, number>> {
  const meena = await clientOf(market, MEENA);
  const { lines } = await meena.query(api.basket.lines, {});
  return Object.fromEntries(lines.map(({ name, quantity }) => [name, quantity]));
}

async function expectRoom(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(controlsBeyond), where).toEqual([]);
  expect.soft(await page.evaluate(cutButtons), where).toEqual([]);
}

test("[TEXT5] what a shop writes is in its basket once it has been seen and pressed", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.setViewportSize({ width: 375, height: 812 });
  await openBasket(page);
  await page.getByRole("button", { name: "Order by text" }).click();
  const dialog = page.getByRole("dialog", { name: "Order by text" });
  await dialog.getByLabel("Your order").fill(ORDER);
  await dialog.getByRole("button", { name: "Read the order" }).click();
  const toChoose = dialog.getByRole("region", { name: "To choose" });
  await expect(toChoose.getByRole("listitem", { name: "qwrtz 3" })).toBeVisible();
  expect(await basketLines()).toEqual({});
  await expect.poll(() => page.evaluate(targetsTooSmall, TARGETS)).toEqual([]);
  await expectRoom(page, "375 px");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectRoom(page, "320 px");
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expectRoom(page, "320 px at 200 %");
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  await toChoose.getByRole("button", { name: "Leave out qwrtz 3" }).click();
  await dialog.getByRole("button", { name: /^Add \d to basket/ }).click();
  await expect.poll(basketLines).toMatchObject({ "Turmeric Powder 500 g": 10, "Ghee 1 L": 7 });
});

test.describe("the installed app", () => {
  test.use({ serviceWorkers: "allow" });

  test("[TEXT6] opens the box with a text that another app shares, and adds nothing", async ({
    browser,
  }) => {
    const page = await newVisitor(browser, market, { serviceWorkers: "allow" });
    await openBasket(page);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
      .toBe("activated");
    const before = await basketLines();
    await page.evaluate((text) => {
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
      const input = form.appendChild(document.createElement("textarea"));
      Object.assign(input, { name: "text", value: text });
      form.submit();
    }, ORDER);
    const dialog = page.getByRole("dialog", { name: "Order by text" });
    await expect(dialog.getByLabel("Your order")).toHaveValue(ORDER);
    await dialog.getByRole("button", { name: "Close dialog" }).click();
    await expect(page).toHaveURL(/\/basket$/);
    expect(await basketLines()).toEqual(before);
  });
});
