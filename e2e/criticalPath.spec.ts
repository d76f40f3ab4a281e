/** The critical path in two separate browsers: sign-up, connection, order, acceptance and invoice, each seen live by the other party. */
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, PICTURE, type Person } from "../testkit/people";
import { logIn, newVisitor, signUp } from "../testkit/browser/people";

// Each test continues with the data of the one before.
test.describe.configure({ mode: "serial" });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

const RETAILER: Person = {
  role: "retailer",
  name: "Kiran Corner",
  email: "kiran@corner.test",
  phone: "+91 98765 43210",
  password: "a long enough password",
  address: "12 Station Road\nPune 411001",
  shopName: "Kiran Corner Store",
};

const DISTRIBUTOR: Person = {
  role: "distributor",
  name: "Devi Traders",
  email: "devi@traders.test",
  phone: "+91 91234 56780",
  password: "another long password",
  address: "7 Market Yard\nNagpur 440008",
  companyName: "Devi Traders Wholesale",
};

test("[SELLER3] [SELLER4] [SELLER5] delivers a retailer's order live to the distributor and returns an invoice", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const distributor = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);

  await test.step("registers both with a one-time code and logs them in", async () => {
    await signUp(distributor, market, DISTRIBUTOR);
    await logIn(distributor, DISTRIBUTOR);
    await signUp(retailer, market, RETAILER);
    await logIn(retailer, RETAILER);
  });

  await test.step("adds the distributor's product", async () => {
    await distributor.goto("/addproduct");
    await distributor.getByLabel("Product name").fill("Basmati Rice 25 kg");
    await distributor.getByLabel("Product type").selectOption("Food and Beverage");
    await distributor.getByLabel("Description").fill("Aged long grain, in jute bags.");
    await distributor.getByLabel("Quantity").fill("25");
    await distributor.getByLabel("Price").fill("2450.50");
    await distributor.getByLabel("Stock").fill("40");
    await distributor.getByLabel("Image").setInputFiles(PICTURE);
    await distributor.getByRole("button", { name: "Add Product" }).click();
    await expect(distributor.getByText("Product added successfully!")).toBeVisible();
    await distributor.goto("/productlist");
    await expect(distributor.getByRole("heading", { name: "Basmati Rice 25 kg" })).toBeVisible();
  });

  await test.step("shows the retailer's connection request on the distributor's open page", async () => {
    await distributor.goto("/requests");
    await expect(distributor.getByRole("heading", { level: 1 })).toBeVisible();
    await retailer.goto("/distributorslist");
    const card = retailer.getByRole("article").filter({ hasText: "Devi Traders Wholesale" });
    await card.getByRole("button", { name: "Connect" }).click();
    await expect(retailer.getByText("Devi Traders added to your network!")).toBeVisible();
    await expect(card.getByRole("button", { name: "Requested" })).toBeVisible();
    await expect(distributor.getByText("kiran@corner.test")).toBeVisible();
    await distributor.getByRole("button", { name: "Accept" }).click();
    await expect(card.getByRole("button", { name: "Connected" })).toBeVisible();
    await retailer.goto("/retailerNetwork");
    await expect(retailer.getByText("devi@traders.test")).toBeVisible();
  });

  await test.step("shows the retailer's order on the distributor's open page", async () => {
    await distributor.goto("/pendingorders_dist");
    await expect(distributor.getByText("No pending orders found.")).toBeVisible();
    await retailer.goto("/productlistall");
    await retailer.getByPlaceholder("Search products...").fill("basmati rice 25");
    await retailer
      .getByRole("article")
      .filter({ hasText: "Basmati Rice 25 kg" })
      .getByRole("link", { name: "Order" })
      .click();
    await retailer.getByLabel("Quantity").fill("3");
    await retailer.getByPlaceholder("Leave a message").fill("Before the festival, please.");
    await retailer.getByRole("button", { name: "Place Order" }).click();
    await expect(retailer.getByText("Your order has been placed successfully!")).toBeVisible();
    await expect(distributor.getByText("Before the festival, please.")).toBeVisible();
    await expect(distributor.getByText("₹2,450.50").first()).toBeVisible();
  });

  await test.step("accepts the order with a date and a payment QR code", async () => {
    await retailer.goto("/acceptedretail");
    await expect(retailer.getByText("No accepted orders found.")).toBeVisible();
    await distributor.getByRole("button", { name: "Accept" }).click();
    const dialog = distributor.getByRole("dialog", { name: "Accept Order" });
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Please select a delivery date.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Delivery date" }).fill(inDays(5));
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Please upload a QR code image for payment.")).toBeVisible();
    await dialog.getByLabel("QR code").setInputFiles(PICTURE);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await expect(distributor.getByText("No pending orders found.")).toBeVisible();
  });

  await test.step("shows the acceptance on the retailer's open page, and the invoice", async () => {
    await expect(retailer.getByText("Basmati Rice 25 kg").first()).toBeVisible();
    await retailer.goto("/invoicepage");
    await expect(retailer.getByText("₹7,351.50").filter({ visible: true }).first()).toBeVisible();
    await expect(retailer.getByText("Scan to make payment")).toBeVisible();
    await expect(
      retailer
        .getByText(/\/\d\d-\d\d\/00001/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });

  await test.step("downloads the invoice as a PDF and as a picture", async () => {
    const pdf = await downloaded(retailer, "Download PDF");
    expect(pdf.name).toMatch(/^invoice-[A-Z]{3}-\d\d-\d\d-00001\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const picture = await downloaded(retailer, "Share as picture");
    expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.bytes.length).toBeGreaterThan(10_000);
  });
});

