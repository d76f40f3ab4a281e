/** The installed app: the service worker, pages without a server, new versions, and what stays in a shared browser. */
import { type BrowserContext, expect as ofPlaywright, type Page, test } from "@playwright/test";
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { api } from "../convex/_generated/api";
import { freePort } from "../embedded/testkit/freePort";
import { clientOf } from "../testkit/clients";
import { mailsOf, until } from "../testkit/market";
import { LOGINS, PICTURE } from "../testkit/people";
import { logIn } from "../testkit/browser/people";
import { storedEntries } from "./storedEntries";

const expect = ofPlaywright.configure({ timeout: 20_000 });
const ROOT = path.resolve(import.meta.dirname, "..");
const MEENA = LOGINS["retailer"]!;
const ASHA = { ...MEENA, email: "asha@mandi.test", role: "distributor" } as const;
const RAVI = { ...MEENA, email: "ravi@mandi.test" };

test.use({ serviceWorkers: "allow" });

/** A market whose server stops and starts, and whose build a test replaces. */
class Shop {
  readonly folder = mkdtempSync(path.join(tmpdir(), "mandi-installable-"));
  readonly build = path.join(this.folder, "dist");
  readonly url: string;
  readonly #ports: readonly [string, string];
  #server: ChildProcess | null = null;

  constructor(port: number, apiPort: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#ports = [String(port), String(apiPort)];
    cpSync(path.join(ROOT, "dist"), this.build, { recursive: true });
  }

