/** The demo as one of its two main accounts sees it, on a phone and at a desk. */
import type { Browser, Locator, Page } from "@playwright/test";
import { settled } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";
import type { Market } from "../testkit/market";
import { LOGINS } from "../testkit/people";

export const PHONE = { width: 375, height: 812 };
export const DESK = { width: 1280, height: 800 };

export type Visit = { who: "retailer" | "distributor"; path: string; viewport: typeof PHONE };

/** Opens a page of the demo; on a phone with a thumb. */
export async function openDemo(
  browser: Browser,
  market: Market,
  { who, path, viewport }: Visit,
): Promise<Page> {
  const page = await newVisitor(browser, market, { viewport, hasTouch: viewport === PHONE });
  await signIn(market, page, LOGINS[who]!);
  await page.goto(path);
  await settled(page);
  return page;
}

/** Returns the distance of an element from the top of the page, in CSS px. */
export async function topOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => shown.getBoundingClientRect().top + window.scrollY);
}
