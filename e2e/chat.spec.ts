/** Chat between two open pages: live delivery, delivery status, and no lost or doubled message over a broken connection. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { violationsOf } from "../testkit/browser/axe";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";

const MEENA = { email: "meena@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const ASHA = { email: "asha@mandi.test", password: DEMO_PASSWORD, role: "distributor" } as const;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
/** Closes every page, because an open page goes on receiving and reading messages. */
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

async function signedIn(browser: Browser, who: typeof MEENA | typeof ASHA): Promise<Page> {
  const page = await newVisitor(browser, market);
  await signIn(market, page, who);
  return page;
}

/** Finds the message with this text in the thread; the list of conversations repeats the newest one. */
function bubble(page: Page, words: string) {
  return page.getByRole("log").getByRole("listitem").filter({ hasText: words });
}

function tick(page: Page, words: string, name: string) {
  return bubble(page, words).getByRole("img", { name });
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.keyboard.press("Enter");
}

/** Returns a function that sends messages as this user without a browser. */
async function voiceOf(
  who: typeof MEENA | typeof ASHA,
): Promise<(to: string, words: string) => Promise<void>> {
  const client = await clientOf(market, who);
  return async (to, content) => {
    await client.mutation(api.chat.send, { to, content, sendKey: crypto.randomUUID() });
  };
}

test("[CHAT6] [CHAT7] [CHAT8] shows a message as sent, delivered and read on the sender's open page, and the answer live", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const meena = await signedIn(browser, MEENA);
  await test.step("opens the conversation with a distributor's Message button", async () => {
    await meena.goto("/distributorslist");
    await meena
      .getByRole("article")
      .filter({ hasText: ASHA.email })
      .getByRole("link", { name: "Message" })
      .click();
    await expect(meena.getByRole("heading", { level: 2, name: /Asha/ })).toBeVisible();
    await expect(meena.getByText("Order before noon").last()).toBeVisible();
  });

  await test.step("shows Sent while the recipient has no page open", async () => {
    await say(meena, "Is the truck on its way?");
    await expect(tick(meena, "Is the truck on its way?", "Sent")).toBeVisible();
    await expect(meena.getByRole("textbox", { name: "Message" })).toHaveValue("");
  });

  const asha = await signedIn(browser, ASHA);
  await test.step("shows Delivered once any page of the recipient is open, and unread in the list", async () => {
    await asha.goto("/homepage");
    await expect(tick(meena, "Is the truck on its way?", "Delivered")).toBeVisible();
    const badge = asha
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Messages" });
    // Another retailer's word waits, too.
    await expect(badge).toContainText("2");
    await asha.goto("/chat");
    await expect(asha.getByText("Select a conversation to start messaging")).toBeVisible();
    const row = asha.getByRole("link", { name: /Meena/ });
    await expect(row).toContainText("1 unread");
    await expect(row).toContainText("Is the truck on its way?");
    await expect(tick(meena, "Is the truck on its way?", "Delivered")).toBeVisible();
  });

  await test.step("shows Read when the conversation is opened", async () => {
    await asha.getByRole("link", { name: /Meena/ }).click();
    await expect(bubble(asha, "Is the truck on its way?")).toBeVisible();
    await expect(asha.getByText("1 unread message")).toBeVisible();
    await expect(tick(meena, "Is the truck on its way?", "Read")).toBeVisible();
    await expect(asha.getByRole("link", { name: /Meena/ })).not.toContainText("unread");
    const badge = asha
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Messages" });
    await expect(badge).toContainText("1");
  });

  await test.step("shows an answer of two lines live, and marks it as read", async () => {
    await asha.getByRole("textbox", { name: "Message" }).fill("Yes,");
    await asha.keyboard.press("Shift+Enter");
    await asha.keyboard.type("since eight.");
    await asha.getByRole("button", { name: "Send" }).click();
    await expect(bubble(meena, "Yes,")).toContainText("Yes,\nsince eight.", { useInnerText: true });
    await expect(tick(asha, "since eight.", "Read")).toBeVisible();
  });

  await test.step("sends no blank message", async () => {
    const before = await bubble(meena, "").count();
    await say(meena, "   ");
    await meena.getByRole("button", { name: "Send" }).click({ force: true });
    await say(meena, "After nothing");
    await expect(bubble(asha, "After nothing")).toBeVisible();
    await expect(bubble(meena, "")).toHaveCount(before + 1);
  });
});

