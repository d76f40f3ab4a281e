/** Failed order actions: the error text, the kept input, the enabled button, and a retry that succeeds. */
import { expect, test } from "@playwright/test";
import { type RolePage, alertOf, RolePages, main, statusOf } from "../testkit/browser/rolePages";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { placeSingleLine } from "../testkit/orders";
import { PICTURE } from "../testkit/people";
import { BREAKS, duringUploads, IS_AWAY, REFUSES } from "../testkit/browser/failingConnection";

let market: Market;
let rolePages: RolePages;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

test("[ROUTE4] [FAILURE13] shows why an order was not placed, keeps the message, and places it on retry", async () => {
  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await page.getByRole("link", { name: "Order" }).first().click();
  await page.waitForURL("**/orderinfo/*");
  const message = page.getByPlaceholder("Leave a message");
  const place = page.getByRole("button", { name: "Place Order" });

  await page.getByLabel("Quantity").fill("0");
  await place.click();
  const missing = alertOf(main(page), "Missing Information");
  await expect(missing).toContainText("Please provide: Quantity (must be greater than 0), Message");
  await page.getByLabel("Quantity").fill("2");
  await message.fill("Two, by Friday");

  for (const [refusal, title, sentence] of [
    [
      { code: "INSUFFICIENT_STOCK", stock: 1, productName: "Rice" },
      "Insufficient Stock",
      "Available stock: 1",
    ],
    [undefined, "Order Failed", "There was an error placing your order. Please try again."],
    [{ code: "UNAUTHENTICATED" }, "Authentication Required", "Please log in to place an order."],
  ] as const) {
    connection.hold("orders:place");
    connection.fail("orders:place", refusal);
    await place.click();
    await expect(place).toBeDisabled();
    connection.release("orders:place");
    await expect(alertOf(main(page), title)).toContainText(sentence);
    await expect(message).toHaveValue("Two, by Friday");
    await expect(place).toBeEnabled();
  }
  connection.mend("orders:place");
  await place.click();
  await expect(statusOf(main(page), "Order Placed")).toContainText(
    "Your order has been placed successfully!",
  );
  await expect(message).toHaveValue("");
});

test("asks a visitor who orders to log in or sign up", async () => {
  const { page: shop } = await rolePages.open("retailer");
  const { page } = await rolePages.open("visitor");
  await page.goto(new URL(shop.url()).pathname);
  await page.getByPlaceholder("Leave a message").fill("Please");
  await page.getByRole("button", { name: "Place Order" }).click();
  const notice = alertOf(main(page), "Authentication Required");
  await expect(notice).toContainText("Please log in to place an order.");
  await expect(notice.getByRole("link", { name: "Sign Up" })).toHaveAttribute(
    "href",
    "/auth/signup",
  );
  await notice.getByRole("link", { name: "Login" }).click();
  await page.waitForURL("**/auth/login");
});

test("[FAILURE21] leaves an order unchanged when a retailer's change fails, and keeps the input", async () => {
  const { page, connection } = await rolePages.open("retailer");
  const dialog = page.getByRole("dialog");
  const rows = main(page).locator("tbody tr");

  await test.step("cancelling", async () => {
    await page.goto("/pendingretail");
    await rows.first().getByRole("button", { name: "Cancel" }).click();
    const reason = page.getByLabel("Please enter the reason for cancellation:");
    await reason.fill("Ordered twice");
    connection.fail("orders:cancel");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    const sentence = "Failed to cancel the order and update product stock.";
    await expect(alertOf(dialog, sentence)).toBeVisible();
    await expect(reason).toHaveValue("Ordered twice");
    connection.mend("orders:cancel");
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a new message of a pending order", async () => {
    await rows.first().getByRole("button", { name: "Update Message" }).click();
    const words = page.getByLabel("Please enter the new message:");
    await words.fill("Ring the bell twice");
    connection.fail("orders:updateMessage");
    await dialog.getByRole("button", { name: "Update message" }).click();
    await expect(alertOf(dialog, "Failed to update the message.")).toBeVisible();
    await expect(words).toHaveValue("Ring the bell twice");
    connection.mend("orders:updateMessage");
    await dialog.getByRole("button", { name: "Update message" }).click();
    await expect(rows.first()).toContainText("Ring the bell twice");
  });

  await test.step("a new message of an accepted order", async () => {
    await page.goto("/acceptedretail");
    await rows.first().getByRole("button", { name: "Update Message" }).click();
    await page.getByLabel("New message").fill("Use the back gate");
    connection.fail("orders:updateMessage");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(alertOf(page, "Failed to update the message.")).toBeVisible();
    await expect(rows.first()).not.toContainText("Use the back gate");
    await rows.first().getByRole("button", { name: "Update Message" }).click();
    await expect(page.getByLabel("New message")).toHaveValue("Use the back gate");
    connection.mend("orders:updateMessage");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(rows.first()).toContainText("Use the back gate");
  });
});

