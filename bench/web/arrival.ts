/** The cost of a new order on a page with a thousand rows: the main thread's own time, independent of other load. */
import type { Browser, CDPSession, Page } from "@playwright/test";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { clientOf } from "../../testkit/clients";
import { placeMany } from "../../testkit/manyOrders";
import type { Market } from "../../testkit/market";
import { LOGINS } from "../../testkit/people";
import { percentile } from "../workload";
import { enter } from "./visitor";

const ROWS = 1_000;
const ARRIVALS = 20;
const WHEEL_PX = 600;

export interface Arrival {
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Parts of the median: scripts, and styles with layout. The rest is painting and browser work. */
  readonly scriptMs: number;
  readonly layoutMs: number;
}

interface Work {
  readonly total: number;
  readonly script: number;
  readonly layout: number;
}

/** Milliseconds of main-thread time since the page began. */
async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const ms = (name: string) => (metrics.find((each) => each.name === name)?.value ?? NaN) * 1_000;
  return {
    total: ms("TaskDuration"),
    script: ms("ScriptDuration"),
    layout: ms("LayoutDuration") + ms("RecalcStyleDuration"),
  };
}

/** Runs in the page. Resolves when the finite animations of the last arrival have ended. */
async function still(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Runs in the page. Resolves when `text` is in the page and painted. */
function shown(text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector("main")?.textContent.includes(text)) return;
      observer.disconnect();
      // The frame is made after this callback, and the message is handled after the frame.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}

interface Stage {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Places one order with this message. */
  readonly place: (msg: string) => Promise<unknown>;
}

/** @param textOf Returns the text that the page shows only after the n-th arrival. */
async function measured(
  what: string,
  { page, devtools, place }: Stage,
  textOf: (n: number, msg: string) => string,
): Promise<Arrival> {
  const works: Work[] = [];
  for (let n = 1; n <= ARRIVALS; n += 1) {
    const msg = `Arrival ${n}, ${what}.`;
    await page.evaluate(still);
    const before = await workOf(devtools);
    await Promise.all([page.evaluate(shown, textOf(n, msg)), place(msg)]);
    const after = await workOf(devtools);
    works.push({
      total: after.total - before.total,
      script: after.script - before.script,
      layout: after.layout - before.layout,
    });
  }
  const median = (of: (work: Work) => number) => percentile(works.map(of), 0.5);
  return {
    what,
    medianMs: median(({ total }) => total),
    p95Ms: percentile(
      works.map(({ total }) => total),
      0.95,
    ),
    scriptMs: median(({ script }) => script),
    layoutMs: median(({ layout }) => layout),
  };
}

async function scrollToRow(page: Page, position: number): Promise<void> {
  const row = page.locator(`[aria-posinset="${position}"], [aria-rowindex="${position + 1}"]`);
  await page.mouse.move(640, 500);
  while ((await row.count()) === 0) await page.mouse.wheel(0, WHEEL_PX);
}

async function openList(browser: Browser, market: Market, who: string, address: string) {
  const page = await enter(browser, market, who);
  await page.goto(address);
  await scrollToRow(page, ROWS);
  // Prefetched code of other pages must not arrive during the measurement.
  await page.waitForLoadState("networkidle");
  const devtools = await page.context().newCDPSession(page);
  // The thread's own clock stops while other processes use the processor.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, devtools };
}

function placingOf(buyer: ConvexHttpClient, productId: string) {
  return (msg: string) =>
    buyer.mutation(api.orders.place, {
      ...{ msg, orderKey: crypto.randomUUID() },
      lines: [{ productId, quantity: 1 }],
    });
}

export async function arrivals(browser: Browser, market: Market): Promise<Arrival[]> {
  const [buyer, seller] = await Promise.all([
    clientOf(market, LOGINS["retailer"]!),
    clientOf(market, LOGINS["distributor"]!),
  ]);
  await placeMany({ buyer, seller, count: ROWS, lines: 1, words: (n) => `Order ${n}.` });
  const paginationOpts = { numItems: 1, cursor: null };
  const { page: goods } = await seller.query(api.products.mine, { paginationOpts });
  const place = placingOf(buyer, goods[0]!._id);

  const found: Arrival[] = [];
  const lists = [
    { who: "distributor", address: "/pendingorders_dist", kind: "cards" },
    { who: "retailer", address: "/pendingretail", kind: "a table" },
  ];
  for (const { who, address, kind } of lists) {
    const opened = await openList(browser, market, who, address);
    const stage = { ...opened, place };
    const waiting = (n: number) => `${n} new order`;
    found.push(await measured(`${kind}, read at row ${ROWS}`, stage, waiting));
    await opened.page.getByRole("button", { name: /new orders?$/ }).click();
    await opened.page.evaluate(() => window.scrollTo(0, 0));
    found.push(await measured(`${kind}, read at the top`, stage, (_n, msg) => msg));
    await opened.page.context().close();
  }
  return found;
}
