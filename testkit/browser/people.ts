/** Signs up and logs in through the pages, found by role and label. */
import { type Browser, type BrowserContextOptions, type Page, expect } from "@playwright/test";
import { logIn as logInClient } from "../clients";
import type { Market } from "../market";
import { type Login, PICTURE, type Person, oneTimeCode } from "../people";

/**
 * Opens a page in a browser context of its own. The context closes with its market: Playwright keeps contexts over all files of
 * a worker, where pages of stopped markets would reconnect for ever.
 */
export async function newVisitor(
  browser: Browser,
  market: Market,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: market.url, ...options });
  market.beforeStop(() => context.close());
  return context.newPage();
}

export async function signUp(page: Page, market: Market, person: Person): Promise<void> {
  await page.goto("/auth/signup");
  await page.getByLabel("Role").selectOption(person.role);
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  if (person.role === "retailer") await page.getByLabel("Shop name").fill(person.shopName);
  else await page.getByLabel("Company name").fill(person.companyName);
  await page.getByLabel("Address").fill(person.address);
  await page.getByLabel("Image").setInputFiles(PICTURE);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP").fill(await oneTimeCode(market, person.email));
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/auth/login");
}

/** Signs in without the form: the page's browser context holds a new session, and its next page is the account's. */
export async function signIn(
  market: Pick<Market, "url" | "mails">,
  page: Page,
  login: Login,
): Promise<void> {
  const { token, refreshToken } = await logInClient(market, login);
  // The names that the auth library gives them in this deployment.
  const deployment = market.url.replaceAll(/[^a-zA-Z0-9]/g, "");
  const localStorage = [
    { name: `__convexAuthJWT_${deployment}`, value: token },
    { name: `__convexAuthRefreshToken_${deployment}`, value: refreshToken },
  ];
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: market.url, localStorage }],
  });
}

/** @param origin - Needed when the browser context has no base URL. */
export async function logIn(page: Page, login: Login, origin = ""): Promise<void> {
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel("Email").fill(login.email);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByLabel("Role").selectOption(login.role);
  await page.getByRole("button", { name: "Log in" }).click();
  // To their home, or back to where they came from.
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
}
