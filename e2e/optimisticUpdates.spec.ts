/** Optimistic updates are shown before the server answers, and reverted with a message when it refuses. */
import { expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { settled } from "../testkit/browser/pages";
import { alertOf, RolePages, main } from "../testkit/browser/rolePages";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeSingleLine } from "../testkit/orders";
import { LOGINS } from "../testkit/people";

let market: Market;
let rolePages: RolePages;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

test("removes an order at once, and puts it back in place when the server refuses", async () => {
  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/completedretail");
  const cards = main(page).getByRole("article");
  await expect(cards.first()).toBeVisible();
  const before = await cards.allInnerTexts();

  connection.hold("orders:hide");
  connection.fail("orders:hide");
  await cards.first().getByRole("button", { name: "Remove" }).click();
  await expect(cards).toHaveCount(before.length - 1);
  await expect(alertOf(page, "Failed to remove the order.")).toHaveCount(0);
  connection.release("orders:hide");
  await expect(alertOf(page, "Failed to remove the order. Please try again.")).toBeVisible();
  await expect.poll(() => cards.allInnerTexts()).toEqual(before);
});

test("shows an order's new message at once, and the old one when the server refuses", async () => {
  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/acceptedretail");
  const row = main(page).locator("tbody tr").first();
  await expect(row).toBeVisible();
  const before = await row.innerText();

  connection.hold("orders:updateMessage");
  connection.fail("orders:updateMessage");
  await row.getByRole("button", { name: "Update Message" }).click();
  await page.getByLabel("New message").fill("Ring twice");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(row).toContainText("Ring twice");
  connection.release("orders:updateMessage");
  await expect(alertOf(page, "Failed to update the message.")).toBeVisible();
  await expect(row).toHaveText(before.replaceAll(/\s+/g, " "), { useInnerText: true });
});

test("tells the later of two concurrent changes to an order that it failed", async () => {
  const retailer = await clientOf(market, LOGINS["retailer"]!);
  const distributor = await clientOf(market, LOGINS["distributor"]!);
  const orderId = await placeSingleLine(market, "One thing");
  await acceptOrder(distributor, orderId);
  const { lines } = (await retailer.query(api.orders.one, { orderId }))!;
  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/acceptedretail");
  const rows = main(page).locator("tbody tr");
  const row = rows.filter({ hasText: lines[0]!.productName });
  await expect(row).toContainText("One thing");
  await settled(page);
  const before = await rows.count();

  connection.hold("orders:updateMessage");
  await row.getByRole("button", { name: "Update Message" }).click();
  await page.getByLabel("New message").fill("One more thing");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(row).toContainText("One more thing");
  await distributor.mutation(api.orders.complete, { orderIds: [orderId] });
  await expect(row).toHaveCount(0);
  await expect(rows).toHaveCount(before - 1);
  connection.release("orders:updateMessage");
  await expect(alertOf(page, "This order can no longer be changed.")).toBeVisible();
  await expect(main(page)).not.toContainText("One more thing");
  expect((await retailer.query(api.orders.one, { orderId }))?.msg).toBe("One thing");
});
