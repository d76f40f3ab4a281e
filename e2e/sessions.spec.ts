/** Sessions end in the browser too: by signing out, without a connection, and from elsewhere. */
import { type Locator, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";
import { pausableConnection } from "../testkit/browser/pausableConnection";

const RAVI = { ...LOGINS["retailer"]!, email: "ravi@mandi.test" };

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Returns the keys under which the browser keeps data of the signed-in user. */
function tokensOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key === "userdata" || /JWT|[Tt]oken/.test(key)),
  );
}

async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "User menu" }).click();
  return page.getByRole("menu");
}

test("[NAV12] signing out forgets who it was and goes to the login page", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await logIn(page, RAVI);
  await page.goto("/pendingretail");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pending Orders");
  expect(await page.evaluate(() => localStorage.getItem("userdata"))).toContain(RAVI.email);
  const menu = await openUserMenu(page);
  await menu.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/login");
  expect(await page.evaluate(() => localStorage.getItem("userdata"))).toBeNull();
  await page.goto("/pendingretail");
  await page.waitForURL("**/auth/login");
  await page.context().close();
});

test("[NAV13] signing out works while the line is down too", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  const connection = await pausableConnection(page);
  await logIn(page, RAVI);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ravi");
  connection.pause();
  const menu = await openUserMenu(page);
  await menu.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/login");
  expect(await tokensOf(page)).toEqual([]);
  connection.resume();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  await page.context().close();
});

test("[MARKET8] a session that is over is forgotten by the browser", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await logIn(page, RAVI);
  const elsewhere = await clientOf(market, RAVI);
  await elsewhere.mutation(api.account.signOutEverywhere, {});
  await page.waitForURL("**/auth/login");
  expect(await tokensOf(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  await page.context().close();
});
