/**
 * Two accounts in one browser: drafts, queued and sent commands of one never run or show under the other, in any tab and over
 * any interruption.
 */
import { type BrowserContext, expect as ofPlaywright, type Page, test } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { pressEscape } from "../testkit/browser/escape";
import { clientOf } from "../testkit/clients";
import { type CuttableConnection, cuttableConnection } from "../testkit/browser/cuttableConnection";
import { type Market, startMarket, until } from "../testkit/market";
import { DEMO_PASSWORD } from "../testkit/people";
import { logIn } from "../testkit/browser/people";
import { storedEntries } from "./storedEntries";

/** Reconnecting waits between attempts. */
const expect = ofPlaywright.configure({ timeout: 20_000 });
/** The time in which a wrong command would be sent. */
const QUIET_MS = 2_500;

const MEENA = { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const RAVI = { email: "ravi@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const SECTIONS = ["account", "connections", "orders", "messagesSent", "feedback"] as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

type Login = typeof MEENA | typeof RAVI;

/** Returns every record of an account as text. */
async function recordsOf(who: Login): Promise<string> {
  const client = await clientOf(market, who);
  const texts: string[] = [];
  for (const section of SECTIONS) {
    let cursor: string | null = null;
    for (;;) {
      const page: { page: unknown[]; isDone: boolean; continueCursor: string } = await client.query(
        api.account.records,
        { section, paginationOpts: { numItems: 100, cursor } },
      );
      texts.push(JSON.stringify(page.page));
      if (page.isDone) break;
      cursor = page.continueCursor;
    }
  }
  return texts.join("\n");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Opens another tab without a connection: with one, it would send what the disconnected tab can't. */
async function openCutOff(context: BrowserContext) {
  const tab = await context.newPage();
  const connection = await cuttableConnection(tab);
  connection.cut();
  await tab.goto("/dashboard");
  return { tab, connection };
}

/** Signs the current user out and, with a connection, `next` in, in another tab. */
async function switchAccount(context: BrowserContext, next: Login): Promise<Page> {
  const { tab, connection } = await openCutOff(context);
  await signOut(tab);
  const discard = tab.getByRole("button", { name: "Sign out and discard" });
  const loginPage = tab.getByRole("heading", { level: 1, name: "Log in" });
  await expect(discard.or(loginPage)).toBeVisible();
  if (await discard.isVisible()) await discard.click();
  await tab.waitForURL("**/auth/login");
  connection.mend();
  await logIn(tab, next);
  return tab;
}

async function expectAccount(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("menu")).toContainText(name);
  await pressEscape(page);
}

/** Each writes `words` into a field and waits only until the page has accepted it. */
const WRITES = {
  "a message": {
    address: "/chat?with=asha@mandi.test",
    field: (page: Page) => page.getByRole("textbox", { name: "Message" }),
    async write(page: Page, words: string) {
      await this.field(page).fill(words);
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("log").getByText(words)).toBeVisible();
    },
  },
  "an order": {
    address: null,
    field: (page: Page) => page.getByPlaceholder("Leave a message"),
    async write(page: Page, words: string) {
      await this.field(page).fill(words);
      await page.getByRole("button", { name: "Place Order" }).click();
    },
  },
  "a form": {
    address: "/profile",
    field: (page: Page) => page.getByLabel("Address"),
    async write(page: Page, words: string) {
      await this.field(page).fill(words);
      await page.getByRole("button", { name: "Save" }).click();
    },
  },
} as const;

type Write = keyof typeof WRITES;

/** Makes a page ignore all events of other tabs, like a frozen tab. */
async function ignoreTabEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const deaf = (event: Event) => event.stopImmediatePropagation();
    for (const name of ["storage", "focus", "pageshow", "visibilitychange", "resume", "online"]) {
      window.addEventListener(name, deaf, true);
      document.addEventListener(name, deaf, true);
    }
  });
}

async function openAt(page: Page, write: Write): Promise<void> {
  const { address, field } = WRITES[write];
  if (address !== null) {
    await page.goto(address);
  } else {
    await page.goto("/distributor-products/asha@mandi.test?sort=inStock");
    await page.getByRole("link", { name: "Order" }).first().click();
    await page.waitForURL("**/orderinfo/*");
  }
  await expect(field(page)).toBeVisible();
}

const MOMENTS = ["awake", "asleep", "half sent"] as const;

for (const write of Object.keys(WRITES) as Write[]) {
  for (const moment of MOMENTS) {
    test(`[I-52] never sends ${write} of a disconnected tab (${moment}) as the next account`, async ({
      browser,
    }) => {
      const words = `Meena's own words, ${write}, ${moment}`;
      const context = await browser.newContext({ baseURL: market.url });
      const page = await context.newPage();
      const connection: CuttableConnection = await cuttableConnection(page);
      if (moment === "asleep") await ignoreTabEvents(page);
      await logIn(page, MEENA);
      await openAt(page, write);

      if (moment === "half sent") connection.loseAnswers();
      else connection.cut();
      await WRITES[write].write(page, words);
      if (moment === "half sent") {
        await expect.poll(() => connection.sent.some((frame) => frame.includes(words))).toBe(true);
        connection.cut();
      }
      await switchAccount(context, RAVI);
      const sentBefore = connection.sent.length;
      connection.mend();

      if (moment !== "asleep") {
        await expectAccount(page, /Ravi/);
        const resent = connection.sent.slice(sentBefore).filter((frame) => frame.includes(words));
        expect(resent).toEqual([]);
        await expect(page.getByText(words)).toHaveCount(0);
      }
      await page.waitForTimeout(QUIET_MS);
      expect(await recordsOf(RAVI)).not.toContain(words);
      if (moment !== "half sent") expect(await recordsOf(MEENA)).not.toContain(words);
      const kept = await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      );
      if (moment !== "asleep") expect(kept).not.toContain(words);
      expect(await storedEntries(page)).not.toContain(words);
      await context.close();
    });
  }
}

