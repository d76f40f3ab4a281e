/** The blocks of home pages, and the daily figures behind them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import { BADGE_MAX, COVER_DAYS, HOME_PRODUCTS_MAX, HOME_ROWS_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  fieldsOf,
  foldEffects,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  offerOne,
  openPair,
  type Person,
  placeLines,
  placeOne,
  settledTime,
  stopTimeAt,
} from "../market.setup";
import { queueEffects } from "../events";
import { soldViolations } from "../figures/soldRows.setup";

/** 10:00 in India. */
const MORNING = Date.UTC(2026, 10, 20, 4, 30);
const TODAY = todayIst(MORNING);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Stage = { t: Market; distributor: Person; retailer: Person; productId: Id<"products"> };

async function stage(): Promise<Stage> {
  const { t, distributor, retailer } = await openPair({ distributor: { orderTerms: ANY_ORDERS } });
  const fields = { stock: 10_000, pricePaise: 5_000, name: "Rice" };
  const productId = await listProduct(t, distributor, fields);
  return { t, distributor, retailer, productId };
}

async function accepted(
  { distributor, retailer, productId }: Stage,
  quantity = 1,
  deliveryBefore = addDays(todayIst(Date.now()), 1),
): Promise<Id<"orders">> {
  const orderId = await placeOne(retailer, productId, quantity);
  await acceptOne(distributor, { orderId, deliveryBefore });
  return orderId;
}

const sales = ({ distributor }: Stage, today = TODAY) =>
  distributor.client.query(api.home.sales, { today });
const runsLow = ({ distributor }: Stage, today = TODAY) =>
  distributor.client.query(api.home.runsLow, { today });

/** Writes the first order again so many times. */
async function copies({ t }: Stage, count: number): Promise<void> {
  await t.run(async (ctx) => {
    const order = fieldsOf((await ctx.db.query("orders").first())!);
    for (let n = 0; n < count; n += 1) await ctx.db.insert("orders", order);
  });
}

async function violations({ t }: Stage): Promise<string[]> {
  return t.run(async (ctx) => [
    ...soldViolations({
      orders: await ctx.db.query("orders").take(1000),
      salesDays: await ctx.db.query("salesDays").take(1000),
      productSales: await ctx.db.query("productSales").take(1000),
      pairSales: await ctx.db.query("pairSales").take(1000),
      effects: await ctx.db.query("effects").take(1000),
    }),
  ]);
}

