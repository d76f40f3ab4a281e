/** One page per role over a connection that fails on demand, shared by the tests of a file so that each logs in once. */
import { type Browser, type Locator, type Page, expect } from "@playwright/test";
import type { Market } from "../market";
import { LOGINS } from "../people";
import { logIn, newVisitor } from "./people";
import { type FailingConnection, failingConnection } from "./failingConnection";

export type Who = "retailer" | "distributor" | "admin" | "visitor";

export type RolePage = { readonly page: Page; readonly connection: FailingConnection };

/**
 * Expected messages in the console: failures that a test causes, and Playwright's trace, which reads the preview of a chosen
 * picture against the page's security policy.
 */
const EXPECTED = [/^\[CONVEX /, /^Failed to load resource/, /^Connecting to 'blob:/];

export class RolePages {
  readonly #browser: Browser;
  readonly #market: Market;
  readonly #opened = new Map<Who, RolePage>();
  readonly #errors: string[] = [];

  constructor(browser: Browser, market: Market) {
    this.#browser = browser;
    this.#market = market;
  }

  /** Returns the role's page with a working connection, signed in unless it is the visitor's. */
  async open(who: Who): Promise<RolePage> {
    const known = this.#opened.get(who);
    if (known !== undefined) {
      known.connection.mendAll();
      return known;
    }
    const page = await newVisitor(this.#browser, this.#market);
    const rolePage = { page, connection: await failingConnection(page) };
    this.#opened.set(who, rolePage);
    await this.#listenTo(page);
    const login = LOGINS[who];
    if (login !== undefined) await logIn(page, login);
    return rolePage;
  }

  /** Expects no unhandled error and no error in the console since the last call. */
  expectNoErrors(): void {
    expect(this.#errors.splice(0)).toEqual([]);
  }

  async #listenTo(page: Page): Promise<void> {
    // What React recovers from is told without its cause.
    await page.addInitScript(() => {
      window.addEventListener("error", ({ error }) => {
        if (error instanceof Error && error.cause !== undefined)
          console.error("The cause:", error.cause);
      });
    });
    page.on("pageerror", (error) => this.#errors.push(`nobody caught: ${error.message}`));
    page.on("console", (message) => {
      const isExpected = EXPECTED.some((pattern) => pattern.test(message.text()));
      if (message.type() === "error" && !isExpected) this.#errors.push(message.text());
    });
  }
}

export function main(page: Page): Locator {
  return page.locator("main");
}

/** Finds an alert with this text. */
export function alertOf(area: Page | Locator, sentence: string): Locator {
  return area.getByRole("alert").filter({ hasText: sentence });
}

/** Finds a status message with this text. */
export function statusOf(area: Page | Locator, sentence: string): Locator {
  return area.getByRole("status").filter({ hasText: sentence });
}
