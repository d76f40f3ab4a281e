import { beforeEach, describe, expect, it, vi } from "vitest";
import { todayIst } from "../../domain/dates";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openMarket,
  placeOne,
  settledTime,
} from "../market.setup";
import { appendCounts, countsByDay, readCounter, topOf, type CountChange } from "./counters";
import { CHANGES_PER_RUN, ROWS_PER_RUN } from "./fold";

const NOON = Date.UTC(2026, 10, 20, 6, 30);
const TODAY = todayIst(NOON);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const MARKET_PENDING: CountChange = { counter: "orders.pending", ownerId: null, by: 1 };

async function append(t: Market, ...changes: CountChange[]): Promise<void> {
  await settledTime(t);
  await t.run((ctx) => appendCounts(ctx, changes));
}

async function fold(t: Market): Promise<void> {
  await settledTime(t);
  await t.mutation(internal.admin.fold.run, {});
}

function pending(t: Market, ownerId: Id<"users"> | null = null): Promise<number> {
  return t.run((ctx) => readCounter(ctx, "orders.pending", ownerId));
}

function queued(t: Market): Promise<number> {
  return t.run(async (ctx) => (await ctx.db.query("countChanges").take(2 * ROWS_PER_RUN)).length);
}

function isAtWork(t: Market): Promise<boolean> {
  return t.run(async (ctx) => (await ctx.db.query("foldsAtWork").first()) !== null);
}

/** When the runs that were scheduled and have not begun are due, in milliseconds from now. */
function scheduledIn(t: Market): Promise<number[]> {
  return t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").take(100);
    return jobs
      .filter(({ state }) => state.kind === "pending")
      .map(({ scheduledTime }) => Math.round(scheduledTime - Date.now()));
  });
}

describe("the first change", () => {
  it("starts a fold at once, and later ones leave it to that", async () => {
    const t = openMarket();
    await append(t, MARKET_PENDING);
    expect(await scheduledIn(t)).toEqual([0]);
    await append(t, MARKET_PENDING);
    await append(t, MARKET_PENDING);
    expect(await scheduledIn(t)).toEqual([0]);
    expect(await pending(t)).toBe(0);
    await fold(t);
    expect(await pending(t)).toBe(3);
  });

  it("starts another fold after the last one has ended", async () => {
    const t = openMarket();
    await append(t, MARKET_PENDING);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect([await pending(t), await isAtWork(t)]).toEqual([1, false]);
    await append(t, MARKET_PENDING);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect([await pending(t), await isAtWork(t)]).toEqual([2, false]);
  });
});