describe("what waits for an answer", () => {
  it("[HOME4] is shown to the retailer by orders, the newest first, without those on offer", async () => {
    const { t, distributor, retailer, productId } = await stage();
    const lines = [1, 2, 3].map((quantity) => ({ productId, quantity }));
    const asked = { orderKey: newKey(), msg: "m", lines };
    const placedAt = await settledTime(t);
    await retailer.client.mutation(api.orders.place, asked);
    await offerOne(distributor, await placeOne(retailer, productId, 4), 2);
    await placeOne(retailer, productId, 7);
    const waiting = await retailer.client.query(api.home.waiting, {});
    expect(waiting).toMatchObject({ count: 2, hasMore: false });
    const partner = "Big Wholesale";
    expect(waiting.rows).toMatchObject([
      { partner, lines: 1, quantity: 7, totalPaise: 35_000, productName: "Rice" },
      { partner, lines: 3, totalPaise: 30_000, placedAt },
    ]);
    const other = await joinRetailer(t);
    expect((await other.client.query(api.home.waiting, {})).count).toBe(0);
  });

  it("[HOME7] is shown to the distributor the oldest first, with its time", async () => {
    const { t, distributor, retailer, productId } = await stage();
    for (let hours = 1; hours <= HOME_ROWS_MAX + 1; hours += 1) {
      await stopTimeAt(t, MORNING + hours * HOUR_MS);
      await placeOne(retailer, productId, hours);
    }
    const { count, rows } = await distributor.client.query(api.home.toAnswer, {});
    expect(count).toBe(HOME_ROWS_MAX + 1);
    expect(rows.map(({ placedAt }) => (placedAt - MORNING) / HOUR_MS)).toEqual([1, 2, 3, 4, 5]);
    expect(rows[0]).toMatchObject({ partner: "Corner Shop", quantity: 1 });
  });

  it("[HOME14] tells the distributor when the newest came, where more wait than are shown", async () => {
    const trade = await stage();
    const { distributor, retailer, productId } = trade;
    const newestAt = async () =>
      (await distributor.client.query(api.home.toAnswer, {})).newestAt ?? null;
    for (let minute = 0; minute < HOME_ROWS_MAX; minute += 1) {
      vi.setSystemTime(MORNING + minute * MINUTE_MS);
      await placeOne(retailer, productId);
    }
    expect(await newestAt()).toBeNull();
    const at = MORNING + HOUR_MS;
    await stopTimeAt(trade.t, at);
    await placeOne(retailer, productId);
    expect(await newestAt()).toBe(at);
    // What is on offer waits for the retailer.
    vi.setSystemTime(at + MINUTE_MS);
    await offerOne(distributor, await placeOne(retailer, productId, 4), 2);
    expect(await newestAt()).toBe(at);
    // Beyond the orders that are counted.
    await copies(trade, BADGE_MAX + 50);
    await stopTimeAt(trade.t, at + 3 * MINUTE_MS);
    await placeOne(retailer, productId);
    expect(await newestAt()).toBe(at + 3 * MINUTE_MS);
  });

  it("is counted to a hundred orders, of however many lines, beside which some may be on offer", async () => {
    const trade = await stage();
    const { distributor, retailer, productId } = trade;
    const lines = Array.from({ length: 40 }, () => ({ productId, quantity: 1 }));
    await placeLines(retailer, lines);
    const counted = async () => {
      const blocks = [
        await distributor.client.query(api.home.toAnswer, {}),
        await retailer.client.query(api.home.waiting, {}),
      ];
      return blocks.map(({ count, hasMore, rows }) => [
        count,
        hasMore,
        rows.map((row) => row.lines),
      ]);
    };
    const first = [40, 40, 40, 40, 40];
    for (let n = 0; n < 20; n += 1)
      await offerOne(distributor, await placeOne(retailer, productId, 4), 2);
    await copies(trade, BADGE_MAX - 1);
    const hundred = [BADGE_MAX, false, first];
    expect(await counted()).toEqual([hundred, hundred]);
    await copies(trade, 1);
    const more = [BADGE_MAX, true, first];
    expect(await counted()).toEqual([more, more]);
  });

  it("shows of an order what is left of it, and how many lines these are", async () => {
    const { distributor, retailer, productId } = await stage();
    const lines = [1, 2, 4].map((quantity) => ({ productId, quantity }));
    const orderId = await placeLines(retailer, lines);
    await distributor.client.mutation(api.orders.reject, {
      ...{ orderIds: [`${orderId}-1`], reason: "None left" },
    });
    const left = { orderId, quantity: 2, lines: 2, totalPaise: 30_000 };
    for (const { rows } of [
      await distributor.client.query(api.home.toAnswer, {}),
      await retailer.client.query(api.home.waiting, {}),
    ])
      expect(rows).toMatchObject([left]);
    await acceptOne(distributor, { orderId, deliveryBefore: TODAY });
    for (const [today] of [
      await distributor.client.query(api.home.toDeliver, { today: TODAY }),
      await retailer.client.query(api.home.arriving, { today: TODAY }),
    ].map((groups) => groups.filter(({ group }) => group === "today")))
      expect(today?.rows).toMatchObject([{ _id: orderId, quantity: 2, lines: 2 }]);
  });
});

it("[HOME17] a row that names a product has its picture", async () => {
  const trade = await stage();
  const { distributor, retailer } = trade;
  await accepted(trade, 9_990, TODAY);
  await placeOne(retailer, trade.productId, 1);
  const picture = (await retailer.client.query(api.products.one, { productId: trade.productId }))!
    .imageUrl!;
  const today = TODAY;
  const [arriving, toDeliver] = [
    await retailer.client.query(api.home.arriving, { today }),
    await distributor.client.query(api.home.toDeliver, { today }),
  ].map((groups) => groups.flatMap(({ rows }) => rows));
  const blocks = [
    (await retailer.client.query(api.home.waiting, {})).rows,
    (await distributor.client.query(api.home.toAnswer, {})).rows,
    ...[arriving!, toDeliver!],
    (await runsLow(trade)).rows,
  ];
  for (const rows of blocks) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(picture.endsWith(row.picture!)).toBe(true);
  }
});

