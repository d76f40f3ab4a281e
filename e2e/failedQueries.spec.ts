/**
 * Failed queries, page by page: an error text in place of missing data or above stale data, and a Retry that loads it. The
 * page's own Convex client runs over a connection that fails on demand.
 */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Locator, type Page, expect, test } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import type { Addresses } from "../embedded/options";
import { adminClient } from "../scripts/adminClient";
import { pressEscape } from "../testkit/browser/escape";
import { type RolePage, alertOf, RolePages, main, statusOf } from "../testkit/browser/rolePages";
import { type Market, startMarket } from "../testkit/market";
import { newVisitor } from "../testkit/browser/people";
import { failingConnection } from "../testkit/browser/failingConnection";

let market: Market;
let rolePages: RolePages;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

/** The part of the page that the query feeds, where there are several, and an element that shows its data. */
type Spot = {
  readonly part?: string;
  readonly area?: (page: Page) => Locator;
  readonly shown?: (area: Locator) => Locator;
};

/** The page, the query that it makes, and the error text when that fails. */
type FailureCase = readonly [route: string, query: string, sentence: string, spot?: Spot];

function cardOrRow(area: Locator): Locator {
  return area.getByRole("article").or(area.locator("tbody tr")).first();
}

async function failsAndRecovers(
  { page, connection }: RolePage,
  failureCase: FailureCase,
): Promise<void> {
  const [route, query, sentence, { area = main, shown = cardOrRow } = {}] = failureCase;
  const alert = alertOf(area(page), sentence);
  const retry = alert.getByRole("button", { name: "Retry" });
  const data = shown(area(page));

  connection.fail(query);
  await page.goto(route);
  await expect(alert, `${route}: ${sentence}`).toBeVisible();
  await expect(data).toHaveCount(0);
  const failures = connection.failures(query);
  await retry.click();
  // The first alert stays until the next answer; with the query working again, that answer would be the data.
  await expect.poll(() => connection.failures(query)).toBeGreaterThan(failures);
  await expect(alert).toBeVisible();
  connection.mend(query);
  await retry.click();
  await expect(data, `${route} is back after Retry`).toBeVisible();
  await expect(alert).toHaveCount(0);

  connection.fail(query);
  await expect(alert).toBeVisible();
  await expect(data, `${route} keeps what it showed`).toBeVisible();
  expect((await alert.boundingBox())!.y).toBeLessThan((await data.boundingBox())!.y);
  connection.mend(query);
  await retry.click();
  await expect(alert).toHaveCount(0);
  await expect(data).toBeVisible();
}

function newsOrNone(area: Locator): Locator {
  return cardOrRow(area).or(area.getByText("No news available."));
}

const INVOICES = "Failed to fetch invoices: the server did not answer as expected.";
const NEWS = "Error fetching news: the server did not answer as expected.";

const FAILURE_CASES: Readonly<Record<"retailer" | "visitor", readonly FailureCase[]>> = {
  retailer: [
    // The other lists are tested as components, in the same states.
    ["/productlistall", "products:all", "An error occurred while fetching products."],
    ["/invoicepage", "invoices:mine", INVOICES],
    ["/invoicepage", "invoices:one", INVOICES],
    ["/newsfeed", "news:feed", NEWS, { shown: newsOrNone }],
    [
      "/chat",
      "chat:conversations",
      "Failed to load users",
      { shown: (area) => area.getByRole("link", { name: /Asha/ }) },
    ],
    [
      "/chat?with=asha@mandi.test",
      "chat:messages",
      "Failed to load chat messages",
      { shown: (area) => area.getByRole("log").getByRole("listitem").last() },
    ],
  ],
  visitor: [
    ["/products", "products:landing", "Failed to load products"],
    [
      "/",
      "products:landing",
      "Failed to load products",
      { area: (page) => page.getByRole("region", { name: "Featured Products" }) },
    ],
    [
      "/",
      "products:landing",
      "Failed to load products",
      {
        part: "the board",
        area: (page) => page.getByRole("region", { name: "On the board now" }),
        shown: (board) => board.getByRole("listitem").first(),
      },
    ],
  ],
};

for (const who of ["retailer", "visitor"] as const) {
  for (const failureCase of FAILURE_CASES[who]) {
    const [route, query, , { part = "the page" } = {}] = failureCase;
    test(`[FAILURE3] [FAILURE6] [FAILURE26] ${part} at ${route} of the ${who} shows an error when ${query} fails, keeps stale data, and loads it on Retry`, async () => {
      await failsAndRecovers(await rolePages.open(who), failureCase);
    });
  }
}

