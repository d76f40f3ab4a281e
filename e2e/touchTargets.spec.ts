/** Touch targets of at least 44 × 44 px on a phone, in every overlay; `pages.spec.ts` checks those of the pages. */
import { type Page, expect, test } from "@playwright/test";
import { pressEscape } from "../testkit/browser/escape";
import { type Market, startMarket } from "../testkit/market";
import { placeSingleLine } from "../testkit/orders";
import { LOGINS } from "../testkit/people";
import { settled } from "../testkit/browser/pages";
import { newVisitor, signIn } from "../testkit/browser/people";
import { TARGETS, targetsTooSmall } from "./targets";

const PHONE = { width: 375, height: 812 };
const DESKTOP = { width: 1280, height: 800 };
/** The height of a table row with its bottom border. */
const ROW_PX = 41;

// Many steps each; a busy machine takes its time.
test.describe.configure({ timeout: 120_000 });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Opens an overlay, measures its targets and closes it. Waits for animations, because even a shortened one starts below its final size. */
async function measureOver(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  await open();
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  );
  expect.soft(await page.evaluate(targetsTooSmall, TARGETS), name).toEqual([]);
  await pressEscape(page);
}

test("targets in overlays are 44 × 44 px on a phone", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(market, page, LOGINS["distributor"]!);
  await page.goto("/pendingorders_dist");
  await settled(page);
  await measureOver(page, "the menu of a phone", async () => {
    await page.getByRole("button", { name: "Navigation" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Navigation" }).click();
  await measureOver(page, "the user menu", () =>
    page.getByRole("button", { name: "User menu" }).click(),
  );
  await page.getByRole("button", { name: "Accept" }).first().click();
  await measureOver(page, "the dialog with its calendar", async () => {
    await page.getByRole("button", { name: "Open calendar" }).click();
    await expect(page.getByRole("grid")).toBeVisible();
  });
  await pressEscape(page);

  await page.goto("/productlist");
  await page.getByRole("button", { name: "Filter" }).click();
  await measureOver(page, "a list to choose from", () =>
    page.getByRole("combobox", { name: "Category" }).click(),
  );
  await measureOver(page, "a question", () =>
    page.getByRole("button", { name: "Delete" }).first().click(),
  );
  await page.goto("/productlist?search=nothing-is-called-so");
  await expect(page.getByRole("button", { name: "Clear filters" })).toBeVisible();
  await measureOver(page, "an empty list", () => Promise.resolve());
  await page.goto("/chat");
  await page.getByRole("link", { name: /Meena/ }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await measureOver(page, "an open conversation", () => Promise.resolve());
  await page.goto("/profile");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile was saved.")).toBeVisible();
  await measureOver(page, "a note", () => Promise.resolve());
});

test("table rows are 40 px high on a desktop", async ({ browser }) => {
  for (const words of ["One, please.", "And one more."]) await placeSingleLine(market, words);
  const page = await newVisitor(browser, market);
  await page.setViewportSize(DESKTOP);
  await signIn(market, page, LOGINS["retailer"]!);
  for (const path of ["/latestproduct", "/pendingretail"]) {
    await page.goto(path);
    await settled(page);
    const heights = await page
      .locator("tbody tr")
      // An order's heading and an offered line have two lines of text.
      .filter({ hasNotText: /\d lines, placed|\d offered/ })
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length, path).toBeGreaterThan(1);
    expect(Math.max(...heights), path).toBeLessThanOrEqual(ROW_PX);
  }
});