describe("deliveries by day", () => {
  it("[HOME2] [HOME8] [HOME18] are late, of today, of tomorrow and of this week, on both sides", async () => {
    const trade = await stage();
    const days = [0, 1, 1, 2, 7, 8, 30].map((days) => addDays(TODAY, days));
    for (const day of days) await accepted(trade, 1, day);
    const today = addDays(TODAY, 1);
    const blocks = [
      await trade.retailer.client.query(api.home.arriving, { today }),
      await trade.distributor.client.query(api.home.toDeliver, { today }),
    ];
    const counts = blocks.map((groups) => groups.map(({ group, count }) => [group, count]));
    const expected = [
      ["late", 1],
      ["today", 2],
      ["tomorrow", 1],
      ["week", 1],
    ];
    expect(counts).toEqual([expected, expected]);
    const ofDays = blocks.map((groups) => groups.flatMap(({ days }) => days));
    const strip = [2, 1, 0, 0, 0, 0, 1].map((count, n) => ({ day: addDays(today, n), count }));
    expect(ofDays).toEqual([strip, strip]);
    const [late] = await trade.retailer.client.query(api.home.arriving, { today });
    expect(late?.rows).toMatchObject([
      { partner: "Big Wholesale", productName: "Rice", deliveryBefore: TODAY },
    ]);
  });

  it("leave with their completion", async () => {
    const trade = await stage();
    const orderId = await accepted(trade, 1, TODAY);
    await trade.distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    const groups = await trade.retailer.client.query(api.home.arriving, { today: TODAY });
    expect(groups.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  });
});

it("[HOME1] offers to agree name the business, their lines and their end", async () => {
  const { distributor, retailer, productId } = await stage();
  const orderId = await placeOne(retailer, productId, 4);
  await offerOne(distributor, orderId, 2);
  expect(await retailer.client.query(api.home.offers, {})).toMatchObject({
    count: 1,
    rows: [{ business: "Big Wholesale", lines: 1, orderId }],
  });
});

it("[HOME5] new products are the newest of connected distributors, without those of closed accounts", async () => {
  const { t, distributor, retailer, productId } = await stage();
  const stranger = await joinDistributor(t);
  await listProduct(t, stranger, { name: "Not connected" });
  const ask = async () => {
    const rows = await retailer.client.query(api.home.newProducts, {});
    return rows.map(({ name }) => name);
  };
  expect(await ask()).toEqual([]);
  await connectPair(t, retailer, distributor);
  const other = await joinDistributor(t, { companyName: "Other" });
  await connectPair(t, retailer, other);
  for (let n = 1; n < HOME_PRODUCTS_MAX; n += 1)
    await listProduct(t, n % 2 === 0 ? distributor : other, { name: `New ${n}` });
  expect(await ask()).toEqual(["New 5", "New 4", "New 3", "New 2", "New 1", "Rice"]);
  await distributor.client.mutation(api.products.archive, { productId });
  await t.run((ctx) => ctx.db.patch("users", other.user._id, { deactivatedAt: MORNING }));
  expect(await ask()).toEqual(["New 4", "New 2"]);
});

it("[HOME6] unread messages are counted, the newest conversation first", async () => {
  const { t, distributor, retailer } = await stage();
  const second = await joinDistributor(t);
  const send = async (from: Person, content: string) => {
    await connectPair(t, retailer, from);
    vi.setSystemTime(Date.now() + 1_000);
    const asked = { to: retailer.user.email, content, sendKey: newKey() };
    await from.client.mutation(api.chat.send, asked);
  };
  await send(distributor, "first");
  await send(second, "second 🍚".repeat(100));
  const { count, rows } = await retailer.client.query(api.home.unread, {});
  expect(count).toBe(2);
  expect(rows.map(({ name, unread }) => [name, unread])).toEqual([
    [second.user.name, 1],
    [distributor.user.name, 1],
  ]);
  expect(Array.from(rows[0]!.text).length).toBe(120);
  expect((await distributor.client.query(api.home.unread, {})).count).toBe(0);
});

describe("[HOME10] sales", () => {
  it("are the accepted value of each Indian day", async () => {
    const trade = await stage();
    // 23:59 in India, and two minutes later.
    vi.setSystemTime(Date.UTC(2026, 10, 20, 18, 29));
    await accepted(trade, 2);
    await accepted(trade, 3);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 18, 31));
    await accepted(trade, 4);
    await foldEffects(trade.t);
    const tomorrow = addDays(TODAY, 1);
    expect(await sales(trade, tomorrow)).toEqual([
      { day: TODAY, paise: 25_000, orders: 2 },
      { day: tomorrow, paise: 20_000, orders: 1 },
    ]);
    expect(await sales(trade, addDays(TODAY, 30))).toHaveLength(1);
    expect(await sales(trade, addDays(TODAY, -1))).toEqual([]);
  });

  it("lose what was accepted and then rejected, on the day of its acceptance", async () => {
    const trade = await stage();
    const orderId = await accepted(trade, 2);
    await accepted(trade, 1);
    await trade.t.run((ctx) => ctx.db.patch("orders", orderId, { closedParty: "retailer" }));
    vi.setSystemTime(MORNING + 3 * DAY_MS);
    const given = { orderIds: [orderId], reason: "closed" };
    await trade.distributor.client.mutation(api.orders.reject, given);
    await foldEffects(trade.t);
    expect(await sales(trade, addDays(TODAY, 3))).toEqual([
      { day: TODAY, paise: 5_000, orders: 1 },
    ]);
    expect(await violations(trade)).toEqual([]);
  });
});