test("shows a message written offline at once, and delivers it once on reconnect", async ({
  browser,
}) => {
  const [meena, asha] = [await signedIn(browser, MEENA), await signedIn(browser, ASHA)];
  await meena.goto(`/chat?with=${ASHA.email}`);
  await asha.goto(`/chat?with=${MEENA.email}`);
  await expect(bubble(meena, "Order before noon")).toBeVisible();
  await meena.context().setOffline(true);
  await say(meena, "Written in the tunnel");
  await expect(tick(meena, "Written in the tunnel", "Waiting")).toBeVisible();
  await meena.getByRole("textbox", { name: "Message" }).fill("half a thought");
  await expect(bubble(asha, "Written in the tunnel")).toHaveCount(0);

  await meena.context().setOffline(false);
  await expect(bubble(asha, "Written in the tunnel")).toHaveCount(1, { timeout: 20_000 });
  await expect(tick(meena, "Written in the tunnel", "Read")).toBeVisible();
  await expect(meena.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");

  await meena.reload();
  await expect(bubble(meena, "Written in the tunnel")).toHaveCount(1);
  await expect(meena.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");
  await meena.getByRole("link", { name: /Bharat/ }).click();
  await expect(meena.getByRole("heading", { level: 2, name: /Bharat/ })).toBeVisible();
  await expect(meena.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await meena.goBack();
  await expect(meena.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");
});

for (const lost of ["message", "answer"] as const) {
  test(`sends a message again after a reload when the connection lost the ${lost}, and delivers it once`, async ({
    browser,
  }) => {
    const words = `The line swallowed the ${lost}`;
    const meena = await signedIn(browser, MEENA);
    let isConnectionGood = false;
    await meena.routeWebSocket(/\/sync/, (socket) => {
      const server = socket.connectToServer();
      let isDeaf = false;
      socket.onMessage((message) => {
        const isSend = !isConnectionGood && message.includes("chat:send");
        if (isSend && lost === "answer") isDeaf = true;
        if (!isSend || lost === "answer") server.send(message);
      });
      server.onMessage((message) => {
        if (!isDeaf) socket.send(message);
      });
    });
    await meena.goto(`/chat?with=${ASHA.email}`);
    await say(meena, words);
    await expect(tick(meena, words, "Sending")).toBeVisible();
    const asha = await signedIn(browser, ASHA);
    await asha.goto(`/chat?with=${MEENA.email}`);
    await expect(bubble(asha, "Order before noon")).toBeVisible();
    await expect(bubble(asha, words)).toHaveCount(lost === "answer" ? 1 : 0);

    isConnectionGood = true;
    await meena.goto("/distributorslist");
    await expect(bubble(asha, words)).toBeVisible();
    await meena.goto(`/chat?with=${ASHA.email}`);
    await expect(tick(meena, words, "Read")).toBeVisible();
    await expect(bubble(asha, words)).toHaveCount(1);
    await expect(bubble(meena, words)).toHaveCount(1);
  });
}

test("loads older messages without a jump, and keeps the scroll position when a message arrives", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const asAsha = await voiceOf(ASHA);
  for (let n = 1; n <= 90; n += 1) await asAsha(MEENA.email, `Line ${n} of the price list`);
  const meena = await signedIn(browser, MEENA);
  await meena.goto(`/chat?with=${ASHA.email}`);
  const log = meena.getByRole("log");
  const line = (n: number) => meena.getByText(`Line ${n} of the price list`, { exact: true });
  await expect(log.getByText("Line 90 of the price list")).toBeInViewport();

  // Scrolling up to the oldest loaded message loads more above it without moving the message that is read.
  await expect(line(30)).toHaveCount(0);
  const reading = line(53);
  const before = await reading.evaluate((element) => {
    const scroller = element.closest("[role=log]");
    if (scroller !== null) scroller.scrollTop = 200;
    return element.getBoundingClientRect().y;
  });
  await expect(line(30)).toHaveCount(1);
  expect(Math.abs((await reading.boundingBox())!.y - before)).toBeLessThanOrEqual(1);

  await asAsha(MEENA.email, "News for a reader");
  await expect(meena.getByRole("button", { name: "1 new message" })).toBeVisible();
  expect(Math.abs((await reading.boundingBox())!.y - before)).toBeLessThanOrEqual(1);
  await meena.getByRole("button", { name: "1 new message" }).click();
  await expect(bubble(meena, "News for a reader")).toBeInViewport();
  await expect(meena.getByRole("button", { name: "1 new message" })).toHaveCount(0);

  await log.evaluate((element) => {
    element.scrollTop -= 900;
  });
  await say(meena, "Thank you");
  await expect(bubble(meena, "Thank you")).toBeInViewport();
  // Closing the page before would lose it.
  await expect(tick(meena, "Thank you", "Sent")).toBeVisible();
});

test("[CHAT10] collapses the list of conversations on a phone when one is chosen", async ({
  browser,
}) => {
  const meena = await signedIn(browser, MEENA);
  await meena.setViewportSize({ width: 375, height: 812 });
  await meena.goto("/chat");
  const list = meena.getByRole("navigation", { name: "Conversations" });
  await expect(list).toBeVisible();
  await list.getByRole("link", { name: /Asha/ }).click();
  await expect(list).toBeHidden();
  await expect(meena.getByRole("textbox", { name: "Message" })).toBeInViewport();
  await meena.getByRole("button", { name: "Show conversations" }).click();
  await expect(list).toBeVisible();
  await expect(meena.getByRole("textbox", { name: "Message" })).toBeHidden();
  await list.getByRole("link", { name: /Bharat/ }).click();
  await expect(meena.getByRole("heading", { level: 2, name: /Bharat/ })).toBeVisible();
  await meena.goBack();
  await expect(meena.getByRole("heading", { level: 2, name: /Asha/ })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`has no accessibility violation in an open conversation in ${colorScheme}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const meena = await newVisitor(browser, market, { colorScheme });
    await signIn(market, meena, MEENA);
    for (const width of [375, 768, 1280]) {
      await meena.setViewportSize({ width, height: 800 });
      await meena.goto(`/chat?with=${ASHA.email}`);
      await expect(meena.getByRole("log").getByRole("listitem").last()).toBeInViewport();
      expect(await violationsOf(meena)).toEqual([]);
      const beyond = await meena.evaluate(() => [
        document.documentElement.scrollWidth - window.innerWidth,
        document.documentElement.scrollHeight - window.innerHeight,
      ]);
      expect(beyond, `at ${width} px`).toEqual([0, 0]);
    }
  });
}

test("[FAILURE30] allows messages only between connected users, and keeps old ones readable", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [meena, asha] = [await signedIn(browser, MEENA), await signedIn(browser, ASHA)];
  await meena.goto("/chat?with=nobody@mandi.test");
  await expect(meena.getByText("You are not connected yet")).toBeVisible();
  await meena.goto(`/chat?with=${ASHA.email}`);
  await expect(bubble(meena, "Order before noon").or(bubble(meena, "Thank you"))).toBeVisible();

  await meena.context().setOffline(true);
  await say(meena, "One more thing");
  await asha.goto("/mynetwork");
  await asha
    .getByRole("article")
    .filter({ hasText: MEENA.email })
    .getByRole("button", { name: "Remove from network" })
    .click();
  await asha.getByRole("button", { name: "Remove retailer" }).click();
  await expect(asha.getByRole("article").filter({ hasText: MEENA.email })).toHaveCount(0);
  await meena.context().setOffline(false);

  const unsent = bubble(meena, "One more thing");
  await expect(unsent.getByText("Failed to send message")).toBeVisible({ timeout: 20_000 });
  await expect(meena.getByText("You are no longer connected.")).toBeVisible();
  await expect(meena.getByRole("textbox", { name: "Message" })).toHaveCount(0);
  await unsent.getByRole("button", { name: "Retry" }).click();
  await expect(unsent.getByText("Failed to send message")).toBeVisible();
  await unsent.getByRole("button", { name: "Delete" }).click();
  await expect(unsent).toHaveCount(0);

  await asha.goto("/chat");
  await expect(asha.getByRole("list", { name: "No longer connected" })).toContainText("Meena");
});
