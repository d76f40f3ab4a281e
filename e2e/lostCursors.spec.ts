/** Pagination cursors that become invalid while a page is open: the list restarts, and no error is shown. */
import { type Page, expect, test } from "@playwright/test";
import { openDiskStore } from "../embedded/store/disk";
import { type Market, startMarket } from "../testkit/market";
import { newVisitor } from "../testkit/browser/people";

/** The key of the cursor secret in a data folder (`embedded/database/database.ts`). */
const CURSOR_SECRET_KEY = Uint8Array.of(0, 3);
/** A cursor of the format before cursors were encrypted. */
const OLD_CURSOR = "0a1b2c3d.after.BwAA";
const LIVE_AGAIN_MS = 15_000;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

const cards = (page: Page) =>
  page.getByRole("region", { name: "Featured Products" }).getByRole("button", { name: "Details" });

/** Counts the InvalidCursor errors that the page receives. */
function lostIn(page: Page): { count: number } {
  const lost = { count: 0 };
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes("InvalidCursor")) lost.count += 1;
    }),
  );
  return lost;
}

/** Opens the list with its first two pages, and returns the number of rows of the first. */
async function openTwoPages(page: Page): Promise<number> {
  await page.goto(`${market.url}/products`);
  await expect(cards(page).first()).toBeVisible();
  const first = await cards(page).count();
  await page.getByRole("button", { name: "Show more" }).click();
  return first;
}

async function expectNoError(page: Page): Promise<void> {
  await expect(page.getByText("Failed to load products")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
}

test("restarts a list of several pages when the server's cursor secret changed", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await newVisitor(browser, market);
  const lost = lostIn(page);
  const first = await openTwoPages(page);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first);
  const second = (await cards(page).count()) - first;
  const [ports, dataDir] = [
    [market.url, market.apiUrl].map((url) => Number(new URL(url).port)),
    market.dataDir,
  ];
  await market.end();
  const store = await openDiskStore(dataDir);
  await store.write([{ key: CURSOR_SECRET_KEY }]);
  await store.close();
  market = await startMarket([], { dataDir, ports: { port: ports[0]!, apiPort: ports[1]! } });

  await expect.poll(() => lost.count, { timeout: LIVE_AGAIN_MS }).toBeGreaterThan(0);
  // The list restarts with a page as long as the one whose cursor became invalid.
  await expect.poll(() => cards(page).count(), { timeout: LIVE_AGAIN_MS }).toBe(second);
  await expectNoError(page);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(second);
  await expectNoError(page);
  // Its own market was replaced, and closes nothing any more.
  await page.context().close();
});

test("shows a list whose cursors are of the previous version", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  let isOld = true;
  let lost = 0;
  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const text = String(message);
      if (text.includes("InvalidCursor")) {
        lost += 1;
        isOld = false;
      }
      const cursors = /"continueCursor":"[^"]*"/g;
      socket.send(isOld ? text.replaceAll(cursors, `"continueCursor":"${OLD_CURSOR}"`) : text);
    });
  });
  const first = await openTwoPages(page);
  await expect.poll(() => lost).toBeGreaterThan(0);
  // The list restarts with a page as long as the one whose cursor became invalid, which is longer than the first.
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first);
  const again = await cards(page).count();
  await expectNoError(page);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(again);
  await expectNoError(page);
});
