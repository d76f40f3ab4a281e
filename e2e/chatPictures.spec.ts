/** Pictures in chat: live between two browsers, and exactly once after the tab was closed. */
import { type BrowserContext, expect as ofPlaywright, type Page, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { pressEscape } from "../testkit/browser/escape";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, PICTURE } from "../testkit/people";
import { signIn } from "../testkit/browser/people";
import { storedEntries } from "./storedEntries";

/** Reconnecting waits between attempts. */
const expect = ofPlaywright.configure({ timeout: 20_000 });
const MEENA = { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const ASHA = { email: "asha@mandi.test", password: DEMO_PASSWORD, role: "distributor" } as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

async function openChat(
  context: BrowserContext,
  who: typeof MEENA | typeof ASHA,
  other: { readonly email: string },
): Promise<Page> {
  const page = await context.newPage();
  await signIn(market, page, who);
  await page.goto(`/chat?with=${other.email}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  return page;
}

async function choosePicture(page: Page): Promise<void> {
  await page.getByLabel("Picture", { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByRole("img", { name: "The picture to send" })).toBeVisible();
}

const pictures = (page: Page) => page.getByRole("log").getByRole("img", { name: /^Picture from/ });

/** Returns the messages of the conversation as the server has them, the newest first. */
async function messagesOnServer() {
  const asha = await clientOf(market, ASHA);
  const row = await asha.query(api.chat.conversation, { with: MEENA.email });
  const { page } = await asha.query(api.chat.messages, {
    conversationId: row!.conversationId!,
    paginationOpts: { numItems: 100, cursor: null },
  });
  return page;
}

/** Returns the texts of those with a picture. */
async function picturesOnServer(): Promise<string[]> {
  const withPicture = (await messagesOnServer()).filter(({ imageUrl }) => imageUrl !== undefined);
  return withPicture.map(({ content }) => content);
}

test("[CHAT11] a picture is shown to both, live, and its address without its signature to nobody", async ({
  browser,
}) => {
  const newContext = () => browser.newContext({ baseURL: market.url });
  const meena = await openChat(await newContext(), MEENA, ASHA);
  const asha = await openChat(await newContext(), ASHA, MEENA);
  await choosePicture(meena);
  await meena.getByRole("textbox", { name: "Message" }).fill("This box was torn");
  await meena.keyboard.press("Enter");
  const received = asha.getByRole("log").getByRole("img", { name: /^Picture from Meena/ });
  await expect(received).toBeVisible();
  await expect.poll(() => received.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(8);
  await expect(asha.getByRole("log").getByText("This box was torn")).toBeVisible();
  await expect(meena.getByRole("img", { name: "Picture from you" })).toHaveCount(1);

  const address = new URL((await received.getAttribute("src"))!, market.url);
  expect((await asha.request.get(address.href)).status()).toBe(200);
  expect((await asha.request.get(address.origin + address.pathname)).status()).toBe(403);

  await received.click();
  await expect(asha.getByRole("dialog").getByRole("img")).toBeVisible();
  await pressEscape(asha);
  await choosePicture(meena);
  await meena.getByRole("button", { name: "Send", exact: true }).click();
  await expect(
    asha.getByRole("navigation", { name: "Conversations" }).getByRole("link", { name: /Meena/ }),
  ).toContainText("Picture");
  await meena.reload();
  await expect(pictures(meena)).toHaveCount(2);
  expect(await picturesOnServer()).toEqual(["", "This box was torn"]);
});

test("[CHAT12] a picture waits in a closed browser, and arrives exactly once", async ({
  browser,
}) => {
  const words = "Chosen in the cellar";
  const context = await browser.newContext({ baseURL: market.url });
  const closed = await openChat(context, MEENA, ASHA);
  await closed.waitForLoadState("networkidle");
  await context.setOffline(true);
  await choosePicture(closed);
  await closed.getByRole("textbox", { name: "Message" }).fill(words);
  await closed.keyboard.press("Enter");
  await expect(closed.getByRole("img", { name: "Waiting" })).toBeVisible();
  await expect.poll(() => storedEntries(closed)).toContain(words);
  await closed.close();
  expect(await picturesOnServer()).not.toContain(words);

  await context.setOffline(false);
  const next = await context.newPage();
  // The upload arrives, and its answer is lost with the tab.
  let uploads = 0;
  const lost = new Promise<void>((resolve) => {
    void next.route("**/api/upload/image", async (route) => {
      uploads += 1;
      await route.fetch();
      resolve();
    });
  });
  await next.goto("/distributorslist");
  await lost;
  await next.close();
  expect(uploads).toBe(1);
  expect(await picturesOnServer()).not.toContain(words);

  const last = await context.newPage();
  await last.goto(`/chat?with=${ASHA.email}`);
  await expect(last.getByRole("log").getByText(words)).toBeVisible();
  await expect.poll(picturesOnServer).toContain(words);
  await expect.poll(() => storedEntries(last)).not.toContain(words);
  await last.reload();
  await expect(last.getByRole("log").getByText(words)).toHaveCount(1);
  expect((await picturesOnServer()).filter((content) => content === words)).toHaveLength(1);
});

test("[CHAT13] [CHAT14] a chosen picture survives a reload, and arrives before the text that is sent while it is uploaded", async ({
  browser,
}) => {
  const [words, later] = ["Chosen before the reload", "Written meanwhile"];
  const context = await browser.newContext({ baseURL: market.url });
  const page = await openChat(context, MEENA, ASHA);
  await choosePicture(page);
  const isKept = () => Object.keys(localStorage).some((key) => key.includes(":picture:"));
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await page.reload();
  await expect(page.getByRole("img", { name: "The picture to send" })).toBeVisible();

  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/api/upload/image", async (route) => {
    await held;
    await route.continue();
  });
  const box = page.getByRole("textbox", { name: "Message" });
  for (const text of [words, later]) {
    await box.fill(text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("log").getByText(text)).toBeVisible();
  }
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  expect((await messagesOnServer()).map(({ content }) => content)).not.toContain(later);
  goOn();
  await expect
    .poll(async () => (await messagesOnServer()).slice(0, 2).map(({ content }) => content))
    .toEqual([later, words]);
  expect(await picturesOnServer()).toContain(words);
  await page.reload();
  await expect(page.getByRole("log").getByText(words)).toHaveCount(1);
  await expect(page.getByRole("img", { name: "The picture to send" })).toHaveCount(0);
});
