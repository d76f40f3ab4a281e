/** Notifications of a distributor in one browser, and of the retailer whose orders they tell of in another. */
import { type Page, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { addDays, todayIst } from "../domain/dates";
import { violationsOf } from "../testkit/browser/axe";
import { logIn, newVisitor } from "../testkit/browser/people";
import { untilFolded } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { acceptOrder, placeOrder } from "../testkit/orders";
import { connect, joinTraders, listProduct, type Trader } from "../testkit/traders";

/** The promise is judged on an idle machine (STRICT_TIMES=1); on a shared one it may take this many times as long. */
const PATIENCE = process.env["STRICT_TIMES"] === "1" ? 1 : 3;
const PROMISED_MS = 1_000 * PATIENCE;
const PRICE_PAISE = 12_550;
const NOTES_OF_A_RING = 2;

let market: Market;
let traders = 0;
test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
});
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});
test.afterAll(() => market.stop());

/** Connects a new retailer with a new distributor that sells one product. */
async function newPair() {
  traders += 1;
  const { retailers, distributors } = await joinTraders(market, 1, 1, traders);
  const [retailer, distributor] = [retailers[0]!, distributors[0]!];
  await connect([retailer], distributor);
  const productId = await listProduct(market, distributor, { stock: 100, pricePaise: PRICE_PAISE });
  // The connection was told of too.
  await untilFolded(market);
  for (const { http } of [retailer, distributor])
    await http.mutation(api.notifications.markAllRead, {});
  return { retailer, distributor, productId };
}

type Pair = Awaited<ReturnType<typeof newPair>>;

const place = ({ retailer, productId }: Pair, quantity: number) =>
  placeOrder(retailer.http, [{ productId, quantity }]);

const bell = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openAs(page: Page, { person }: Trader, address: string): Promise<void> {
  await logIn(page, person);
  await page.goto(address);
  await expect(bell(page)).toBeVisible();
}

test("[BELL12] an order is in the distributor's bell within a second, read on its page, and to do until it is answered", async ({
  browser,
}) => {
  const pair = await newPair();
  const { retailer, distributor } = pair;
  const seller = await newVisitor(browser, market);
  await openAs(seller, distributor, "/about");
  await expect(bell(seller)).toHaveAccessibleName("Notifications");
  const orderId = await place(pair, 2);
  await expect(bell(seller)).toHaveAccessibleName("Notifications, 1 unread", {
    timeout: PROMISED_MS,
  });

  await bell(seller).click();
  const panel = seller.getByRole("dialog", { name: "Notifications" });
  const row = panel.getByRole("link", { name: /^Shop of retailer.* Order · / });
  await expect(row).toContainText("₹251.00");
  await expect(row).toContainText("Unread");
  expect(await violationsOf(seller)).toEqual([]);
  await row.click();
  await seller.waitForURL(`**/pendingorders_dist?order=${orderId}`);
  await expect(bell(seller)).toHaveAccessibleName("Notifications");

  // Another one while its page is open: read at once, and to do.
  await seller.getByRole("button", { name: "Close the order" }).click();
  await place(pair, 3);
  await bell(seller).click();
  await panel.getByRole("tab", { name: "To do" }).click();
  await expect(row).toHaveCount(2);
  await expect(panel.getByText("Unread")).toHaveCount(0);
  await acceptOrder(distributor.http, orderId, addDays(todayIst(Date.now()), 7));
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("₹376.50");

  const buyer = await newVisitor(browser, market, { viewport: { width: 375, height: 800 } });
  await logIn(buyer, retailer.person);
  await buyer.getByRole("link", { name: "Notifications, 1 unread" }).click();
  await buyer
    .getByRole("main")
    .getByRole("link", { name: / Order accepted · / })
    .click();
  await buyer.waitForURL(`**/acceptedretail?order=${orderId}`);
  await expect(buyer.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
});

test("[HOME15] [ORDERFILTER3] a row of the home opens its order beside the list where it is by then", async ({
  browser,
}) => {
  const pair = await newPair();
  const { distributor } = pair;
  const orderId = await place(pair, 2);
  await place(pair, 3);
  const seller = await newVisitor(browser, market);
  await openAs(seller, distributor, "/homepage");
  const rows = seller.getByRole("region", { name: "To answer" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: "2 ×" }).getByRole("link").click();
  await seller.waitForURL(`**/pendingorders_dist?order=${orderId}`);
  const opened = seller.getByRole("region", { name: "Order", exact: true });
  await expect(opened).toContainText("₹251.00");
  await expect(seller.getByRole("article")).toHaveCount(2);

  await acceptOrder(distributor.http, orderId, addDays(todayIst(Date.now()), 7));
  await expect(opened).toContainText("Accepted");
  await expect(seller.getByRole("article")).toHaveCount(1);
  await seller.reload();
  await seller.waitForURL(`**/accepted_dist?order=${orderId}`);
  await expect(opened).toContainText("₹251.00");
  await opened.getByRole("button", { name: "Close the order" }).click();
  await expect(seller).toHaveURL(/\/accepted_dist$/);
});

/** Counts the notes that a page plays. */
async function countNotes(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { notes: number };
    counted.notes = 0;
    window.AudioContext = class extends AudioContext {
      override createOscillator(): OscillatorNode {
        counted.notes += 1;
        return super.createOscillator();
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { notes: number }).notes);
}

test("[BELL7] [BELL9] [BELL10] sound is turned on in the settings, and a new order rings in one of two tabs", async ({
  browser,
}) => {
  const pair = await newPair();
  const first = await newVisitor(browser, market);
  const second = await first.context().newPage();
  const notesOfFirst = await countNotes(first);
  const notesOfSecond = await countNotes(second);
  await openAs(first, pair.distributor, "/settings");
  await expect(first.getByText("Sound is off in this browser")).toBeVisible();
  await named(first, "Turn on sound").click();
  await expect(first.getByText("Sound is on in this browser")).toBeVisible();
  await named(first, "Test sound").click();
  await expect.poll(notesOfFirst).toBe(NOTES_OF_A_RING);
  await first.getByRole("checkbox", { name: "Messages: Mail" }).check();

  await second.goto("/settings");
  // Some browsers play nothing before the first click in a tab.
  await expect(
    second.getByText(/Sound is on in this browser|Blocked until you click/),
  ).toBeVisible();
  await named(second, "Test sound").click();
  await expect(second.getByText("Sound is on in this browser")).toBeVisible();
  await expect.poll(notesOfSecond).toBe(NOTES_OF_A_RING);

  await place(pair, 2);
  await expect(bell(second)).toHaveAccessibleName("Notifications, 1 unread");
  const rings = async () => ((await notesOfFirst()) + (await notesOfSecond())) / NOTES_OF_A_RING;
  await expect.poll(rings).toBe(3);
  await place(pair, 3);
  await expect(bell(second)).toHaveAccessibleName("Notifications, 2 unread");
  await expect.poll(rings).toBe(4);

  await first.reload();
  await expect(first.getByRole("checkbox", { name: "Messages: Mail" })).toBeChecked();
});
