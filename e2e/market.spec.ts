/** Markets of the browser tests leave nothing behind for the files that follow in the same browser. */
import { expect, test } from "@playwright/test";
import { startMarket } from "../testkit/market";
import { newVisitor } from "../testkit/browser/people";

test("closes the pages of a market before it stops", async ({ browser }) => {
  const others = browser.contexts().length;
  const market = await startMarket(["--empty"]);
  const page = await newVisitor(browser, market);
  await page.goto("/");
  expect(browser.contexts()).toHaveLength(others + 1);
  await market.stop();
  expect(browser.contexts()).toHaveLength(others);
});
