/** Empty states: every list page of an empty market says that it is empty. */
import { type Page, expect, test } from "@playwright/test";
import { operatorOf, register } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { type Person, logIn, newVisitor } from "../testkit/people";
import { navigateInApp } from "../testkit/browser/pausableConnection";

const PASSWORD = "a long enough password";

const RETAILER: Person = {
  role: "retailer",
  name: "Kiran Corner",
  email: "kiran@corner.test",
  phone: "+91 98765 43210",
  password: PASSWORD,
  address: "12 Station Road\nPune 411001",
  shopName: "Kiran Corner Store",
};

const DISTRIBUTOR: Person = {
  role: "distributor",
  name: "Devi Traders",
  email: "devi@traders.test",
  phone: "+91 91234 56780",
  password: PASSWORD,
  address: "7 Market Yard\nNagpur 440008",
  companyName: "Devi Traders Wholesale",
};

const ADMIN = { role: "admin", email: "head@mandi.test", password: PASSWORD } as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
});
test.afterAll(() => market.stop());

type Screens = readonly (readonly [address: string, words: string])[];

const EMPTY_FOR_RETAILER: Screens = [
  ["/distributorslist", "No distributors found."],
  ["/productlistall", "No products found."],
  ["/latestproduct", "No products found."],
  ["/retailerNetwork", "No accepted network requests found."],
  ["/pendingretail", "No pending orders found."],
  ["/acceptedretail", "No accepted orders found."],
  ["/rejectedretail", "No rejected orders found."],
  ["/completedretail", "No completed orders found."],
  ["/invoicepage", "No invoices found"],
  ["/chat", "No conversations found"],
];

const EMPTY_FOR_DISTRIBUTOR: Screens = [
  ["/productlist", "No products found."],
  ["/mynetwork", "No accepted network requests found."],
  ["/pendingorders_dist", "No pending orders found."],
  ["/accepted_dist", "No Accepted Orders found."],
  ["/rejected_dist", "No rejected orders found."],
  ["/completed_dist", "No completed orders found."],
  ["/invoicepage", "No invoices found"],
];

const EMPTY_FOR_ADMIN: Screens = [
  ["/admindistributorslist", "No distributors found."],
  ["/admincomplaints", "No feedback found."],
  ["/newsfeed", "No news available."],
];

/** Opens each page within the app and expects its text for an empty list. */
async function expectEmpty(page: Page, screens: Screens): Promise<void> {
  for (const [address, words] of screens) {
    await navigateInApp(page, address);
    await expect(page.getByText(words, { exact: true }).first(), address).toBeVisible();
  }
}

test("[LANDING3] shows a visitor that there are no products", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await page.goto("/");
  await expect(page.getByText("No products found matching your criteria.")).toBeVisible();
});

test("[ADMIN8] [ADMIN13] [NEWS2] shows an admin that there are no distributors, feedback or news", async ({
  browser,
}) => {
  const name = "Head of the Market";
  await operatorOf(market).action(
    "admin:upsertAdmin" as never,
    { email: ADMIN.email, name, password: ADMIN.password } as never,
  );
  const page = await newVisitor(browser, market);
  await logIn(page, ADMIN);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expectEmpty(page, EMPTY_FOR_ADMIN);
});

test("[CATALOGUE2] [CATALOGUE8] [NETWORK5] [NETWORK18] [BUYER1] [BUYER5] [BUYER9] [BUYER12] [INVOICE2] [CHAT2] shows the first retailer an empty text on every list", async ({
  browser,
}) => {
  await register(market, RETAILER);
  const page = await newVisitor(browser, market);
  await logIn(page, RETAILER);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Mandi, Kiran");
  await expectEmpty(page, EMPTY_FOR_RETAILER);
});

test("[PRODUCT9] [NETWORK15] [SELLER1] [SELLER11] [SELLER15] [SELLER19] shows the first distributor an empty text on every list", async ({
  browser,
}) => {
  await register(market, DISTRIBUTOR);
  const page = await newVisitor(browser, market);
  await logIn(page, DISTRIBUTOR);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Mandi, Devi");
  await expectEmpty(page, EMPTY_FOR_DISTRIBUTOR);
});
