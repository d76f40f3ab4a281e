/** Feedback of the interface: toasts, new rows and optimistic updates, which a refusal reverts with a message. */
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  expect,
  test,
} from "@playwright/test";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { pressEscape } from "../testkit/browser/escape";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { DEMO_PASSWORD, LOGINS } from "../testkit/people";
import { settled } from "../testkit/browser/pages";
import { logIn, newVisitor } from "../testkit/browser/people";
import { type FailingConnection, failingConnection } from "../testkit/browser/failingConnection";

const TOAST_MS = 5_000;
const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;
const HEMA = { email: "hema@mandi.test", password: DEMO_PASSWORD, role: "retailer" } as const;
const GOPAL = { ...HEMA, email: "gopal@mandi.test" } as const;

// Many steps each; a busy machine takes its time.
test.describe.configure({ timeout: 120_000 });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

type Account = Parameters<typeof logIn>[1];
async function signedIn(
  browser: Browser,
  who: Account,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newVisitor(browser, market, options);
  await logIn(page, who);
  return page;
}

/** Signs in over a connection that can hold or fail single functions. */
async function signedInOverConnection(
  browser: Browser,
  who: Account,
): Promise<{ page: Page; connection: FailingConnection }> {
  const page = await newVisitor(browser, market);
  const connection = await failingConnection(page);
  await logIn(page, who);
  return { page, connection };
}

/** Expects the optimistic update of a held mutation, then its reversal when the server refuses. */
async function refusedLater(
  connection: FailingConnection,
  mutation: string,
  doIt: () => Promise<void>,
  isTakenBack: () => Promise<void>,
): Promise<void> {
  connection.hold(mutation);
  await doIt();
  connection.fail(mutation);
  connection.release(mutation);
  await isTakenBack();
  connection.mendAll();
}

async function productInStock(client: ConvexHttpClient) {
  const { page } = await client.query(api.products.byDistributor, {
    distributorEmail: ASHA.email,
    sort: "inStock",
    paginationOpts: { numItems: 1, cursor: null },
  });
  return page[0]!;
}

/** Places this many orders of one piece. */
async function orderTimes(client: ConvexHttpClient, times: number): Promise<void> {
  const { _id: productId } = await productInStock(client);
  for (let n = 1; n <= times; n += 1) {
    await placeOrder(client, [{ productId, quantity: 1 }], `Order ${n} of ${times}`);
  }
}

async function requestToAsha(client: ConvexHttpClient): Promise<void> {
  const { _id: distributorId } = await client.query(api.users.distributor, { email: ASHA.email });
  await client.mutation(api.network.request, { distributorId });
}

test("announces a toast, shows it for 5 seconds, and keeps it while the pointer is on it", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.clock.install();
  await logIn(page, MEENA);
  await page.goto("/distributorslist");
  await settled(page);
  const polite = page.getByRole("region", { name: "Announcements" }).getByRole("status");
  await expect(polite, "the live region exists before the first toast").toHaveCount(1);
  await expect(polite).toHaveAttribute("aria-live", "polite");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const note = polite.getByText("added to your network!");
  await expect(note).toBeVisible();

  await note.hover();
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000));
  await page.clock.fastForward(4 * TOAST_MS);
  await expect(note).toBeVisible();
  await page.mouse.move(5, 300);
  await page.clock.fastForward(TOAST_MS - 100);
  await expect(note).toBeVisible();
  await page.clock.fastForward(200);
  await expect(note).toHaveCount(0);
});