/** Expects that a failed removal puts the card back, and that a retry removes it. */
async function removalFails(
  { page, connection }: RolePage,
  [path, button, sentence]: readonly [path: string, button: string, sentence: string],
): Promise<void> {
  await page.goto(path);
  const cards = main(page).getByRole("article");
  await expect(cards.first()).toBeVisible();
  await settled(page);
  const before = await cards.count();
  connection.fail("orders:hide");
  await cards.first().getByRole("button", { name: button }).click();
  await expect(alertOf(page, sentence)).toBeVisible();
  await expect(cards).toHaveCount(before);
  connection.mend("orders:hide");
  await cards.first().getByRole("button", { name: button }).click();
  await expect(cards).toHaveCount(before - 1);
}

test("[FAILURE20] puts an order back when removing it fails, and shows an error", async () => {
  test.setTimeout(120_000);
  const retailer = await rolePages.open("retailer");
  const distributor = await rolePages.open("distributor");
  for (const removal of [
    ["/rejectedretail", "Remove Order", "Failed to remove the order. Please try again."],
    ["/completedretail", "Remove", "Failed to remove the order. Please try again."],
  ] as const) {
    await removalFails(retailer, removal);
  }
  await removalFails(distributor, [
    "/rejected_dist",
    "Remove",
    "Failed to delete order. Please try again later.",
  ]);
});

test("[FAILURE16] keeps date, picture and reason when answering an order fails", async () => {
  const { page, connection } = await rolePages.open("distributor");
  const dialog = page.getByRole("dialog");
  const cards = main(page).getByRole("article");
  const submit = dialog.getByRole("button", { name: "Submit" });
  await placeSingleLine(market, "To be accepted.");
  await placeSingleLine(market, "To be rejected.");
  const toAccept = cards.filter({ hasText: "To be accepted." });
  const toReject = cards.filter({ hasText: "To be rejected." });
  await page.goto("/pendingorders_dist?sort=latest");
  await expect(toAccept).toHaveCount(1);
  await expect(toReject).toHaveCount(1);
  await settled(page);

  await test.step("accepting", async () => {
    await toAccept.getByRole("button", { name: "Accept" }).click();
    const date = dialog.getByLabel("Delivery date");
    await submit.click();
    await expect(alertOf(dialog, "Please select a delivery date.")).toBeVisible();
    await date.fill("31/31/2031");
    await expect(alertOf(dialog, "Date input not valid.")).toBeVisible();
    const nextYear = new Date().getFullYear() + 1;
    await date.fill(`03/04/${nextYear}`);
    await dialog.getByLabel("QR code").setInputFiles(PICTURE);
    for (const failure of [BREAKS, IS_AWAY]) {
      await duringUploads(page, "qr-code", failure, async () => {
        await submit.click();
        await expect(alertOf(dialog, "Failed to upload QR code")).toBeVisible();
        await expect(submit).toBeEnabled();
      });
    }
    await duringUploads(page, "qr-code", REFUSES, async () => {
      await submit.click();
      await expect(alertOf(dialog, "Image file must be smaller than 5MB")).toBeVisible();
    });
    connection.fail("orders:accept");
    await submit.click();
    const sentence = "Failed to accept the order and generate invoice. Please try again later.";
    await expect(alertOf(dialog, sentence)).toBeVisible();
    await expect(date).toHaveValue(`03/04/${nextYear}`);
    await expect(dialog.getByAltText("The QR code you chose")).toBeVisible();
    connection.mend("orders:accept");
    await submit.click();
    await expect(dialog).toHaveCount(0);
    await expect(toAccept).toHaveCount(0);
  });

  await test.step("rejecting", async () => {
    await expect(toReject).toHaveCount(1);
    await toReject.getByRole("button", { name: "Reject" }).click();
    const reason = dialog.getByRole("textbox", { name: "Reason" });
    await submit.click();
    await expect(alertOf(dialog, "Please provide a reason for rejection.")).toBeVisible();
    await reason.fill("The van is in the workshop");
    connection.fail("orders:reject");
    await submit.click();
    const sentence = "Failed to reject the order. Please try again later.";
    await expect(alertOf(dialog, sentence)).toBeVisible();
    await expect(reason).toHaveValue("The van is in the workshop");
    connection.mend("orders:reject");
    await submit.click();
    await expect(toReject).toHaveCount(0);
    await expect(cards.first()).toBeVisible();
  });

  await test.step("completing", async () => {
    await page.goto("/accepted_dist");
    const complete = cards.first().getByRole("button", { name: "Mark as Completed" });
    connection.hold("orders:complete");
    connection.fail("orders:complete");
    await complete.click();
    await expect(cards.first()).toContainText("Completed");
    connection.release("orders:complete");
    await expect(alertOf(page, "Failed to update order status.")).toBeVisible();
    await expect(cards.first()).toContainText("Accepted");
    connection.mend("orders:complete");
    await complete.click();
    await expect(cards.first()).toContainText("Completed");
    await expect(complete).toHaveCount(0);
  });
});