test("[FAILURE6] shows an error when the stock of own products fails, and loads it on Retry", async () => {
  const { page, connection } = await rolePages.open("distributor");
  connection.fail("products:stockLevels");
  await page.goto("/productlist");
  const alert = alertOf(main(page), "An error occurred while fetching products.");
  await expect(alert).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText(/Pcs/)).toHaveCount(0);
  connection.mend("products:stockLevels");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/Pcs/).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("[FAILURE12] keeps the typed message when the product fails to load, and shows it again on Retry", async () => {
  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await page.getByRole("link", { name: "Order" }).first().click();
  await page.waitForURL("**/orderinfo/*");
  const message = page.getByPlaceholder("Leave a message");
  await message.fill("Before the weekend");
  const alert = alertOf(main(page), "An error occurred while fetching product details.");

  connection.fail("products:one");
  await expect(alert).toBeVisible();
  await expect(message).toHaveValue("Before the weekend");
  await expect(message).toBeFocused();
  await page.reload();
  await expect(alert).toBeVisible();
  await expect(message).toHaveCount(0);
  connection.mend("products:one");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(message).toHaveValue("Before the weekend");
  await expect(alert).toHaveCount(0);
});

test("[FAILURE11] tells a refusal from a failure in the dialog with a distributor's details", async () => {
  const { page, connection } = await rolePages.open("retailer");
  const dialog = page.getByRole("dialog");
  const alert = dialog.getByRole("alert");
  connection.fail("users:distributor");
  await page.goto("/retailerNetwork");
  await page.getByRole("button", { name: "More Info" }).first().click();
  await expect(alert).toContainText("An error occurred while fetching distributor details.");
  connection.fail("users:distributor", { code: "NOT_FOUND" });
  await expect(alert).toContainText("Failed to fetch distributor details.");
  connection.mend("users:distributor");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(dialog.getByText("Registered on")).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("shows the server's text when it refuses a list", async () => {
  const { page, connection } = await rolePages.open("retailer");
  connection.fail("products:all", { code: "TOO_MANY" });
  await page.goto("/productlistall");
  const words = "Too many attempts. Please try again later.";
  await expect(alertOf(main(page), words)).toBeVisible();
  connection.fail("invoices:mine", { code: "TOO_MANY" });
  await page.goto("/invoicepage");
  await expect(alertOf(main(page), `Failed to fetch invoices: ${words}`)).toBeVisible();
});

test("[FAILURE29] keeps messages and draft when the conversation fails to load", async () => {
  const { page, connection } = await rolePages.open("retailer");
  connection.fail("chat:conversations", { code: "FORBIDDEN" });
  await page.goto("/chat?with=asha@mandi.test");
  const list = page.getByRole("navigation", { name: "Conversations" });
  await expect(alertOf(list, "Failed to fetch users")).toBeVisible();
  const bubbles = page.getByRole("log").getByRole("listitem");
  const box = page.getByRole("textbox", { name: "Message" });
  await expect(bubbles.first()).toBeVisible();
  await box.fill("half a thought");

  const alert = alertOf(main(page), "Error loading user data");
  connection.fail("chat:conversation");
  await expect(alert).toBeVisible();
  await expect(bubbles.first()).toBeVisible();
  await expect(box).toHaveValue("half a thought");
  connection.mend("chat:conversation");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(alert).toHaveCount(0);
  await expect(box).toHaveValue("half a thought");
});

test("[FAILURE22] shows each failed part of the admin's dashboard with its last data, and reloads each alone", async () => {
  const { page, connection } = await rolePages.open("admin");
  const figures = page.getByRole("list", { name: "Figures" });
  const orders = page.getByRole("table", { name: "Pending Orders" });
  const alerts = alertOf(main(page), "Failed to fetch data.");
  const parts = ["admin:counts", "admin:tops", "admin:days", "admin:users", "admin:orders"];
  await page.goto("/adminhome");
  await expect(figures).toBeVisible();
  await expect(orders).toBeVisible();

  for (const part of parts) connection.fail(part);
  // The tiles, four charts, the users and five tables of orders.
  await expect(alerts).toHaveCount(11);
  await expect(figures).toBeVisible();
  await expect(orders).toBeVisible();
  await page.reload();
  await expect(alerts).toHaveCount(11);
  await expect(figures).toHaveCount(0);

  for (const part of parts) connection.mend(part);
  for (let left = await alerts.count(); left > 0; left = await alerts.count()) {
    await alerts.first().getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => alerts.count()).toBeLessThan(left);
  }
  await expect(figures).toBeVisible();
  await expect(page.getByRole("img", { name: /^Orders over time/ })).toBeVisible();
  await expect(orders).toBeVisible();
});

test("keeps the page when the counts in the bar fail to load", async () => {
  const { page, connection } = await rolePages.open("distributor");
  await page.goto("/pendingorders_dist");
  await expect(cardOrRow(main(page))).toBeVisible();
  const ornaments = ["orders:pendingCount", "network:pendingCount", "chat:unreadCount"];
  for (const query of [...ornaments, "chat:undelivered", "orders:one"]) connection.fail(query);
  await page.getByRole("button", { name: "Reject" }).first().click();
  await expect(page.getByRole("dialog", { name: "Reason for Rejection" })).toBeVisible();
  await pressEscape(page);
  await expect(cardOrRow(main(page))).toBeVisible();
  await page.reload();
  await expect(cardOrRow(main(page))).toBeVisible();
  await page.goto("/homepage");
  await expect(page.getByRole("link", { name: "Answer orders" })).toBeVisible();
  await expect(main(page).getByRole("alert")).toHaveCount(0);
});

test("keeps the page when the account fails to load, and has a retry where it must be known", async ({
  browser,
}) => {
  const visitor = await newVisitor(browser, market);
  (await failingConnection(visitor)).fail("users:me");
  await visitor.goto("/about");
  await expect(visitor.getByRole("heading", { name: "About Mandi" })).toBeVisible();

  const { page, connection } = await rolePages.open("retailer");
  await page.goto("/complaintandreview");
  const complaint = page.getByRole("textbox", { name: "Complaint" });
  await complaint.fill("Half a page of words");
  connection.fail("users:me");
  await expect(page.getByRole("textbox", { name: "Complaint" })).toHaveValue(
    "Half a page of words",
  );
  await expect(main(page).getByRole("alert")).toHaveCount(0);
  await page.goto("/pendingretail");
  const alert = alertOf(main(page), "Your account could not be loaded. Please try again.");
  await expect(alert).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  connection.mend("users:me");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Pending Orders" })).toBeVisible();
});

test("explains the login to a visitor who opens the chat", async () => {
  const { page } = await rolePages.open("visitor");
  await page.goto("/chat");
  await page.waitForURL("**/auth/login");
  await expect(statusOf(page, "Please login to access chat")).toBeVisible();
  await page.goto("/requests");
  await page.waitForURL("**/auth/login");
  await expect(page.getByText("Please login to access chat")).toHaveCount(0);
});

test("shows that the address lacks the distributor's email", async () => {
  const { page } = await rolePages.open("retailer");
  await page.goto("/distributor-products/%20");
  await expect(alertOf(main(page), "Distributor email is missing")).toBeVisible();
});

/** A news service on a free port with a settable answer. */
async function newsService(): Promise<{ url: string; server: Server; says: [number, string] }> {
  const service = { url: "", server: createServer(), says: [200, ""] as [number, string] };
  service.server.on("request", (_, response) => {
    const [status, body] = service.says;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((ready) => service.server.listen(0, "127.0.0.1", ready));
  service.url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}/top-headlines`;
  return service;
}

const ARTICLE = { title: "Onions are cheap", url: "https://wire.test/onions", description: "" };

test("[FAILURE27] shows each failure of the news service live", async () => {
  const service = await newsService();
  const file = readFileSync(path.join(market.dataDir, "instance.json"), "utf8");
  const addresses = JSON.parse(file) as Addresses;
  const fetchNews = makeFunctionReference<"action">("news/fetch:run");
  await fetch(`${addresses.apiUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Convex ${addresses.adminKey}`,
    },
    body: JSON.stringify({ changes: [{ name: "NEWS_API_URL", value: service.url }] }),
  });
  const { page } = await rolePages.open("visitor");
  await page.goto("/newsfeed");
  for (const [status, body, sentence] of [
    [200, '{"status":"ok"}', "Unexpected response structure"],
    [200, "", "No data in response"],
    [500, "", "Error fetching news: Request failed with status code 500"],
  ] as const) {
    service.says = [status, body];
    await adminClient(addresses).action(fetchNews, {});
    await expect(alertOf(main(page), sentence)).toBeVisible();
  }
  service.says = [200, JSON.stringify({ articles: [ARTICLE] })];
  await adminClient(addresses).action(fetchNews, {});
  await expect(main(page).getByText(ARTICLE.title)).toBeVisible();
  await expect(main(page).getByRole("alert")).toHaveCount(0);
  service.server.close();
});
