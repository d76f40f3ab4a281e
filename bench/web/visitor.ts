/** Opens a page in a browser context of its own, signed in unless it is a visitor's. */
import type { Browser, Page } from "@playwright/test";
import type { Market } from "../../testkit/market";
import { LOGINS } from "../../testkit/people";
import { logIn, newVisitor } from "../../testkit/browser/people";

/** tsx names functions with this helper, which functions that run in the page then call. */
const NAMES = "globalThis.__name = (named) => named;";

export async function enter(browser: Browser, market: Market, who: string): Promise<Page> {
  const page = await newVisitor(browser, market);
  await page.context().addInitScript(NAMES);
  const login = LOGINS[who];
  if (login !== undefined) await logIn(page, login);
  return page;
}