test("[SELLER4] [STATUS3] shows the reason of a rejected order and returns its stock", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const retailer = await newVisitor(browser, market);
  const distributor = await newVisitor(browser, market);
  const rows = retailer.getByRole("row");
  await logIn(retailer, { ...RETAILER });
  await logIn(distributor, { ...DISTRIBUTOR });
  await retailer.goto("/productlistall?search=basmati+rice+25");
  await retailer
    .getByRole("article")
    .filter({ hasText: "Basmati Rice 25 kg" })
    .getByRole("link", { name: "Order" })
    .click();
  await retailer.getByLabel("Quantity").fill("7");
  await retailer.getByPlaceholder("Leave a message").fill("Seven bags");
  await retailer.getByRole("button", { name: "Place Order" }).click();
  await expect(retailer.getByText("Your order has been placed successfully!")).toBeVisible();
  await retailer.goto("/pendingretail");
  await expect(rows.filter({ hasText: "Basmati Rice 25 kg" })).toBeVisible();

  await distributor.goto("/pendingorders_dist");
  await distributor.getByRole("button", { name: "Reject" }).click();
  const dialog = distributor.getByRole("dialog", { name: "Reason for Rejection" });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByText("Please provide a reason for rejection.")).toBeVisible();
  await dialog.getByRole("textbox").fill("Out of season");
  await dialog.getByRole("button", { name: "Submit" }).click();

  await expect(retailer.getByText("No pending orders found.")).toBeVisible();
  await retailer.goto("/rejectedretail");
  await expect(retailer.getByText("Out of season")).toBeVisible();
  await distributor.goto("/productlist");
  await expect(distributor.getByText("37 Pcs")).toBeVisible();
});

test("[BUYER4] asks for a reason to cancel an order and lists it as cancelled", async ({
  browser,
}) => {
  const retailer = await newVisitor(browser, market);
  await logIn(retailer, { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" });
  await retailer.goto("/pendingretail");
  const row = retailer
    .getByRole("row")
    .filter({ has: retailer.getByRole("button", { name: "Cancel", exact: true }) })
    .first();
  await row.getByRole("button", { name: "Cancel", exact: true }).click();
  const dialog = retailer.getByRole("dialog");
  await expect(dialog.getByText("Please enter the reason for cancellation:")).toBeVisible();
  await dialog.getByRole("textbox").fill("Ordered twice by mistake");
  await dialog.getByRole("button", { name: "Cancel order" }).click();
  await expect(dialog).toBeHidden();
  await retailer.goto("/rejectedretail");
  await expect(retailer.getByText("Ordered twice by mistake").first()).toBeVisible();
  await expect(retailer.getByText("Cancelled").first()).toBeVisible();
});

/** Patient: the first click loads a library, and the page's only thread draws the whole document. */
async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent("download", { timeout: 30_000 });
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Kolkata", ...options }).format(day);
  return `${part({ day: "2-digit" })}/${part({ month: "2-digit" })}/${part({ year: "numeric" })}`;
}
