/**
 * Code that cannot be loaded. Of a page: one reload, which may bring a newer version; never a second one, and no typed text is lost.
 * Of a part: the failure stays in its place, and Retry loads it.
 */
import { type Page, type Request, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { navigateInApp } from "../testkit/browser/pausableConnection";
import { newVisitor, signIn } from "../testkit/browser/people";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

const CHUNK = "**/assets/KhataPage-*.js";
const TYPED = "Half a message";

function isDocument(request: Request): boolean {
  return request.isNavigationRequest();
}

/** Before a reload the app asks whether the server answers. */
function isCheck(request: Request): boolean {
  return request.resourceType() === "fetch" && new URL(request.url()).pathname === "/";
}

function composer(page: Page) {
  return page.getByRole("textbox", { name: "Message" });
}

test("a failed chunk reloads the page once, keeps typed text, and loads when it is there again", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
  await signIn(market, page, LOGINS["retailer"]!);
  await page.goto("/chat?with=asha@mandi.test");
  await composer(page).fill(TYPED);
  let documents = 0;
  page.on("request", (request) => (documents += isDocument(request) ? 1 : 0));
  const failure = page.getByRole("heading", { name: "This page could not be shown" });

  // Nothing answers: a reload would lose the page that is there.
  const isDown = { value: true };
  await page.route(
    (url) => url.pathname === "/",
    (route) => (isDown.value ? route.abort() : route.continue()),
  );
  const refused = page.waitForEvent("requestfailed", isCheck);
  await navigateInApp(page, "/khata");
  await refused;
  await expect(failure).toBeVisible();
  expect(documents).toBe(0);

  // The server answers: one reload. The chunk fails again, and the second check does not lead to another.
  isDown.value = false;
  await navigateInApp(page, "/chat?with=asha@mandi.test");
  await expect(composer(page)).toHaveValue(TYPED);
  const reloaded = page.waitForEvent("request", isDocument);
  await navigateInApp(page, "/khata");
  await reloaded;
  await page.waitForEvent("requestfinished", isCheck);
  await expect(failure).toBeVisible();
  await navigateInApp(page, "/chat?with=asha@mandi.test");
  await expect(composer(page)).toHaveValue(TYPED);
  const checkedAgain = page.waitForEvent("requestfinished", isCheck);
  await navigateInApp(page, "/khata");
  await checkedAgain;
  await expect(failure).toBeVisible();
  expect(documents).toBe(1);

  // A newer version has the chunk.
  await page.unroute(CHUNK);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Khata" })).toBeVisible();
  expect(documents).toBe(2);
  await navigateInApp(page, "/chat?with=asha@mandi.test");
  await expect(composer(page)).toHaveValue(TYPED);
  await page.context().close();
});

test("a calendar whose code fails to load leaves the dialog as it was, and loads on Retry", async ({
  browser,
}) => {
  const calendar = "**/assets/Calendar-*.js";
  const page = await newVisitor(browser, market);
  await page.route(calendar, (route) => route.abort("connectionfailed"));
  await signIn(market, page, LOGINS["distributor"]!);
  await page.goto("/pendingorders_dist");
  await page.getByRole("button", { name: "Accept", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Accept Order" });
  const date = dialog.getByLabel("Delivery date");
  await date.fill("31/12/2099");
  const popover = page.getByRole("dialog", { name: "Calendar" });
  const failure = popover.getByText("The calendar could not be loaded. You can type the date.");
  await dialog.getByRole("button", { name: "Open calendar" }).click();
  await expect(failure).toBeVisible();
  await expect(date).toHaveValue("31/12/2099");

  await popover.getByRole("button", { name: "Retry" }).click();
  await expect(popover.getByRole("button", { name: "Reload page" })).toBeVisible();
  await expect(failure).toBeVisible();

  await page.unroute(calendar);
  await popover.getByRole("button", { name: "Retry" }).click();
  await expect(popover.getByRole("grid")).toBeVisible();
  await expect(date).toHaveValue("31/12/2099");
  await page.context().close();
});
