/** API keys made on the settings page, and webhooks delivered to a real HTTP server. */
import { createHmac } from "node:crypto";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Page, expect, test } from "@playwright/test";
import { violationsOf } from "../testkit/browser/axe";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

const ASHA = { email: "asha@mandi.test", role: "distributor", password: DEMO_PASSWORD } as const;
const MEENA = { email: "meena@mandi.test", role: "retailer", password: DEMO_PASSWORD } as const;

type Message = { readonly headers: IncomingMessage["headers"]; readonly body: string };

/** An HTTP server that records the webhook deliveries it receives. */
class Receiver {
  readonly received: Message[] = [];
  /** Statuses to answer with, in order; then 200. */
  readonly answers: number[] = [];
  readonly #server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      this.received.push({ headers: request.headers, body });
      response.writeHead(this.answers.shift() ?? 200).end("Out of paper");
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mandi`;
  }

  of(type: string): Message[] {
    return this.received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === type);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let market: Market;
let receiver: Receiver;
let address: string;
test.beforeAll(async () => {
  receiver = new Receiver();
  [market, address] = await Promise.all([
    startMarket(["--env", "WEBHOOKS_ALLOW_PRIVATE=1"]),
    receiver.open(),
  ]);
});
test.afterAll(async () => {
  receiver.close();
  await market.stop();
});

const dialog = (page: Page) => page.getByRole("dialog");

async function openSettings(page: Page, who: typeof ASHA | typeof MEENA): Promise<void> {
  await signIn(market, page, who);
  await page.goto("/settings");
}

async function makeKey(page: Page, name: string, scope: string): Promise<string> {
  await page.getByRole("button", { name: "Make a key" }).click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("May").selectOption(scope);
  await dialog(page).getByLabel("Your password").fill("not the password");
  await dialog(page).getByRole("button", { name: "Make the key" }).click();
  await expect(dialog(page).getByText("That is not your current password.")).toBeVisible();
  await dialog(page).getByLabel("Your password").fill(DEMO_PASSWORD);
  await dialog(page).getByRole("button", { name: "Make the key" }).click();
  const key = await dialog(page).getByLabel("Key").innerText();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  return key;
}

function call(key: string, path: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return fetch(market.url + path, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

test("limits a key to its scope, shows its last use, and refuses it once revoked", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await openSettings(page, MEENA);
  const reads = await makeKey(page, "Stock report", "Read only");
  const writes = await makeKey(page, "Till", "Read and write");
  const keys = page.getByRole("list", { name: "Your keys" }).getByRole("listitem");
  const [report, till] = [
    keys.filter({ hasText: "Stock report" }),
    keys.filter({ hasText: "Till" }),
  ];
  await expect(report).toContainText("Never used");

  const listed = await call(reads, "/api/products/all?limit=1");
  expect(listed.status).toBe(200);
  const [product] = (await listed.json()) as { _id: string }[];
  await expect(report).toContainText("Last used");
  await expect(till).toContainText("Never used");

  const order = { productId: product?._id, quantity: 1, msg: "From the till" };
  const refused = await call(reads, "/api/orders/place", order);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "READ_ONLY_KEY" }]);
  expect((await call(writes, "/api/orders/place", order)).status).toBe(201);

  await page.getByRole("button", { name: "Revoke Till" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke the key" }).click();
  await expect(keys).toHaveCount(1);
  expect((await call(writes, "/api/orders/place", order)).status).toBe(401);
  expect((await call(reads, "/api/products/all?limit=1")).status).toBe(200);
});

test("delivers a signed webhook for an order, and once more after a failure", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [distributor, retailer] = [
    await newVisitor(browser, market),
    await newVisitor(browser, market),
  ];
  await openSettings(distributor, ASHA);
  await distributor.getByRole("button", { name: "Add a webhook" }).click();
  await dialog(distributor).getByLabel("Your password").fill(DEMO_PASSWORD);
  await dialog(distributor).getByLabel("Address").fill("our till");
  await dialog(distributor).getByRole("button", { name: "Add the webhook" }).click();
  await expect(dialog(distributor).getByRole("alert")).toContainText("full address");
  await dialog(distributor).getByLabel("Address").fill(address);
  await dialog(distributor).getByLabel("Connection requested").uncheck();
  await dialog(distributor).getByRole("button", { name: "Add the webhook" }).click();
  const secret = await dialog(distributor).getByLabel("Secret").innerText();
  await dialog(distributor).getByRole("button", { name: "Done" }).click();
  await expect(distributor.getByRole("button", { name: "Add a webhook" })).toBeFocused();

  // The test delivery is the first entry of the log.
  const webhook = distributor.getByRole("listitem", { name: address });
  await webhook.getByRole("button", { name: "Send a test" }).click();
  const lines = webhook.getByRole("list", { name: "Log" }).getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText("Test");
  await expect(lines.first()).toContainText("Delivered");
  expect(receiver.of("ping")).toHaveLength(1);

  receiver.answers.push(500);
  await signIn(market, retailer, MEENA);
  await retailer.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await retailer.getByRole("link", { name: "Order" }).first().click();
  await retailer.getByLabel("Quantity").fill("3");
  await retailer.getByPlaceholder("Leave a message").fill("Before noon, please");
  await retailer.getByRole("button", { name: "Place Order" }).click();

  // The log is open on the distributor's page, and updates live.
  await expect(lines.first()).toContainText("Order placed");
  await expect(lines.first()).toContainText("Waiting");
  await expect(lines.first()).toContainText("Answered 500: Out of paper");
  await expect(lines.first()).toContainText("Delivered", { timeout: 25_000 });
  await expect(lines.first()).toContainText("2 attempts");

  const [first, second, ...more] = receiver.of("order.placed");
  expect(more).toEqual([]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["mandi-id"]).toBe(first?.headers["mandi-id"]);
  for (const { headers, body } of [first!, second!]) {
    const signed = `${String(headers["mandi-timestamp"])}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("hex");
    expect(headers["mandi-signature"]).toBe(`v1=${signature}`);
    expect(Math.abs(Date.now() / 1000 - Number(headers["mandi-timestamp"]))).toBeLessThan(60);
  }
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    id: first?.headers["mandi-id"],
    data: { order: { userEmail: MEENA.email, quantity: 3, msg: "Before noon, please" } },
  });

  // A delivery that was answered at once is not repeated.
  expect(receiver.of("ping")).toHaveLength(1);
  await expect(lines).toHaveCount(2);
  expect(await violationsOf(distributor)).toEqual([]);

  await webhook.getByRole("button", { name: "Delete" }).click();
  await distributor
    .getByRole("alertdialog")
    .getByRole("button", { name: "Delete the webhook" })
    .click();
  await expect(distributor.getByText("You have no webhooks yet.")).toBeVisible();
});

test("revokes keys on sign-out everywhere unless kept, and notifies by mail", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await newVisitor(browser, market);
  await openSettings(page, MEENA);
  const key = await makeKey(page, "Leaflet printer", "Read only");
  const leave = page.getByRole("alertdialog", { name: "Sign out everywhere?" });

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(leave.getByRole("list", { name: "Keys and webhooks" })).toContainText(
    "Key Leaflet printer",
  );
  await expect(leave.getByLabel("Revoke all API keys and webhooks")).toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
  await leave.getByLabel("Revoke all API keys and webhooks").uncheck();
  await leave.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/auth/login");
  expect((await call(key, "/api/products/all?limit=1")).status).toBe(200);

  await openSettings(page, MEENA);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await leave.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/auth/login");
  expect((await call(key, "/api/products/all?limit=1")).status).toBe(401);
  const newestMail = async () => (await market.mails(MEENA.email))[0]?.text;
  await expect.poll(newestMail).toContain("Leaflet printer");
});
