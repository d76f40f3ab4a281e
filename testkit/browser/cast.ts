/** The people of a file whose lines fail on demand: one browser each, so that nobody has to log in again for every check. */
import { type Browser, type Locator, type Page, expect as ofPlaywright } from "@playwright/test";
import type { Market } from "../market";
import { LOGINS } from "./pages";
import { logIn, newVisitor } from "../people";
import { type UnreliableLine, unreliableLine } from "./unreliable";

/** Waits longer than most: a market and three browsers share the machine. What is there is seen at once all the same. */
export const expect = ofPlaywright.configure({ timeout: 10_000 });

export type Who = "retailer" | "distributor" | "admin" | "visitor";

export type Actor = { readonly page: Page; readonly line: UnreliableLine };

/**
 * What the Convex client and the browser say of failures that the page was made to meet; and Playwright's trace, which reads the
 * preview of a chosen picture in a way that the page's security policy forbids.
 */
const EXPECTED = [/^\[CONVEX /, /^Failed to load resource/, /^Connecting to 'blob:/];

export class Cast {
  readonly #browser: Browser;
  readonly #market: Market;
  readonly #met = new Map<Who, Actor>();
  readonly #complaints: string[] = [];

  constructor(browser: Browser, market: Market) {
    this.#browser = browser;
    this.#market = market;
  }

  /** Somebody whose line is good, signed in unless it is the visitor. */
  async meet(who: Who): Promise<Actor> {
    const known = this.#met.get(who);
    if (known !== undefined) {
      known.line.mendAll();
      return known;
    }
    const page = await newVisitor(this.#browser, this.#market);
    const actor = { page, line: await unreliableLine(page) };
    this.#met.set(who, actor);
    this.#listenTo(page);
    const login = LOGINS[who];
    if (login !== undefined) await logIn(page, login);
    return actor;
  }

  /** The pages' own code complained of nothing, in the console or by an error that nobody caught. */
  expectNoComplaints(): void {
    expect(this.#complaints.splice(0)).toEqual([]);
  }

  #listenTo(page: Page): void {
    page.on("pageerror", (error) => this.#complaints.push(`nobody caught: ${error.message}`));
    page.on("console", (message) => {
      const isExpected = EXPECTED.some((pattern) => pattern.test(message.text()));
      if (message.type() === "error" && !isExpected) this.#complaints.push(message.text());
    });
  }
}

export function main(page: Page): Locator {
  return page.locator("main");
}

/** What interrupts the reader in this part of the page. */
export function alertOf(area: Page | Locator, sentence: string): Locator {
  return area.getByRole("alert").filter({ hasText: sentence });
}

/** What is told when its turn comes. */
export function statusOf(area: Page | Locator, sentence: string): Locator {
  return area.getByRole("status").filter({ hasText: sentence });
}