describe("a run of the fold", () => {
  it("counts each change once, however often it runs", async () => {
    const t = openMarket();
    await append(t, MARKET_PENDING);
    for (let n = 0; n < 3; n += 1) await fold(t);
    expect([await pending(t), await queued(t)]).toEqual([1, 0]);
  });

  it("folds what was appended since the last run, also a moment ago, before the fold ends", async () => {
    const t = openMarket();
    await append(t, MARKET_PENDING);
    await fold(t);
    await append(t, MARKET_PENDING);
    await fold(t);
    expect([await pending(t), await isAtWork(t)]).toEqual([2, true]);
    await fold(t);
    expect([await pending(t), await isAtWork(t)]).toEqual([2, false]);
  });

  it("leaves what is still being appended to the next one while older changes wait", async () => {
    const t = openMarket();
    await append(t, MARKET_PENDING);
    vi.setSystemTime(NOON + 1_000);
    await append(t, MARKET_PENDING);
    await fold(t);
    expect([await pending(t), await queued(t)]).toEqual([1, 1]);
    await fold(t);
    expect([await pending(t), await queued(t)]).toEqual([2, 0]);
  });

  it("is followed by the next one so soon that no figure is more than a second late", async () => {
    const t = openMarket();
    const ages: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      await append(t, MARKET_PENDING);
      vi.advanceTimersByTime(50);
      await t.finishInProgressScheduledFunctions();
      const oldest = await t.run((ctx) => ctx.db.query("countChanges").first());
      ages.push(oldest === null ? 0 : Date.now() - oldest._creationTime);
    }
    expect(Math.max(...ages)).toBeLessThanOrEqual(1_000);
    // One run in 750 ms, not one per change.
    const runs = await t.run((ctx) => ctx.db.system.query("_scheduled_functions").take(100));
    expect(runs.length).toBeLessThanOrEqual(8);
  });

  it("takes a bounded number of rows, and the next one follows at once", async () => {
    const t = openMarket();
    await t.run(async (ctx) => {
      for (let n = 0; n <= ROWS_PER_RUN; n += 1)
        await ctx.db.insert("countChanges", { changes: [MARKET_PENDING] });
    });
    await fold(t);
    expect([await pending(t), await scheduledIn(t)]).toEqual([ROWS_PER_RUN, [0]]);
    await fold(t);
    expect(await pending(t)).toBe(ROWS_PER_RUN + 1);
  });

  it("takes fewer rows when they have many changes, and the next one follows at once", async () => {
    const t = openMarket();
    const { user } = await joinDistributor(t);
    const sold = { sold: "orders", distributorId: user._id, day: TODAY, by: 1 } as const;
    const changes = Array.from({ length: CHANGES_PER_RUN / 2 }, () => sold);
    await t.run(async (ctx) => {
      for (let n = 0; n < 3; n += 1) await ctx.db.insert("countChanges", { changes });
    });
    const orders = () => t.run((ctx) => ctx.db.query("salesDays").take(2));
    await fold(t);
    expect(await orders()).toMatchObject([{ orders: CHANGES_PER_RUN }]);
    expect(await scheduledIn(t)).toEqual([0]);
    await fold(t);
    expect(await orders()).toMatchObject([{ orders: 1.5 * CHANGES_PER_RUN }]);
  });

  it("takes a row of more changes than a run has, alone", async () => {
    const t = openMarket();
    const changes = Array.from({ length: CHANGES_PER_RUN + 1 }, () => MARKET_PENDING);
    await append(t, ...changes);
    await append(t, MARKET_PENDING);
    vi.setSystemTime(NOON + 1_000);
    await fold(t);
    expect(await pending(t)).toBe(CHANGES_PER_RUN + 1);
  });

  it("adds to the market, to owners, to users and to days apart", async () => {
    const t = openMarket();
    const [{ user: one }, { user: other }] = [await joinRetailer(t), await joinRetailer(t)];
    const placed = (userId: Id<"users">, day: string, by: number) =>
      ({ counter: "ordersPlaced", userId, day, by }) as const;
    await append(t, MARKET_PENDING, { ...MARKET_PENDING, ownerId: one._id, by: 5 });
    await append(t, placed(other._id, TODAY, 2), placed(one._id, "2026-11-19", 1));
    await append(t, placed(one._id, TODAY, 1));
    await append(t, { ...MARKET_PENDING, by: -1 });
    await fold(t);
    expect([await pending(t), await pending(t, one._id)]).toEqual([0, 5]);
    const top = await t.run((ctx) => topOf(ctx, "ordersPlaced", 5));
    // Of equals, the one whose first change is older.
    expect(top).toEqual([
      { userId: other._id, count: 2 },
      { userId: one._id, count: 2 },
    ]);
    const range = { from: "2026-11-01", to: "2026-11-30", days: 30 };
    const days = await t.run(async (ctx) => [...(await countsByDay(ctx, "ordersPlaced", range))]);
    expect(days).toEqual([
      ["2026-11-19", 1],
      [TODAY, 3],
    ]);
  });
});

describe("a fold that ended without a next run", () => {
  async function brokenOff(): Promise<Market> {
    const t = openMarket();
    await t.run(async (ctx) => {
      await ctx.db.insert("countChanges", { changes: [MARKET_PENDING] });
      await ctx.db.insert("foldsAtWork", {});
    });
    return t;
  }

  it("is taken up, and ends", async () => {
    const t = await brokenOff();
    vi.setSystemTime(NOON + 61_000);
    await t.mutation(internal.admin.fold.resume, {});
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect([await pending(t), await isAtWork(t)]).toEqual([1, false]);
  });

  it("is not taken for one that is at work", async () => {
    const t = await brokenOff();
    vi.setSystemTime(NOON + 59_000);
    await t.mutation(internal.admin.fold.resume, {});
    expect(await scheduledIn(t)).toEqual([]);
  });
});

it("[ADMIN4] the figures of an order appear with the fold that it starts", async () => {
  const t = openMarket();
  const [admin, owner] = [await joinAdmin(t), await joinDistributor(t)];
  const retailer = await joinRetailer(t);
  await placeOne(retailer, await listProduct(t, owner));
  vi.advanceTimersByTime(1);
  await t.finishInProgressScheduledFunctions();
  expect(await owner.client.query(api.orders.pendingCount, {})).toBe(1);
  expect((await admin.client.query(api.admin.counts, {})).orders.pending).toBe(1);
});