test("[I-52] confirms discarding on sign-out, works offline, and signs out on the server after reconnecting, under any account", async ({
  browser,
}) => {
  const words = "Discarded with the sign-out";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  const connection = await cuttableConnection(page);
  await logIn(page, MEENA);
  const stored = await page.evaluate(() => Object.entries(localStorage) as [string, string][]);
  const valueOf = (start: string) => stored.find(([key]) => key.startsWith(start))![1];
  const refreshToken = valueOf("__convexAuthRefreshToken");
  const meena = new ConvexHttpClient(market.url, { logger: false });
  meena.setAuth(valueOf("__convexAuthJWT"));

  await openAt(page, "an order");
  connection.cut();
  // Until the connection status says offline, an order counts as sent.
  await expect(page.getByText("You are offline.")).toBeVisible();
  await WRITES["an order"].write(page, words);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("1 waiting order");
  await expect(dialog).toContainText("Sign out and discard them?");
  await dialog.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByPlaceholder("Leave a message")).toHaveValue(words);
  await signOut(page);
  await dialog.getByRole("button", { name: "Sign out and discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
  expect(await kept()).not.toContain(words);
  await expect.poll(() => storedEntries(page)).toBe("[]");
  expect(await kept()).not.toContain("userdata");
  expect(await kept()).not.toContain("__convexAuth");
  expect(await kept()).not.toContain(refreshToken.split("|")[0]!);
  expect(await meena.query(api.users.me, {})).not.toBeNull();

  // Ravi signs in before the server has received Meena's sign-out.
  await page.route("**/api/action", (route) => route.abort("connectionrefused"));
  connection.mend();
  await logIn(page, RAVI);
  expect(await meena.query(api.users.me, {})).not.toBeNull();
  await page.unroute("**/api/action");
  await page.reload();
  await until(
    "the server hears of the sign-out",
    async () => (await meena.query(api.users.me, {})) === null,
    20_000,
  );
  await expectAccount(page, /Ravi/);
  expect(await recordsOf(RAVI)).not.toContain(words);
  expect(await recordsOf(MEENA)).not.toContain(words);
  await context.close();
});

test("[I-52] confirms discarding of another tab's unsent work, and sends what was kept", async ({
  browser,
}) => {
  const words = "Meena stays after all";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  const connection = await cuttableConnection(page);
  await logIn(page, MEENA);
  await openAt(page, "a message");
  connection.cut();
  await WRITES["a message"].write(page, words);
  const { tab } = await openCutOff(context);
  await signOut(tab);
  await expect(tab.getByRole("alertdialog")).toContainText("You have 1 unsent message.");
  await tab.getByRole("button", { name: "Stay signed in" }).click();
  connection.mend();
  await expect.poll(() => recordsOf(MEENA)).toContain(words);
  await signOut(tab);
  await tab.waitForURL("**/auth/login");
  await page.waitForURL("**/auth/login");
  await context.close();
});

for (const [next, address] of [
  [RAVI, "/homepageretailer"],
  [MEENA, "/chat?with=asha@mandi.test"],
] as const) {
  test(`[I-52] after a sign-out in another tab a login of ${next.email} leads to ${address}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: market.url });
    const page = await context.newPage();
    await logIn(page, MEENA);
    await openAt(page, "a message");
    const tab = await context.newPage();
    await tab.goto("/dashboard");
    await signOut(tab);
    await page.waitForURL("**/auth/login");
    await page.getByLabel("Email").fill(next.email);
    await page.getByLabel("Password", { exact: true }).fill(next.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL((url) => url.pathname + url.search === address);
    await context.close();
  });
}

test("[I-52] keeps the drafts of a revoked session for its own account only", async ({
  browser,
}) => {
  const words = "Half a sentence of Meena's";
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  await logIn(page, MEENA);
  await page.goto("/chat?with=asha@mandi.test");
  const box = page.getByRole("textbox", { name: "Message" });
  await box.fill(words);
  await (await clientOf(market, MEENA)).mutation(api.account.signOutEverywhere, {});
  await page.waitForURL("**/auth/login");

  await logIn(page, RAVI);
  await page.goto("/chat?with=asha@mandi.test");
  await expect(box).toHaveValue("");
  await expectAccount(page, /Ravi/);
  await signOut(page);
  await page.waitForURL("**/auth/login");

  await logIn(page, MEENA);
  await page.goto("/chat?with=asha@mandi.test");
  await expect(box).toHaveValue(words);
  await signOut(page);
  await expect(page.getByRole("alertdialog")).toContainText("You have 1 unfinished draft.");
  await context.close();
});
