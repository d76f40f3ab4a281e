/** The facts of a pair: its balance, its last order and what it ordered by weeks. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import { sumsUntil, weekOf, WEEKS_MAX } from "../../domain/weeks";
import { api } from "../_generated/api";
import { soldViolations } from "../figures/soldRows.setup";
import {
  acceptOne,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openConnectedPair,
  type Person,
  placeOne,
  refusal,
} from "../market.setup";

/** A Friday. */
const NOON = Date.UTC(2026, 10, 20, 6, 30);
const WEEK_MS = 7 * DAY_MS;
const PRICE = 10_000;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: NOON });
  return () => vi.useRealTimers();
});

const openTrade = () => openConnectedPair({}, { pricePaise: PRICE, stock: 100_000 });
type Trade = Awaited<ReturnType<typeof openTrade>>;

async function accepted({ t, retailer, distributor, productId }: Trade, quantity: number) {
  const orderId = await placeOne(retailer, productId, quantity);
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  await acceptOne(distributor, { orderId, deliveryBefore });
  await foldEffects(t);
  return orderId;
}

const factsOf = ({ client }: Person, { user }: Person) =>
  client.query(api.khata.facts, { partnerId: user._id });

/** Counts the orders again. */
function recounted(t: Market): Promise<string[]> {
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

describe("the facts of a pair", () => {
  it("are the same for both: balance, last order, accepted orders by weeks", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor, productId } = trade;
    await accepted(trade, 3);
    vi.setSystemTime(NOON + DAY_MS);
    await accepted(trade, 1);
    vi.setSystemTime(NOON + WEEK_MS);
    await accepted(trade, 2);
    vi.setSystemTime(NOON + WEEK_MS + DAY_MS);
    await placeOne(retailer, productId);
    await foldEffects(t);
    const facts = await factsOf(retailer, distributor);
    expect(facts).toMatchObject({
      balancePaise: 6 * PRICE,
      weeks: [
        { week: "2026-11-16", sum: 4 * PRICE },
        { week: "2026-11-23", sum: 2 * PRICE },
      ],
    });
    // The last order is one that still waits for its answer.
    expect(todayIst(facts?.lastOrderAt ?? 0)).toBe("2026-11-28");
    expect(await factsOf(distributor, retailer)).toEqual(facts);
  });

  it("are of this pair alone, and nothing before its first order", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor } = trade;
    const [stranger, rival] = [await joinRetailer(t), await joinDistributor(t)];
    await accepted(trade, 1);
    const none = { balancePaise: 0, lastOrderAt: null, weeks: [] };
    expect(await factsOf(stranger, distributor)).toEqual(none);
    expect(await factsOf(rival, retailer)).toEqual(none);
  });

  it("are null for traders of one's own kind and for what is no user, and no admin reads them", async () => {
    const { t, retailer } = await openTrade();
    expect(await factsOf(retailer, await joinRetailer(t))).toBeNull();
    expect(await retailer.client.query(api.khata.facts, { partnerId: "nobody" })).toBeNull();
    const admin = await joinAdmin(t);
    expect(await refusal(factsOf(admin, retailer))).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("[I-27] the weeks of a pair", () => {
  it("equal a recount of its orders after 14 weeks, and the first two are dropped", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor } = trade;
    const other = { ...trade, retailer: await joinRetailer(t) };
    for (let week = 0; week < WEEKS_MAX + 2; week += 1) {
      vi.setSystemTime(NOON + week * WEEK_MS);
      await accepted(trade, week + 1);
      if (week % 3 === 0) await accepted(other, 1);
    }
    expect(await recounted(t)).toEqual([]);
    const today = todayIst(Date.now());
    const { weeks = [] } = (await factsOf(distributor, retailer)) ?? {};
    expect(weeks).toHaveLength(WEEKS_MAX);
    expect(weeks[0]?.week).toBe(addDays(weekOf(today), -7 * (WEEKS_MAX - 1)));
    expect(sumsUntil(weeks, today).map((paise) => paise / PRICE)).toEqual([
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    ]);
  });

  it("lose an order that is cancelled after its acceptance, in the week of the acceptance", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor } = trade;
    await accepted(trade, 5);
    const lost = await t.run((ctx) => ctx.db.query("orders").order("desc").first());
    await accepted(trade, 2);
    vi.setSystemTime(NOON + WEEK_MS);
    await accepted(trade, 1);
    await t.run(async (ctx) => {
      await ctx.db.patch("users", retailer.user._id, { deactivatedAt: Date.now() });
      await ctx.db.patch("orders", lost!._id, { closedParty: "retailer" });
    });
    const ended = { orderIds: [lost!._id], reason: "closed" };
    await distributor.client.mutation(api.orders.reject, ended);
    await foldEffects(t);
    expect(await recounted(t)).toEqual([]);
    const rows = await t.run((ctx) => ctx.db.query("pairSales").take(2));
    expect(rows.map(({ weeks }) => weeks.map(({ sum }) => sum / PRICE))).toEqual([[2, 1]]);
  });

  it("are found wrong by the recount", async () => {
    const trade = await openTrade();
    await accepted(trade, 1);
    await trade.t.run(async (ctx) => {
      const row = await ctx.db.query("pairSales").first();
      await ctx.db.patch("pairSales", row!._id, { weeks: [{ week: "2026-11-16", sum: 1 }] });
    });
    expect(await recounted(trade.t)).toHaveLength(1);
  });

  it("add up the products and the orders of one fold", async () => {
    const trade = await openTrade();
    const { t, distributor, retailer } = trade;
    const second = await listProduct(t, distributor, { pricePaise: 7, stock: 50 });
    const orderIds = [
      await placeOne(retailer, trade.productId, 2),
      await placeOne(retailer, second),
    ];
    for (const orderId of orderIds)
      await acceptOne(distributor, { orderId, deliveryBefore: todayIst(NOON + DAY_MS) });
    await foldEffects(t);
    const { weeks } = (await factsOf(retailer, distributor)) ?? {};
    expect(weeks).toEqual([{ week: "2026-11-16", sum: 2 * PRICE + 7 }]);
  });
});