/** Returns a function that resolves with the row's style as of its first highlighted frame, because the highlight is short. */
async function watchHighlight(page: Page, text: string) {
  const seen = await page.evaluateHandle((text) => {
    const look = () => {
      const rows = [...document.querySelectorAll("tbody tr")];
      const row = rows.find(({ textContent }) => textContent.includes(text));
      if (row === undefined || row.getAnimations().length === 0) return null;
      const { animationName, backgroundColor, transform } = getComputedStyle(row);
      return { animationName, backgroundColor, isInPlace: new DOMMatrix(transform).isIdentity };
    };
    const first = new Promise<NonNullable<ReturnType<typeof look>>>((resolve) => {
      const observer = new MutationObserver(() => {
        const looks = look();
        if (looks === null) return;
        observer.disconnect();
        resolve(looks);
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    return { first };
  }, text);
  return () => seen.evaluate(({ first }) => first);
}

test("highlights a new row without motion for prefers-reduced-motion", async ({ browser }) => {
  const page = await signedIn(browser, ASHA, { reducedMotion: "reduce" });
  await page.goto("/requests");
  await settled(page);
  const hema = await clientOf(market, HEMA);
  const highlight = await watchHighlight(page, HEMA.email);
  await requestToAsha(hema);
  const row = page.getByRole("row").filter({ hasText: HEMA.email });
  await expect(row).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 new request" })).toHaveCount(1);
  const looks = await highlight();
  expect(looks).toMatchObject({ animationName: "stay-lit", isInPlace: true });
  expect(looks.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");

  // Only that highlight still animates; a dialog opens without motion.
  await row.getByRole("button", { name: "Accept" }).focus();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(moving.filter((name) => name !== "stay-lit")).toEqual([]);
});

test("keeps scroll position, focus and input when orders arrive, and shows them on request", async ({
  browser,
}) => {
  const meena = await clientOf(market, MEENA);
  await orderTimes(meena, 8);
  const page = await signedIn(browser, ASHA, { viewport: { width: 375, height: 600 } });
  await page.goto("/pendingorders_dist?sort=latest");
  await settled(page);
  const card = page.getByRole("article").nth(4);
  await card.scrollIntoViewIfNeeded();
  await card.getByRole("button", { name: "Reject" }).focus();
  const placeOf = () => card.evaluate((element) => element.getBoundingClientRect().y);
  const [scrolled, before] = [await page.evaluate(() => window.scrollY), await placeOf()];
  const words = await card.innerText();

  await orderTimes(meena, 2);
  const banner = page.getByRole("status").getByRole("button", { name: "2 new orders" });
  await expect(banner).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(Math.abs((await placeOf()) - before)).toBeLessThanOrEqual(1);
  expect(await card.innerText()).toBe(words);
  await expect(card.getByRole("button", { name: "Reject" })).toBeFocused();

  await card.getByRole("button", { name: "Reject" }).press("Enter");
  const reason = page.getByRole("dialog").getByRole("textbox");
  await reason.fill("Half a rea");
  await orderTimes(meena, 1);
  await expect(page.getByText("3 new orders")).toHaveCount(1);
  await expect(reason).toHaveValue("Half a rea");
  await expect(reason).toBeFocused();
  await pressEscape(page);
  await expect(card.getByRole("button", { name: "Reject" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  await page.getByRole("button", { name: "3 new orders" }).click();
  await expect(page.getByText("Order 1 of 1")).toBeVisible();
  await expect(page.locator("h1")).toBeFocused();
});

test("shows a sent chat message at once in thread and list, and marks it when refused", async ({
  browser,
}) => {
  const { page, connection } = await signedInOverConnection(browser, MEENA);
  await page.goto(`/chat?with=${ASHA.email}`);
  const thread = page.getByRole("log");
  const row = page.getByRole("link", { name: /Asha/ });
  const said = await thread.getByRole("listitem").last().locator("p").innerText();
  await expect(row).toContainText(said);
  await refusedLater(
    connection,
    "chat:send",
    async () => {
      await page.getByRole("textbox", { name: "Message" }).fill("Never heard");
      await page.keyboard.press("Enter");
      await expect(thread.getByText("Never heard")).toBeVisible();
      await expect(thread.getByRole("img", { name: "Sending" })).toBeVisible();
      await expect(row).toContainText("Sending: Never heard");
    },
    async () => {
      await expect(thread.getByRole("alert")).toContainText("Failed to send message");
      await expect(row).toContainText("Not sent: Never heard");
    },
  );
  await thread.getByRole("button", { name: "Delete" }).click();
  await expect(thread.getByText("Never heard")).toHaveCount(0);
  await expect(row).toContainText(said);
});

test("marks an opened conversation as read at once, and as unread again when refused", async ({
  browser,
}) => {
  const { page, connection } = await signedInOverConnection(browser, ASHA);
  const meena = await clientOf(market, MEENA);
  await page.goto("/chat");
  const row = page.getByRole("link", { name: /Meena/ });
  const badge = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Messages/ });
  await meena.mutation(api.chat.send, {
    to: ASHA.email,
    content: "Are you there?",
    sendKey: crypto.randomUUID(),
  });
  await expect(row).toContainText("1 unread");
  await refusedLater(
    connection,
    "chat:markRead",
    async () => {
      await row.click();
      await expect(row).not.toContainText("unread");
      // Another retailer's word still waits.
      await expect(badge).toContainText("1");
    },
    async () => {
      await expect(row).toContainText("1 unread");
      await expect(badge).toContainText("2");
    },
  );
  // The next visit marks it as read again.
  await page.goto("/requests");
  await page.goto("/chat");
  await row.click();
  await expect(row).not.toContainText("unread");
  await page.reload();
  await expect(row).not.toContainText("unread");
});

test("shows a connection request at once, and reverts it with the reason when refused", async ({
  browser,
}) => {
  const { page, connection } = await signedInOverConnection(browser, {
    ...GOPAL,
    email: "irfan@mandi.test",
  });
  await page.goto("/distributorslist");
  const card = page.getByRole("article").filter({ hasText: "bharat@mandi.test" });
  const connect = card.getByRole("button", { name: "Connect", exact: true });
  await refusedLater(
    connection,
    "network:request",
    async () => {
      await connect.click();
      await expect(card.getByRole("button", { name: "Requested" })).toBeVisible();
    },
    async () => {
      await expect(connect).toBeVisible();
      await expect(
        page.getByRole("region", { name: "Announcements" }).getByRole("alert"),
      ).toContainText("An error occurred while adding to the network.");
    },
  );
});

test("removes requests, connections and products from their lists at once, and puts them back when refused", async ({
  browser,
}) => {
  const { page, connection } = await signedInOverConnection(browser, ASHA);
  await test.step("an answered request", async () => {
    await page.goto("/requests");
    const row = page.getByRole("row").filter({ hasText: GOPAL.email });
    await refusedLater(
      connection,
      "network:answer",
      async () => {
        await row.getByRole("button", { name: "Accept" }).click();
        await expect(row).toHaveCount(0);
      },
      async () => {
        await expect(row).toBeVisible();
        await expect(page.getByRole("alert").first()).toContainText(
          "An error occurred while accepting the request.",
        );
      },
    );
  });
  await test.step("a removed retailer", async () => {
    await page.goto("/mynetwork");
    const card = page.getByRole("article").filter({ hasText: MEENA.email });
    await refusedLater(
      connection,
      "network:remove",
      async () => {
        await card.getByRole("button", { name: "Remove from network" }).click();
        await page.getByRole("button", { name: "Remove retailer" }).click();
        await expect(card).toHaveCount(0);
      },
      async () => {
        await expect(card).toBeVisible();
        await expect(page.getByRole("alert").first()).toContainText(
          "Failed to reject the request.",
        );
      },
    );
  });
  await test.step("a deleted product", async () => {
    await page.goto("/productlist");
    await settled(page);
    const card = page.getByRole("article").first();
    const name = await card.getByRole("heading").innerText();
    const same = page.getByRole("heading", { name, exact: true });
    await refusedLater(
      connection,
      "products:archive",
      async () => {
        await card.getByRole("button", { name: "Delete" }).click();
        await page.getByRole("button", { name: "Delete product" }).click();
        await expect(same).toHaveCount(0);
      },
      async () => {
        await expect(same).toBeVisible();
        await expect(
          page.getByRole("region", { name: "Announcements" }).getByRole("alert"),
        ).toContainText("An error occurred while deleting the product.");
      },
    );
  });
});