  async start(): Promise<void> {
    const [port, apiPort] = this.#ports;
    const places = ["--project", ROOT, "--static", this.build, "--data", `${this.folder}/data`];
    const ports = ["--port", port, "--api-port", apiPort];
    const rest = ["--first-run", "seed:run", "--env", "RATE_LIMITS=off"];
    const command = [path.join(ROOT, "scripts/run.mjs"), "embedded", ...places, ...ports, ...rest];
    this.#server = spawn(process.execPath, command, { cwd: ROOT, stdio: "ignore" });
    const isReady = () =>
      fetch(`${this.url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("the server is ready", isReady, 60_000);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  }

  /** Replaces the build by another one with the same code, whose page has a mark. */
  deployAgain(): void {
    const page = path.join(this.build, "index.html");
    writeFileSync(page, readFileSync(page, "utf8").replace("<head>", '<head><meta name="second">'));
    const worker = path.join(this.build, "sw.js");
    const text = readFileSync(worker, "utf8");
    const other = text.replace(/(url:.index\.html.,revision:.)\w+/, "$12");
    if (other === text) throw new Error("The worker does not list index.html.");
    writeFileSync(worker, other);
    for (const file of [page, worker])
      for (const copy of [".br", ".gz"]) rmSync(file + copy, { force: true });
  }
}

let shop: Shop;
test.beforeAll(async () => {
  shop = new Shop(await freePort(), await freePort());
  await shop.start();
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(async () => {
  await shop.stop();
  rmSync(shop.folder, { recursive: true, force: true });
});

/** Resolves once the page is served by the worker. */
async function served(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
}

const pendingOf = async (words: string) => {
  const meena = await clientOf({ url: shop.url, mails: mailsOf(shop.url) }, MEENA);
  const { page } = await meena.query(api.orders.outgoing, {
    list: "pending",
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page.filter(({ msg }) => msg === words).length;
};

/** Patient: on a first visit the worker fetches all files beside a page of pictures. */
async function openOrderPage(page: Page): Promise<void> {
  await page.goto("/distributor-products/asha@mandi.test?sort=inStock");
  await page.getByRole("link", { name: "Order" }).first().click({ timeout: 30_000 });
  await page.waitForURL("**/orderinfo/*");
  await expect(page.getByPlaceholder("Leave a message")).toBeVisible();
}

const newContext = (browser: Parameters<Parameters<typeof test>[2]>[0]["browser"]) =>
  browser.newContext({ baseURL: shop.url });

/** Chromium installs nothing in the private contexts of a test. */
async function installabilityErrors(context: BrowserContext, page: Page): Promise<string[]> {
  const devTools = await context.newCDPSession(page);
  const { installabilityErrors: errors } = await devTools.send("Page.getInstallabilityErrors");
  return errors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
}

test("[PWA1] is installable, and its service worker leaves the server's addresses alone", async ({
  browser,
}) => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto("/");
  await served(page);
  expect(await installabilityErrors(context, page)).toEqual([]);
  const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
  expect(manifest.shortcuts.length).toBeGreaterThan(0);

  await page.goto("/api/health");
  await expect(page.locator("body")).toContainText('{"status":"ok"}');
  for (const address of ["/admin/orders", "/api/openapi.json", "/version", "/favicon.svg"]) {
    const response = await page.goto(address);
    expect(response?.headers()["content-type"], address).not.toContain("text/html");
  }
  // A page comes from the worker, whoever's address is in it.
  const response = await page.goto("/distributor-products/asha@mandi.test");
  expect(response?.fromServiceWorker()).toBe(true);

  // Reloaded past the worker, as one that was being loaded while the worker was installed.
  const devTools = await context.newCDPSession(page);
  const loaded = page.waitForEvent("load");
  await devTools.send("Page.reload", { ignoreCache: true });
  await loaded;
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await served(page);
});

test("[PWA2] [PWA3] opens without a server with the last orders, and places an order of then exactly once", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const words = "Ordered in the cellar";
  const context = await newContext(browser);
  const page = await context.newPage();
  await logIn(page, MEENA);
  await openOrderPage(page);
  const product = new URL(page.url()).pathname;
  await expect.poll(() => storedEntries(page, "results")).toContain("products:one");
  await page.goto("/pendingretail");
  const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Cancel" }) });
  await expect(rows.first()).toBeVisible();
  const first = (await rows.first().innerText()).split("\n")[0]!;
  await served(page);
  await expect.poll(() => storedEntries(page, "results")).toContain("orders:outgoing");

  await shop.stop();
  await page.reload();
  await expect(
    page.getByRole("status").filter({ hasText: /As of \d+:\d\d [ap]m\./ }),
  ).toBeVisible();
  await expect(rows.first()).toContainText(first);
  await page.goto(product);
  await page.getByPlaceholder("Leave a message").fill(words);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  await page.close();

  await shop.start();
  expect(await pendingOf(words)).toBe(0);
  const next = await context.newPage();
  await next.goto("/pendingretail");
  await expect(next.getByText(/Order Placed: /)).toBeVisible();
  await expect(next.getByText(words)).toBeVisible();
  await expect(next.getByText(/As of/)).toHaveCount(0);
  expect(await pendingOf(words)).toBe(1);
});

test("[PWA4] wipes what was kept at sign-out, and shows the next account nothing of it", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await newContext(browser);
  const page = await context.newPage();
  await logIn(page, MEENA);
  await page.goto("/pendingretail");
  await served(page);
  await expect.poll(() => storedEntries(page, "results")).toContain("orders:outgoing");
  await expect.poll(() => storedEntries(page, "results")).toContain("meena@mandi.test");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("Sign out", { exact: true }).click();
  await page.waitForURL("**/auth/login");
  await expect.poll(() => storedEntries(page, "results")).not.toContain("meena@mandi.test");

  await logIn(page, RAVI);
  await page.goto("/basket");
  await expect.poll(() => storedEntries(page, "results")).toContain("ravi@mandi.test");
  await shop.stop();
  await page.goto("/pendingretail");
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await shop.start();
});

test("[PWA5] says that a new version is ready once nothing is being typed, and loses no text", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const typed = "Half a sentence";
  const context = await newContext(browser);
  const [page, other] = [await context.newPage(), await context.newPage()];
  await logIn(page, MEENA);
  await openOrderPage(page);
  await other.goto("/basket");
  await served(page);
  await served(other);
  const message = page.getByPlaceholder("Leave a message");
  await message.fill(typed);
  shop.deployAgain();
  for (const tab of [page, other])
    await tab.evaluate(() => window.dispatchEvent(new Event("focus")));

  const ready = (tab: Page) => tab.getByText("A new version is ready.");
  await expect(ready(other)).toBeVisible();
  await expect(ready(page)).toHaveCount(0);
  expect(await other.locator("meta[name=second]").count()).toBe(0);
  await other.getByRole("button", { name: "Reload" }).click();
  await expect(other.locator("meta[name=second]")).toHaveCount(1);
  await expect(ready(other)).toHaveCount(0);

  // The tab with the text still runs the version it began with, and has all of it.
  await expect(message).toHaveValue(typed);
  await expect(ready(page)).toHaveCount(0);
  expect(await page.locator("meta[name=second]").count()).toBe(0);
  await page.getByRole("link", { name: "Basket", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Basket" })).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("meta[name=second]")).toHaveCount(1);
  await page.goBack();
  await expect(message).toHaveValue(typed);
});

/** Posts a picture to the share target, as the browser does for another app. */
async function share(page: Page): Promise<void> {
  const picture = PICTURE.buffer.toString("base64");
  await page.evaluate(
    ([text, type]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], "shared", { type }));
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
      const input = form.appendChild(document.createElement("input"));
      Object.assign(input, { type: "file", name: "picture", files: files.files });
      form.submit();
    },
    [picture, PICTURE.mimeType] as const,
  );
  await page.waitForURL((url) => url.pathname === "/chat" || url.pathname === "/auth/login");
}

/** Counts the pictures that Asha has from Meena. */
async function picturesAtAsha(): Promise<number> {
  const asha = await clientOf({ url: shop.url, mails: mailsOf(shop.url) }, ASHA);
  const row = await asha.query(api.chat.conversation, { with: MEENA.email });
  const { page } = await asha.query(api.chat.messages, {
    conversationId: row!.conversationId!,
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page.filter(({ imageUrl }) => imageUrl !== undefined).length;
}

test("[PWA7] a picture shared without a server waits for a conversation and a click, and arrives once", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await newContext(browser);
  const page = await context.newPage();
  await logIn(page, MEENA);
  await page.goto("/chat");
  const conversations = page.getByRole("navigation", { name: "Conversations" });
  await expect(conversations.getByRole("link", { name: /Asha/ })).toBeVisible();
  await served(page);
  await expect.poll(() => storedEntries(page, "results")).toContain("chat:conversations");

  await shop.stop();
  await share(page);
  await expect(conversations.getByText("Choose a conversation for the picture")).toBeVisible();
  await conversations.getByRole("link", { name: /Asha/ }).click();
  const preview = page.getByRole("img", { name: "The picture to send" });
  await expect(preview).toBeVisible();
  await page.reload();
  await expect(preview).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole("log").getByRole("img", { name: "Waiting" })).toBeVisible();
  await page.close();

  await shop.start();
  expect(await picturesAtAsha()).toBe(0);
  const next = await context.newPage();
  await next.goto("/chat?with=asha@mandi.test");
  await expect.poll(picturesAtAsha).toBe(1);
  await expect(next.getByRole("log").getByRole("img", { name: "Picture from you" })).toBeVisible();
  await next.reload();
  await expect(next.getByRole("log").getByRole("img", { name: "Picture from you" })).toHaveCount(1);
  expect(await picturesAtAsha()).toBe(1);
});

test("[PWA7] a picture shared without a session is there after logging in, and gone after signing out", async ({
  browser,
}) => {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto("/");
  await served(page);
  await share(page);
  await page.waitForURL("**/auth/login");
  await page.getByLabel("Email").fill(MEENA.email);
  await page.getByLabel("Password", { exact: true }).fill(MEENA.password);
  await page.getByLabel("Role").selectOption(MEENA.role);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("img", { name: "The picture to send" })).toBeVisible();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("Sign out", { exact: true }).click();
  await page.waitForURL("**/auth/login");
  await expect.poll(() => page.evaluate(() => caches.has("shared-picture"))).toBe(false);

  await logIn(page, RAVI);
  await page.goto("/chat?shared=picture");
  await expect(page.getByText("The shared picture is no longer there.")).toBeVisible();
});
