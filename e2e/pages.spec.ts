/** Every page at three widths, light and dark: no overflow, no error, no serious accessibility violation. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { HEIGHT, PAGES, THEMES, WIDTHS, settled } from "../testkit/browser/pages";
import { LOGINS } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Collects page errors and console errors. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

/** Checks one page at all widths. */
async function checkPage(page: Page, path: string, theme: string): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
  await page.goto(path);
  await settled(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect.soft(beyond, `${path} at ${width} px sticks out`).toBeLessThanOrEqual(0);
    if (width === 768) continue;
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect
      .soft(
        grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`),
        `${path} at ${width} px, ${theme}`,
      )
      .toEqual([]);
  }
}

/** A slow machine takes more than ten seconds for a page. */
const PAGES_PER_TEST_MAX = 6;

/** Cuts a list of pages into parts of about the same length. */
function partsOf(paths: readonly string[]): (readonly string[])[] {
  const parts = Math.ceil(paths.length / PAGES_PER_TEST_MAX);
  const size = Math.ceil(paths.length / parts);
  return Array.from({ length: parts }, (_, at) => paths.slice(at * size, (at + 1) * size));
}

for (const theme of THEMES) {
  for (const [who, paths] of Object.entries(PAGES)) {
    test.describe(`the pages of a ${who} in ${theme}`, () => {
      for (const part of partsOf(paths)) {
        test(`from ${part[0]} on have no overflow, error or accessibility violation`, async ({
          browser,
        }) => {
          test.setTimeout(180_000);
          const page = await newVisitor(browser, market, { colorScheme: theme });
          const login = LOGINS[who];
          if (login !== undefined) await logIn(page, login);
          const complaints = complaintsOf(page);
          for (const path of part) await checkPage(page, path, theme);
          expect(complaints).toEqual([]);
          await page.context().close();
        });
      }
    });
  }
}
