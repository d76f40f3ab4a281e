/** Every route: access, redirects, heading and title. */
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, LOGINS } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";
import { navigateInApp } from "../testkit/browser/pausableConnection";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

type Place = readonly [address: string, heading: string, title: string];

const PLACES = {
  visitor: [
    ["/", "The wholesale market, live.", "The wholesale market, live"],
    ["/getstartedpage", "Bring your business to the market", "Get started"],
    ["/about", "About Mandi", "About"],
    ["/newsfeed", "Today's Top News", "Daily News"],
    ["/auth/login", "Log in", "Log in"],
    ["/auth/signup", "Register for a free account", "Sign up"],
    ["/products", "Products", "Products"],
    ["/contact", "Contact", "Contact"],
    ["/terms", "Terms", "Terms"],
    ["/privacy", "Privacy", "Privacy"],
    ["/cookies", "Cookies", "Cookies"],
  ],
  retailer: [
    ["/homepageretailer", "Welcome to Mandi, Meena", "Home"],
    ["/dashboard", "Welcome to the Dashboard!", "Dashboard"],
    ["/retailer", "Retailer navigation", "Retailer navigation"],
    ["/distributorslist", "Distributors", "Distributors"],
    ["/productlistall", "All Products", "All Products"],
    ["/latestproduct", "Latest Products", "Latest Products"],
    ["/distributor-products/asha@mandi.test", "Distributor's products", "Distributor's products"],
    ["/retailerNetwork", "Your Network", "Your Network"],
    ["/basket", "Basket", "Basket"],
    ["/pendingretail", "Pending Orders", "Pending Orders"],
    ["/acceptedretail", "Accepted Orders", "Accepted Orders"],
    ["/rejectedretail", "Rejected Orders", "Rejected Orders"],
    ["/completedretail", "Completed Orders", "Completed Orders"],
    ["/complaintandreview", "Complaint and Review", "Complaint and Review"],
    ["/chat", "Messages", "Messages"],
    ["/invoicepage", "Invoices", "Invoices"],
    ["/khata", "Khata", "Khata"],
    ["/notifications", "Notifications", "Notifications"],
  ],
  distributor: [
    ["/homepage", "Welcome to Mandi, Asha", "Home"],
    ["/distributors", "Distributor navigation", "Distributor navigation"],
    ["/retailerslist", "Retailers", "Retailers"],
    ["/addproduct", "Add Product", "Add Product"],
    ["/import-products", "Import products", "Import products"],
    ["/productlist", "All Products", "All Products"],
    ["/requests", "Requests", "Requests"],
    ["/mynetwork", "Your Network", "Your Network"],
    ["/khata", "Khata", "Khata"],
    ["/notifications", "Notifications", "Notifications"],
    ["/pendingorders_dist", "Pending Orders", "Pending Orders"],
    ["/accepted_dist", "Accepted Orders", "Accepted Orders"],
    ["/rejected_dist", "Rejected Orders", "Rejected Orders"],
    ["/completed_dist", "Completed Orders", "Completed Orders"],
    ["/profile", "Your Profile", "Your Profile"],
    ["/settings", "Settings", "Settings"],
  ],
  admin: [
    ["/adminhome", "Dashboard", "Admin Dashboard"],
    ["/adminnav", "Admin navigation", "Admin navigation"],
    ["/adminretailerlist", "Retailers", "Retailers"],
    ["/admindistributorslist", "Distributors", "Distributors"],
    ["/adminproductlist", "Products", "Products"],
    ["/admincomplaints", "User Feedback Dashboard", "User Feedback"],
  ],
} as const satisfies Record<string, readonly Place[]>;

const HOMES = {
  retailer: "/homepageretailer",
  distributor: "/homepage",
  admin: "/adminhome",
} as const;

const ROLES = ["retailer", "distributor", "admin"] as const;

/** The pages of all members, which PLACES lists for one role only. */
const SHARED = new Set([
  "Dashboard",
  "Complaint and Review",
  "Messages",
  "Invoices",
  "Your Profile",
  "Settings",
]);

function isShared(title: string): boolean {
  return SHARED.has(title);
}

/** Matches the exact path, because `/homepage` is a prefix of `/homepageretailer`. */
function at(address: string): (url: URL) => boolean {
  return (url) => url.pathname === address;
}

