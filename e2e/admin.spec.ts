/** The admin's pages follow the market live; a closed account is signed out at once. */
import { type Locator, type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

function logInAsAdmin(page: Page): Promise<void> {
  return logIn(page, { email: "admin@mandi.test", password: DEMO_PASSWORD, role: "admin" });
}

function tile(page: Page, label: string): Locator {
  return page
    .getByRole("list", { name: "Figures" })
    .getByRole("listitem")
    .filter({ has: page.getByText(label, { exact: true }) });
}

/** Returns the number on one tile of the dashboard. */
async function figure(page: Page, label: string): Promise<number> {
  const text = await tile(page, label).innerText();
  return Number(/\n([\d,]+)/.exec(text)?.[1]?.replaceAll(",", ""));
}

async function placeOrder(retailer: Page, message: string): Promise<void> {
  await retailer.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await retailer.getByRole("link", { name: "Order" }).first().click();
  await retailer.getByPlaceholder("Leave a message").fill(message);
  await retailer.getByRole("button", { name: "Place Order" }).click();
  await expect(retailer.getByText("Your order has been placed successfully!")).toBeVisible();
}

test("[ADMIN4] updates the admin's open dashboard when an order is placed", async ({ browser }) => {
  const admin = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);
  await logIn(retailer, { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" });
  await logInAsAdmin(admin);
  await expect(tile(admin, "Total Orders")).toBeVisible();
  const [total, pending, completed] = [
    await figure(admin, "Total Orders"),
    await figure(admin, "Pending"),
    await figure(admin, "Completed"),
  ];
  const chart = admin.getByRole("img", { name: /^Orders over time/ });
  const drawn = Number(/(\d+) placed/.exec((await chart.getAttribute("aria-label")) ?? "")?.[1]);

  await placeOrder(retailer, "Seen by the admin as well");

  const pendingTable = admin.getByRole("table", { name: "Pending Orders" });
  await expect(pendingTable.getByText("Seen by the admin as well")).toBeVisible();
  await expect.poll(() => figure(admin, "Total Orders")).toBe(total + 1);
  await expect.poll(() => figure(admin, "Pending")).toBe(pending + 1);
  expect(await figure(admin, "Completed")).toBe(completed);
  await expect(chart).toHaveAttribute("aria-label", new RegExp(`: ${drawn + 1} placed`));
});

test("[FEEDBACK2] [FEEDBACK5] shows new feedback on the admin's open page", async ({ browser }) => {
  const admin = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);
  await logIn(retailer, { email: "ravi@mandi.test", password: DEMO_PASSWORD, role: "retailer" });
  await logInAsAdmin(admin);
  await admin.getByRole("link", { name: "Complaints!" }).click();
  await expect(admin.getByRole("heading", { name: "User Feedback Dashboard" })).toBeVisible();

  const complaint = `The lane is narrow. ${"Please send small trucks. ".repeat(6)}`.trim();
  await retailer.goto("/complaintandreview");
  for (const label of ["Name", "Email", "Role"]) {
    await expect(retailer.getByLabel(label, { exact: true })).not.toBeEditable();
  }
  await retailer.getByLabel("Complaint").fill(complaint);
  await retailer.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(retailer.getByText("Please choose a rating of 1 to 5 stars.")).toBeVisible();
  await retailer.reload();
  await expect(retailer.getByLabel("Complaint")).toHaveValue(complaint);
  await retailer.getByRole("radio", { name: "2 stars" }).check();
  await retailer.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(retailer.getByText("Feedback submitted successfully!")).toBeVisible();
  await expect(retailer.getByLabel("Complaint")).toHaveValue("");
  await expect(retailer.getByText("Feedback submitted successfully!")).toBeHidden();

  const card = admin.getByRole("article").first();
  await expect(card.getByText("The lane is narrow.")).toBeVisible();
  await expect(card.getByText("2 out of 5")).toBeVisible();
  await expect(card.getByText(complaint)).toBeHidden();
  await card.getByRole("button", { name: "More" }).click();
  await expect(card.getByText(complaint)).toBeVisible();
});

test("[ADMIN6] signs a deleted retailer out and cancels their pending order", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);
  const distributor = await newVisitor(browser, market);
  const login = { email: "farida@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
  await logIn(retailer, login);
  await logIn(distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await placeOrder(retailer, "Farida's last order");
  await retailer.goto("/pendingretail");
  await distributor.goto("/pendingorders_dist");
  await expect(distributor.getByText("Farida's last order")).toBeVisible();

  await logInAsAdmin(admin);
  await admin.getByRole("link", { name: "Retailers", exact: true }).click();
  const row = admin.getByRole("row").filter({ hasText: login.email });
  await row.getByRole("button", { name: "Delete" }).click();
  const question = admin.getByRole("alertdialog", {
    name: "Are you sure you want to delete this retailer?",
  });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete retailer" }).click();

  await expect(row).toBeHidden();
  await retailer.waitForURL("**/auth/login");
  await expect(distributor.getByText("Farida's last order")).toBeHidden();
  await distributor.goto("/rejected_dist");
  await expect(distributor.getByText("The retailer's account was closed.").first()).toBeVisible();

  await retailer.getByLabel("Email").fill(login.email);
  await retailer.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await retailer.getByRole("button", { name: "Log in" }).click();
  await expect(retailer.getByText("Invalid email, password or role.")).toBeVisible();
});

test("[ADMIN9] signs a removed distributor out and delists their products", async ({ browser }) => {
  test.setTimeout(120_000);
  const admin = await newVisitor(browser, market);
  const distributor = await newVisitor(browser, market);
  await logIn(distributor, {
    email: "bharat@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await logInAsAdmin(admin);
  await admin.goto("/admindistributorslist");
  const row = admin.getByRole("row").filter({ hasText: "bharat@mandi.test" });
  await row.getByRole("button", { name: "Remove" }).click();
  await admin
    .getByRole("alertdialog", { name: "Are you sure you want to remove this distributor?" })
    .getByRole("button", { name: "Remove distributor" })
    .click();
  await expect(row).toBeHidden();
  await distributor.waitForURL("**/auth/login");
  await admin.goto("/adminproductlist");
  await expect(admin.getByText("asha@mandi.test").first()).toBeVisible();
  await expect(admin.getByText("bharat@mandi.test")).toHaveCount(0);
});

test("redirects a retailer from the admin's pages", async ({ browser }) => {
  const retailer = await newVisitor(browser, market);
  await logIn(retailer, { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" });
  for (const path of [
    "/adminhome",
    "/adminretailerlist",
    "/admindistributorslist",
    "/adminproductlist",
    "/admincomplaints",
  ]) {
    await retailer.goto(path);
    await retailer.waitForURL("**/homepageretailer");
  }
});
