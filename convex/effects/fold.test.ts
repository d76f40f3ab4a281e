import { beforeEach, describe, expect, it, vi } from "vitest";
import { todayIst } from "../../domain/dates";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openConnectedPair,
  openLimitedMarket,
  openMarket,
  type Person,
  placeOne,
  settledTime,
} from "../market.setup";
import { countsByDay, readCounter, topOf, type CountChange } from "../figures/counters";
import { deactivate } from "../account/deactivate";
import { queueEffects } from "../events";
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
  await t.run((ctx) => queueEffects(ctx, { at: Date.now(), changes, notificationChanges: [] }));
}

async function fold(t: Market): Promise<void> {
  await settledTime(t);
  await t.mutation(internal.effects.fold.run, {});
}

function pending(t: Market, ownerId: Id<"users"> | null = null): Promise<number> {
  return t.run((ctx) => readCounter(ctx, "orders.pending", ownerId));
}

function queued(t: Market): Promise<number> {
  return t.run(async (ctx) => (await ctx.db.query("effects").take(2 * ROWS_PER_RUN)).length);
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
      const oldest = await t.run((ctx) => ctx.db.query("effects").first());
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
        await ctx.db.insert("effects", {
          at: NOON,
          changes: [MARKET_PENDING],
          notificationChanges: [],
        });
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
      for (let n = 0; n < 3; n += 1)
        await ctx.db.insert("effects", { at: NOON, changes, notificationChanges: [] });
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

it("[I-27] a transaction queues one row, so that no figure shows a part of it", async () => {
  const { t, retailer, distributor, productId } = await openConnectedPair();
  for (let n = 0; n < 3; n += 1) await placeOne(retailer, productId);
  await foldEffects(t);
  const { _id: userId, role } = retailer.user;
  await t.run((ctx) => deactivate(ctx, { userId, role: role as "retailer" }, Date.now()));
  const [row, ...others] = await t.run((ctx) => ctx.db.query("effects").take(10));
  expect(others).toEqual([]);
  const ended = row!.changes.filter((change) => "counter" in change && change.by === -1);
  expect(ended).toHaveLength(1 + 3);
  await fold(t);
  expect([await pending(t), await pending(t, distributor.user._id)]).toEqual([0, 0]);
});

describe("changes of notifications", () => {
  /** The kinds of a person's notifications: those that it has not read, and those that wait for its answer. */
  async function toldTo(t: Market, { user }: Person) {
    const rows = await t.run((ctx) => ctx.db.query("notifications").take(100));
    const own = rows.filter(({ userId }) => userId === user._id);
    const kinds = (some: typeof own) => some.map(({ kind }) => kind);
    return {
      all: kinds(own),
      unread: kinds(own.filter(({ readAt }) => readAt === undefined)),
      toDo: kinds(own.filter(({ isToDo }) => isToDo === true)),
    };
  }

  it("[I-54] apply once, however often the fold runs, and nothing is told before", async () => {
    const t = openMarket();
    const [owner, retailer] = [await joinDistributor(t), await joinRetailer(t)];
    await placeOne(retailer, await listProduct(t, owner));
    expect((await toldTo(t, owner)).all).toEqual([]);
    for (let n = 0; n < 3; n += 1) await fold(t);
    const kinds = ["orderPlaced"];
    expect(await toldTo(t, owner)).toEqual({ all: kinds, unread: kinds, toDo: kinds });
    expect((await toldTo(t, retailer)).all).toEqual([]);
  });

  it("[I-54] of an order that was answered before it was told wait for nobody", async () => {
    const { t, retailer, distributor, productId } = await openConnectedPair();
    const orderId = await placeOne(retailer, productId);
    await acceptOne(distributor, { orderId, deliveryBefore: TODAY });
    await fold(t);
    expect(await toldTo(t, distributor)).toMatchObject({
      all: ["orderPlaced"],
      unread: [],
      toDo: [],
    });
    expect(await toldTo(t, retailer)).toMatchObject({ unread: ["orderAccepted"] });
  });

  it("end what waits at once, where it was told before", async () => {
    const { t, retailer, distributor, productId } = await openConnectedPair();
    const orderId = await placeOne(retailer, productId);
    await fold(t);
    await acceptOne(distributor, { orderId, deliveryBefore: TODAY });
    expect(await toldTo(t, distributor)).toMatchObject({
      all: ["orderPlaced"],
      unread: [],
      toDo: [],
    });
  });

  it("of messages that were seen before they were told are read, and a later one is not", async () => {
    const { t, retailer, distributor } = await openConnectedPair();
    const send = async () => {
      const message = { to: distributor.user.email, content: "Hello", sendKey: newKey() };
      await retailer.client.mutation(api.chat.send, message);
    };
    await send();
    const conversation = await t.run((ctx) => ctx.db.query("conversations").first());
    await distributor.client.mutation(api.chat.markRead, { conversationId: conversation!._id });
    await fold(t);
    expect(await toldTo(t, distributor)).toMatchObject({ all: ["message"], unread: [] });
    await send();
    await fold(t);
    expect(await toldTo(t, distributor)).toMatchObject({ unread: ["message"] });
  });

  it("are fewer in a run than changes of figures are, and the next run follows at once", async () => {
    const t = openLimitedMarket();
    const reader = await joinDistributor(t);
    const news = {
      kind: "orderPlaced" as const,
      ...{ path: "/pendingorders_dist", subject: "order" },
      ...{ partnerId: reader.user._id, partnerName: "Ravi Stores" },
    };
    const change = { type: "news", readerId: reader.user._id, news } as const;
    await t.run(async (ctx) => {
      for (let n = 0; n < ROWS_PER_RUN; n += 1)
        await ctx.db.insert("effects", { at: NOON, changes: [], notificationChanges: [change] });
    });
    await fold(t);
    const told = (await t.run((ctx) => ctx.db.query("notifications").take(ROWS_PER_RUN))).length;
    expect(told).toBe(CHANGES_PER_RUN / 10);
    expect([await queued(t), await scheduledIn(t)]).toEqual([ROWS_PER_RUN - told, [0]]);
  });
});

describe("a fold that ended without a next run", () => {
  async function brokenOff(): Promise<Market> {
    const t = openMarket();
    await t.run(async (ctx) => {
      await ctx.db.insert("effects", {
        at: NOON,
        changes: [MARKET_PENDING],
        notificationChanges: [],
      });
      await ctx.db.insert("foldsAtWork", {});
    });
    return t;
  }

  it("is taken up, and ends", async () => {
    const t = await brokenOff();
    vi.setSystemTime(NOON + 61_000);
    await t.mutation(internal.effects.fold.resume, {});
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect([await pending(t), await isAtWork(t)]).toEqual([1, false]);
  });

  it("is not taken for one that is at work", async () => {
    const t = await brokenOff();
    vi.setSystemTime(NOON + 59_000);
    await t.mutation(internal.effects.fold.resume, {});
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