async function signedIn(page: Page, role: (typeof ROLES)[number]): Promise<void> {
  const login = LOGINS[role];
  if (login === undefined) throw new Error(`Nobody logs in as ${role}`);
  await logIn(page, login);
}

/** Loads the first address and opens the others within the app. */
async function expectPlaces(page: Page, places: readonly Place[]): Promise<void> {
  const [[first] = ["/"]] = places;
  await page.goto(first);
  for (const [address, heading, title] of places) {
    await navigateInApp(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${title} · Mandi`);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Skip to content" })).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe(address);
  }
}

test("[ROUTE1] [ROUTE5] shows a visitor every public page with its title", async ({ browser }) => {
  await expectPlaces(await newVisitor(browser, market), PLACES.visitor);
});

for (const role of ROLES) {
  test(`[ROUTE2] [ROUTE5] [ROUTE7] [ROUTE8] shows the ${role} every own page, and redirects from other roles' pages`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const page = await newVisitor(browser, market);
    await signedIn(page, role);
    await page.waitForURL(at(HOMES[role]));
    await page.goto("/auth/login");
    await page.waitForURL(at(HOMES[role]));
    await expectPlaces(page, PLACES[role]);
    const own = new Set<string>(PLACES[role].map(([address]) => address));
    const isOthers = ([address, , title]: Place) => !own.has(address) && !isShared(title);
    for (const other of ROLES.filter((each) => each !== role)) {
      for (const [address, heading] of PLACES[other].filter(isOthers)) {
        await navigateInApp(page, address);
        await page.waitForURL(at(HOMES[role]));
        await expect(page.getByRole("heading", { level: 1, name: heading })).toHaveCount(0);
      }
    }
  });
}

test("[ROUTE3] [ROUTE9] redirects /homepagenew to the user's home, and visitors to the get-started page", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.goto("/homepagenew");
  await page.waitForURL("**/getstartedpage");
  await signedIn(page, "distributor");
  await page.goto("/homepagenew");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Mandi, Asha");
  expect(new URL(page.url()).pathname).toBe(HOMES.distributor);
});

test("[ROUTE6] [CHAT4] [FAILURE10] [FAILURE17] [FAILURE19] [FAILURE28] asks a signed-out user to log in, and returns to the page", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  const guarded = [
    ...PLACES.retailer.slice(1),
    ...PLACES.distributor.slice(1),
    ...PLACES.admin,
  ].map(([address]) => address);
  await page.goto("/about");
  for (const address of guarded) {
    await navigateInApp(page, "/about");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Mandi");
    await navigateInApp(page, address);
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveText("Log in");
    expect(new URL(page.url()).pathname).toBe("/auth/login");
  }
  // The same for an address that was typed.
  await page.goto("/chat?with=asha@mandi.test");
  await expect(page.getByText("Please login to access chat")).toBeVisible();
  await page.getByLabel("Email").fill("meena@mandi.test");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/chat?with=asha@mandi.test");
  await expect(page.getByRole("heading", { level: 2, name: "Asha Kolhari" })).toBeVisible();
});

test("[ROUTE11] shows the not-found page with a link home", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await page.goto("/no-such-stall");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page).toHaveTitle("Page not found · Mandi");
  await expect(page.getByText("/no-such-stall")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the market" })).toHaveAttribute("href", "/");
  await page.getByRole("link", { name: "Go to your home" }).click();
  await page.waitForURL("**/getstartedpage");
});

test("[ROUTE10] opens a page with text from every link in the footer", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await page.goto("/");
  const links = page.getByRole("navigation", { name: "Footer" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
  expect(targets).toEqual(
    expect.arrayContaining(["/products", "/contact", "/terms", "/privacy", "/cookies", "/about"]),
  );
  for (const target of targets) {
    await page.goto(target);
    await expect(page.getByRole("heading", { level: 1 }), target).toBeVisible();
    await expect(page.getByRole("heading", { name: "Page not found" }), target).toHaveCount(0);
    // The heading may come before what a live query shows.
    const length = async () => (await page.getByRole("main").innerText()).length;
    await expect.poll(length, { message: target }).toBeGreaterThan(100);
  }
});