describe("[HOME9] what runs low", () => {
  it("is what has ten pieces or fewer, and what lasts less than a week", async () => {
    const trade = await stage();
    const { t, distributor, retailer } = trade;
    await listProduct(t, distributor, { name: "Few", stock: 10 });
    await listProduct(t, distributor, { name: "Enough", stock: 11 });
    const fast = await listProduct(t, distributor, { name: "Fast", stock: 68 });
    expect((await runsLow(trade)).rows).toMatchObject([{ name: "Few", stock: 10, cover: null }]);
    const orderId = await placeOne(retailer, fast, 56);
    await acceptOne(distributor, { orderId, deliveryBefore: TODAY });
    await foldEffects(t);
    // 56 pieces in 28 days are 2 a day: 12 last six days.
    expect(await runsLow(trade)).toMatchObject({
      count: 2,
      rows: [
        { name: "Fast", stock: 12, cover: 6 },
        { name: "Few", cover: null },
      ],
    });
    expect((await runsLow(trade, addDays(TODAY, COVER_DAYS))).count).toBe(1);
  });

  it("[COVER1] is told to the list of products by the pieces of 28 days, to their distributor alone", async () => {
    const trade = await stage();
    const { t, distributor, productId } = trade;
    await accepted(trade, 3);
    await accepted(trade, 2);
    await foldEffects(t);
    const sold = (today: string, { client } = distributor) =>
      client.query(api.products.sold, { today });
    expect(await sold(TODAY)).toEqual([
      { productId, pieces: 5, weeks: [...Array<number>(11).fill(0), 5] },
    ]);
    expect(await sold(addDays(TODAY, COVER_DAYS))).toEqual([]);
    expect(await sold(TODAY, await joinDistributor(t))).toEqual([]);
  });

  it("leaves out archived products, also after their orders returned stock", async () => {
    const trade = await stage();
    const { distributor, retailer, t } = trade;
    const productId = await listProduct(t, distributor, { name: "Gone", stock: 5 });
    const orderId = await placeOne(retailer, productId, 2);
    await distributor.client.mutation(api.products.archive, { productId });
    const given = { orderIds: [orderId], reason: "gone" };
    await distributor.client.mutation(api.orders.reject, given);
    expect((await runsLow(trade)).count).toBe(0);
  });

  it("counts what was sold on the first of 28 days, also where a later day was counted before", async () => {
    const trade = await stage();
    const { t, distributor, productId } = trade;
    const days = [addDays(TODAY, COVER_DAYS - 1), TODAY, addDays(TODAY, -1)];
    for (const [n, day] of days.entries()) {
      const change = { sold: "pieces" as const, productId, distributorId: distributor.user._id };
      await t.run((ctx) =>
        queueEffects(ctx, {
          at: Date.now(),
          changes: [{ ...change, day, by: n + 1 }],
          notificationChanges: [],
        }),
      );
      await foldEffects(t);
    }
    const rows = await t.run((ctx) => ctx.db.query("productSales").take(10));
    const kept = [
      { day: TODAY, pieces: 2 },
      { day: days[0], pieces: 1 },
    ];
    expect(rows).toMatchObject([{ productId, lastDay: days[0], days: kept }]);
  });

  it("keeps 28 days of each product, in whatever order they are counted", async () => {
    const trade = await stage();
    const { t, productId } = trade;
    await accepted(trade, 1);
    vi.setSystemTime(MORNING + COVER_DAYS * DAY_MS);
    await accepted(trade, 2);
    await foldEffects(t);
    const rows = await t.run((ctx) => ctx.db.query("productSales").take(10));
    const lastDay = addDays(TODAY, COVER_DAYS);
    const days = [{ day: lastDay, pieces: 2 }];
    expect(rows).toMatchObject([{ productId, lastDay, days }]);
    expect(await violations(trade)).toEqual([]);
  });
});
