/** Steps of users in the browser, which find elements by role and label. */
import { type Browser, type BrowserContextOptions, type Page, expect } from "@playwright/test";
import { type Market, type Site, until } from "./market";

/** Mails are sent after the call that requested them. */
const MAIL_MS = 5_000;

export const DEMO_PASSWORD = "mandi-demo-2026";

export type Person = {
  name: string;
  email: string;
  phone: string;
  password: string;
  address: string;
} & ({ role: "retailer"; shopName: string } | { role: "distributor"; companyName: string });

/** A small valid PNG of 8 × 8 px. */
export const PICTURE = {
  name: "picture.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4tkIGK2IYWhIAY81ugaYdAM0AAAAASUVORK5CYII=",
    "base64",
  ),
};

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

export async function oneTimeCode(market: Site, email: string): Promise<string> {
  let code: string | undefined;
  const hasCome = async () => {
    const [newest] = await market.mails(email);
    code = newest && /\b(\d{6})\b/.exec(newest.text)?.[1];
    return code !== undefined;
  };
  await until(`the code for ${email}`, hasCome, MAIL_MS);
  return code!;
}

export async function signUp(page: Page, market: Market, person: Person): Promise<void> {
  await page.goto("/auth/signup");
  await page.getByLabel("Role").click();
  await page.getByRole("option", { name: person.role, exact: false }).click();
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

/** @param origin - Needed where the page's browser has no base address. */
export async function logIn(
  page: Page,
  who: { email: string; password: string; role: "retailer" | "distributor" | "admin" },
  origin = "",
): Promise<void> {
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByLabel("Role").click();
  await page.getByRole("option", { name: who.role, exact: false }).click();
  await page.getByRole("button", { name: "Log in" }).click();
  // Redirects to the user's home, or to the page they came from.
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
}
