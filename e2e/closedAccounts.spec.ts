/** Accepted orders whose other party closed its account can be ended by the remaining party. */
import { type Locator, type Page, expect, test } from "@playwright/test";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { settled } from "../testkit/browser/pages";
import { DEMO_PASSWORD } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

const login = <Role extends "retailer" | "distributor">(role: Role, email: string) => ({
  email,
  role,
  password: DEMO_PASSWORD,
});
const ASHA = login("distributor", "asha@mandi.test");
const BHARAT = login("distributor", "bharat@mandi.test");
const MEENA = login("retailer", "meena@mandi.test");
const RAVI = login("retailer", "ravi@mandi.test");

/** The widths of a phone and a laptop; one order is ended at each. */
const WIDTHS = [375, 1280];

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

async function productInStock(retailer: ConvexHttpClient, distributorEmail: string) {
  const { page } = await retailer.query(api.products.byDistributor, {
    distributorEmail,
    sort: "inStock",
    paginationOpts: { numItems: 1, cursor: null },
  });
  return page[0]!;
}

/** Places and accepts one order for each width; the message names the width. */
async function acceptedOrders(
  retailer: ConvexHttpClient,
  distributor: ConvexHttpClient,
  distributorEmail: string,
): Promise<void> {
  const { _id: productId } = await productInStock(retailer, distributorEmail);
  for (const width of WIDTHS) {
    const msg = `For a screen of ${width} px`;
    const orderId = await placeOrder(retailer, [{ productId, quantity: 2 }], msg);
    await acceptOrder(distributor, orderId);
  }
}

async function closeAccount(client: ConvexHttpClient): Promise<void> {
  await client.action(api.account.close, { password: DEMO_PASSWORD });
}

type Ending = {
  readonly page: Page;
  /** Finds the order in the list of accepted orders. */
  readonly orderOf: (msg: string) => Locator;
  /** The accessible names of the button, the dialog, its text area and its own button. */
  readonly names: { button: string; dialog: string; reason: string; confirm: string };
  readonly emptyReason?: string;
};

/** Ends one order at each width through its button and dialog, with a screenshot of both. */
async function endEach({ page, orderOf, names, emptyReason }: Ending): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    const order = orderOf(`For a screen of ${width} px`);
    const button = order.getByRole("button", { name: names.button, exact: true });
    await button.scrollIntoViewIfNeeded();
    for (const each of await order.getByRole("button").all())
      await expect(each, "no part of it is cut off").toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: test.info().outputPath(`list-${width}.png`) });
    await button.click();
    const dialog = page.getByRole("dialog", { name: names.dialog });
    const confirm = dialog.getByRole("button", { name: names.confirm, exact: true });
    await confirm.click();
    if (emptyReason !== undefined) await expect(dialog.getByText(emptyReason)).toBeVisible();
    await dialog.getByLabel(names.reason).fill("They closed their account");
    await page.screenshot({ path: test.info().outputPath(`dialog-${width}.png`) });
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(order).toHaveCount(0);
  }
}

test("lets a distributor reject an accepted order once its retailer closed the account", async ({
  browser,
}) => {
  const [retailer, distributor] = [await clientOf(market, RAVI), await clientOf(market, ASHA)];
  await acceptedOrders(retailer, distributor, ASHA.email);
  const page = await newVisitor(browser, market);
  await signIn(market, page, ASHA);
  await page.goto("/accepted_dist");
  const orderOf = (msg: string) => page.getByRole("article").filter({ hasText: msg });
  const first = orderOf(`For a screen of ${WIDTHS[0]} px`);
  await expect(first.getByRole("button", { name: "Mark as Completed" })).toBeVisible();
  const rejects = page.getByRole("button", { name: "Reject", exact: true });
  await expect(rejects, "all parties have their accounts").toHaveCount(0);

  await closeAccount(retailer);
  await expect(first.getByRole("button")).toHaveText(["Mark as Completed", "Reject", "More"]);
  await endEach({
    page,
    orderOf,
    names: {
      button: "Reject",
      dialog: "Reason for Rejection",
      reason: "Reason",
      confirm: "Submit",
    },
    emptyReason: "Please provide a reason for rejection.",
  });
  await page.goto("/rejected_dist");
  const rejected = page.getByRole("article").filter({ hasText: "They closed their account" });
  await expect(rejected).toHaveCount(WIDTHS.length);
});

test("lets a retailer cancel an accepted order once its distributor closed the account", async ({
  browser,
}) => {
  const [retailer, distributor] = [await clientOf(market, MEENA), await clientOf(market, BHARAT)];
  await acceptedOrders(retailer, distributor, BHARAT.email);
  const page = await newVisitor(browser, market);
  await signIn(market, page, MEENA);
  await page.goto("/acceptedretail");
  const orderOf = (msg: string) => page.getByRole("row").filter({ hasText: msg });
  const first = orderOf(`For a screen of ${WIDTHS[0]} px`);
  await expect(first.getByRole("button", { name: "Update Message" })).toBeVisible();
  const cancels = page.getByRole("button", { name: "Cancel", exact: true });
  await expect(cancels, "all parties have their accounts").toHaveCount(0);

  await closeAccount(distributor);
  const buttons = ["Timeline", "Cancel", "Update Message", "Order again"];
  await expect(first.getByRole("button")).toHaveText(buttons);
  await endEach({
    page,
    orderOf,
    names: {
      button: "Cancel",
      dialog: "Cancel this order",
      reason: "Please enter the reason for cancellation:",
      confirm: "Cancel order",
    },
  });
  await page.goto("/rejectedretail");
  const cancelled = page.getByRole("article").filter({ hasText: "They closed their account" });
  await expect(cancelled).toHaveCount(WIDTHS.length);
});
