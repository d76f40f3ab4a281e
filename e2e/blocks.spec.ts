/** Leaving a connection, blocking, unblocking, and a distributor's order limits. */
import { expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

const ASHA = { email: "asha@mandi.test", password: DEMO_PASSWORD, role: "distributor" } as const;
const MEENA = { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

test("removes a blocked distributor from the network, and allows a new request after unblocking", async ({
  browser,
}) => {
  const retailer = await newVisitor(browser, market);
  await signIn(market, retailer, MEENA);
  await retailer.goto("/retailerNetwork");
  const card = retailer.getByRole("article").first();
  const name = (await card.getByRole("heading", { level: 2 }).textContent()) ?? "";
  await card.getByRole("button", { name: `Block ${name}` }).click();
  const asked = retailer.getByRole("alertdialog", { name: `Block ${name}?` });
  await expect(asked).toContainText("until you unblock them in your settings");
  await asked.getByRole("button", { name: "Block" }).click();
  await expect(retailer.getByText(`${name} is blocked.`)).toBeVisible();
  await expect(retailer.getByRole("heading", { level: 2, name })).toHaveCount(0);

  await retailer.goto("/distributorslist");
  const found = retailer.getByRole("article").filter({ hasText: name });
  await found.getByRole("button", { name: "Connect" }).click();
  await expect(
    retailer.getByText("You blocked this business. You can unblock it in your settings."),
  ).toBeVisible();

  await retailer.goto("/settings");
  await retailer.getByRole("button", { name: `Unblock ${name}` }).click();
  await expect(retailer.getByText("You block nobody.")).toBeVisible();
  await retailer.goto("/distributorslist");
  await found.getByRole("button", { name: "Connect" }).click();
  await expect(found.getByRole("button", { name: "Requested" })).toBeVisible();
});

test("ends a connection after confirmation", async ({ browser }) => {
  const retailer = await newVisitor(browser, market);
  await signIn(market, retailer, MEENA);
  await retailer.goto("/retailerNetwork");
  const card = retailer.getByRole("article").first();
  const name = (await card.getByRole("heading", { level: 2 }).textContent()) ?? "";
  await card.getByRole("button", { name: `Disconnect ${name}` }).click();
  const asked = retailer.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(retailer.getByRole("heading", { level: 2, name })).toBeVisible();
  await card.getByRole("button", { name: `Disconnect ${name}` }).click();
  await asked.getByRole("button", { name: "Disconnect" }).click();
  await expect(retailer.getByRole("heading", { level: 2, name })).toHaveCount(0);
});

test("saves a distributor's order limits within bounds, and blocks a retailer", async ({
  browser,
}) => {
  const distributor = await newVisitor(browser, market);
  await signIn(market, distributor, ASHA);
  await distributor.goto("/settings");
  const days = distributor.getByLabel("Days to answer");
  await expect(days).toHaveValue("14");
  await days.fill("0");
  await distributor.getByRole("button", { name: "Save limits" }).click();
  await expect(distributor.getByText("Please enter a whole number from 1 to 90.")).toBeVisible();
  await days.fill("7");
  await distributor.getByLabel("Others: orders").fill("");
  await distributor.getByRole("button", { name: "Save limits" }).click();
  await expect(distributor.getByText("Your order limits were saved.")).toBeVisible();
  await distributor.reload();
  await expect(days).toHaveValue("7");
  await expect(distributor.getByLabel("Others: orders")).toHaveValue("");
  await distributor.getByRole("button", { name: "Use the defaults" }).click();
  await expect(days).toHaveValue("14");

  await distributor.goto("/retailerslist");
  await distributor.getByRole("button", { name: "More Info" }).first().click();
  await distributor.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await distributor.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(distributor.getByText(/ is blocked\.$/)).toBeVisible();
  await distributor.goto("/settings");
  await expect(distributor.getByRole("button", { name: /^Unblock / })).toHaveCount(1);
});
