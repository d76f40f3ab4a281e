import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CONNECTED_ORDERS_MAX,
  HOLD_LIFETIME_MS,
  HOLD_PAUSE_MS,
  HOLD_PERIOD_MS,
  NEWCOMER_ORDERS_MAX,
  OPEN_ORDERS_SETTING_MAX,
} from "../../domain/limits";
import { DEFAULT_ORDER_TERMS } from "../../domain/orderTerms";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  connectPair,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeOne,
  refusal,
  settledTime,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, reserve, restore } from "../rest/rest.setup";

beforeEach(() => {
  // Bounds are no rates: they hold where rates are lifted.
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function stage(stock = 100) {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  return {
    ...{ t, distributor, retailer },
    productId: await listProduct(t, distributor, { stock }),
  };
}

function basket(retailer: Person, lines: { productId: Id<"products">; quantity: number }[]) {
  const order = { orderKey: newKey(), msg: "Soon, please.", lines };
  return retailer.client.mutation(api.orders.place, order);
}

describe("a retailer without a connection", () => {
  it("can't empty the products of a distributor, in one basket or in several", async () => {
    // So many new products would be merged into the search's index meanwhile.
    vi.useFakeTimers({ toFake: ["Date"] });
    const { t, distributor, retailer } = await stage();
    const products: Id<"products">[] = [];
    for (let n = 0; n < 64; n += 1)
      products.push(await listProduct(t, distributor, { stock: 6 + n }));
    const before = await everything(t);
    const all = products.map((productId, n) => ({ productId, quantity: 6 + n }));
    expect(await refusal(basket(retailer, all))).toMatchObject({ code: "TOO_MANY_OPEN_ORDERS" });
    for (const line of all)
      expect(await refusal(basket(retailer, [line]))).toMatchObject({ code: "TOO_MANY_PIECES" });
    expect(await everything(t)).toBe(before);
  });

  it.each([
    [100, 33],
    [41, 13],
    [20, 6],
    [8, 5],
    [1, 1],
  ])("can have, of a stock of %d, %d pieces waiting", async (stock, most) => {
    const { t, retailer, productId } = await stage(stock);
    if (stock > most)
      expect(await refusal(placeOne(retailer, productId, most + 1))).toEqual({
        code: "TOO_MANY_PIECES",
        max: most,
        productName: "Steel Tumbler",
        connected: false,
      });
    await placeOne(retailer, productId, most);
    expect(await stockOf(t, productId)).toBe(stock - most);
    if (stock > most)
      expect(await refusal(placeOne(retailer, productId, 1))).toMatchObject({ max: most });
  });

  it("gets the lack of stock as the first refusal, with the figure", async () => {
    const { retailer, productId } = await stage(30);
    expect(await refusal(placeOne(retailer, productId, 31))).toMatchObject({
      code: "INSUFFICIENT_STOCK",
      stock: 30,
    });
  });

  it("counts lines of the same product, reservations and orders together", async () => {
    const { retailer, productId } = await stage(100);
    const twice = [
      { productId, quantity: 17 },
      { productId, quantity: 17 },
    ];
    expect(await refusal(basket(retailer, twice))).toMatchObject({ code: "TOO_MANY_PIECES" });
    await placeOne(retailer, productId, 28);
    expect(await refusal(reserve(retailer, productId, 6))).toMatchObject({
      code: "TOO_MANY_PIECES",
      max: 33,
    });
    await reserve(retailer, productId, 5);
    // The order uses the reservation.
    await placeOne(retailer, productId, 5);
    expect(await refusal(placeOne(retailer, productId, 1))).toMatchObject({ max: 33 });
  });

  it("does not limit others, and may order again once an order is answered or cancelled", async () => {
    const { t, distributor, retailer, productId } = await stage(100);
    const orderId = await placeOne(retailer, productId, 25);
    const other = await joinRetailer(t);
    await placeOne(other, productId, 18);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "r" });
    const second = await placeOne(retailer, productId, 20);
    await distributor.client.mutation(api.orders.reject, { orderIds: [second], reason: "r" });
    const third = await placeOne(retailer, productId, 20);
    const deliveryBefore = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await distributor.client.mutation(api.orders.accept, {
      ...{ orderId: third, deliveryBefore },
    });
    await placeOne(retailer, productId, 15);
  });

  it(`can have ${NEWCOMER_ORDERS_MAX} orders and reservations waiting with one distributor, and as many with another`, async () => {
    const { t, distributor, retailer, productId } = await stage(10_000);
    const lines = (count: number, id = productId) =>
      Array.from({ length: count }, () => ({ productId: id, quantity: 1 }));
    await basket(retailer, lines(NEWCOMER_ORDERS_MAX - 2));
    await reserve(retailer, await listProduct(t, distributor), 1);
    expect(await refusal(basket(retailer, lines(2)))).toEqual({
      code: "TOO_MANY_OPEN_ORDERS",
      max: NEWCOMER_ORDERS_MAX,
      connected: false,
    });
    await basket(retailer, lines(1));
    const another = await listProduct(t, distributor);
    expect(await refusal(reserve(retailer, another, 1))).toMatchObject({
      code: "TOO_MANY_OPEN_ORDERS",
    });
    const elsewhere = await listProduct(t, await joinDistributor(t), { stock: 10_000 });
    await basket(retailer, lines(NEWCOMER_ORDERS_MAX, elsewhere));
  });

  it("has room again for each line that either party took out of an order", async () => {
    const { distributor, retailer, productId } = await stage(10_000);
    const lines = Array.from({ length: NEWCOMER_ORDERS_MAX }, () => ({ productId, quantity: 1 }));
    const { orderId } = await basket(retailer, lines);
    const refuse = (line: number) => ({ orderIds: [`${orderId}-${line}`], reason: "r" });
    for (const free of [
      () => retailer.client.mutation(api.orders.cancel, refuse(1)),
      () => distributor.client.mutation(api.orders.reject, refuse(2)),
    ]) {
      expect(await refusal(placeOne(retailer, productId))).toMatchObject({
        code: "TOO_MANY_OPEN_ORDERS",
      });
      await free();
      await placeOne(retailer, productId);
    }
    expect(await refusal(placeOne(retailer, productId))).toMatchObject({
      code: "TOO_MANY_OPEN_ORDERS",
    });
  });

  it("reads the figures through REST with 409, for orders and reservations alike", async () => {
    const { t, retailer, productId } = await stage(100);
    const headers = await bearerOf(t, retailer);
    const figures = { code: "TOO_MANY_PIECES", max: 33, productName: "Steel Tumbler" };
    const order = { productId, quantity: 34, msg: "m" };
    expect(await ask(t, "POST /api/orders/place", { headers, body: order })).toMatchObject({
      status: 409,
      body: figures,
    });
    const reservation = { productId, quantity: 34 };
    expect(
      await ask(t, "POST /api/products/update-stock", { headers, body: reservation }),
    ).toMatchObject({ status: 409, body: figures });
    expect(await stockOf(t, productId)).toBe(100);
  });

  it("repeats an order that was made before the bound was reached", async () => {
    const { retailer, productId } = await stage(20);
    const sent = { orderKey: newKey(), msg: "m", lines: [{ productId, quantity: 5 }] };
    const made = await retailer.client.mutation(api.orders.place, sent);
    expect(await retailer.client.mutation(api.orders.place, sent)).toEqual(made);
  });
});

describe("a connected retailer", () => {
  it("can order all there is", async () => {
    const { t, distributor, retailer, productId } = await stage(100);
    await connectPair(t, retailer, distributor);
    await placeOne(retailer, productId, 100);
    expect(await stockOf(t, productId)).toBe(0);
  });

  it("is a newcomer again once the connection ended", async () => {
    const { t, distributor, retailer, productId } = await stage(100);
    const connectionId = await connectPair(t, retailer, distributor);
    await placeOne(retailer, productId, 40);
    await retailer.client.mutation(api.network.leave, { connectionId });
    expect(await refusal(placeOne(retailer, productId, 1))).toMatchObject({
      code: "TOO_MANY_PIECES",
      connected: false,
    });
  });

  it(`can have ${CONNECTED_ORDERS_MAX} orders waiting`, async () => {
    const { t, distributor, retailer, productId } = await stage(10_000);
    await connectPair(t, retailer, distributor);
    const lines = Array.from({ length: 100 }, () => ({ productId, quantity: 1 }));
    for (let n = 0; n < CONNECTED_ORDERS_MAX / 100; n += 1) await basket(retailer, lines);
    expect(await refusal(placeOne(retailer, productId))).toEqual({
      code: "TOO_MANY_OPEN_ORDERS",
      max: CONNECTED_ORDERS_MAX,
      connected: true,
    });
  });
});

describe("a distributor's own terms", () => {
  const saved = (distributor: Person, terms: typeof DEFAULT_ORDER_TERMS | null) =>
    distributor.client.mutation(api.orders.saveTerms, { terms });

  it("bound connected retailers and newcomers apart, and null brings the defaults back", async () => {
    const { t, distributor, retailer, productId } = await stage(100);
    const newcomer = await joinRetailer(t);
    await connectPair(t, retailer, distributor);
    await saved(distributor, {
      connected: { sharePercent: 60, orders: 2 },
      newcomer: { sharePercent: 10, orders: 1 },
      answerDays: 3,
    });
    expect(await refusal(placeOne(retailer, productId, 61))).toMatchObject({ max: 60 });
    expect(await refusal(placeOne(newcomer, productId, 11))).toMatchObject({ max: 10 });
    await placeOne(newcomer, productId, 1);
    expect(await refusal(placeOne(newcomer, productId, 1))).toMatchObject({ max: 1 });
    await saved(distributor, null);
    await placeOne(newcomer, productId, 20);
  });

  const terms = DEFAULT_ORDER_TERMS;
  it.each([
    { ...terms, answerDays: 0 },
    { ...terms, answerDays: 91 },
    { ...terms, answerDays: 1.5 },
    { ...terms, answerDays: Number.NaN },
    { ...terms, newcomer: { sharePercent: 0, orders: 1 } },
    { ...terms, newcomer: { sharePercent: 101, orders: 1 } },
    { ...terms, newcomer: { sharePercent: 25.5, orders: 1 } },
    { ...terms, connected: { sharePercent: 100, orders: 0 } },
    { ...terms, connected: { sharePercent: 100, orders: OPEN_ORDERS_SETTING_MAX + 1 } },
    { ...terms, connected: { sharePercent: 100, orders: Number.POSITIVE_INFINITY } },
  ])("are whole numbers within their limits: %j is refused", async (wrong) => {
    const { t, distributor } = await stage();
    const before = await everything(t);
    expect(await refusal(saved(distributor, wrong))).toEqual({ code: "BAD_TERMS" });
    expect(await everything(t)).toBe(before);
  });

  it("may be as generous as the limits", async () => {
    const { distributor } = await stage();
    await saved(distributor, {
      connected: { sharePercent: 100, orders: OPEN_ORDERS_SETTING_MAX },
      newcomer: { sharePercent: 100, orders: null },
      answerDays: 90,
    });
  });
});

describe("reserving without ordering", () => {
  const BEGIN = Date.parse("2026-05-01T10:00:00+05:30");
  beforeEach(() => vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] }));

  async function expireHolds(t: Market): Promise<void> {
    for (const { _id: holdId } of await t.run((ctx) => ctx.db.query("stockHolds").take(10)))
      await t.mutation(internal.orders.holdExpiry.expire, { holdId });
  }

  it.each([
    ["renewed", () => Promise.resolve()],
    ["left to expire", expireHolds],
    [
      "given back",
      (_: Market, retailer: Person, productId: Id<"products">) => restore(retailer, productId, 5),
    ],
  ])("ends after half an hour, also when it is %s in between", async (_how, between) => {
    const { t, retailer, productId } = await stage();
    const begin = await settledTime(t);
    for (let at = 0; at < HOLD_PERIOD_MS; at += HOLD_LIFETIME_MS / 2) {
      vi.setSystemTime(begin + at);
      const { expiresAt } = await reserve(retailer, productId, 5);
      const endsAt = Math.min(begin + at + HOLD_LIFETIME_MS, begin + HOLD_PERIOD_MS);
      expect(Date.parse(expiresAt)).toBe(endsAt);
      await between(t, retailer, productId);
    }
    await expireHolds(t);
    vi.setSystemTime(begin + HOLD_PERIOD_MS);
    expect(await refusal(reserve(retailer, productId, 1))).toEqual({
      code: "HELD_TOO_LONG",
      retryAfterMs: HOLD_PAUSE_MS,
    });
    vi.setSystemTime(begin + HOLD_PERIOD_MS + HOLD_PAUSE_MS - 1);
    expect(await refusal(reserve(retailer, productId, 1))).toMatchObject({ retryAfterMs: 1 });
    // Others, and other products, are not concerned.
    await reserve(await joinRetailer(t), productId, 1);
    vi.setSystemTime(begin + HOLD_PERIOD_MS + HOLD_PAUSE_MS);
    await reserve(retailer, productId, 1);
  });

  it("begins anew with an order, which is what it is for", async () => {
    const { retailer, productId } = await stage();
    await reserve(retailer, productId, 1);
    vi.setSystemTime(BEGIN + HOLD_LIFETIME_MS - 1);
    await placeOne(retailer, productId, 1);
    vi.setSystemTime(BEGIN + HOLD_PERIOD_MS + 1);
    await reserve(retailer, productId, 1);
  });

  it("leaves no row behind once the pause is over", async () => {
    const { t, retailer, productId } = await stage();
    const begin = await settledTime(t);
    await reserve(retailer, productId, 1);
    const [period] = await t.run((ctx) => ctx.db.query("holdPeriods").take(10));
    const scheduled = await t.run((ctx) => ctx.db.system.query("_scheduled_functions").take(10));
    expect(scheduled.map(({ scheduledTime }) => scheduledTime)).toContain(
      begin + HOLD_PERIOD_MS + HOLD_PAUSE_MS,
    );
    await t.mutation(internal.orders.holdExpiry.endPeriod, { periodId: period!._id });
    expect(await t.run((ctx) => ctx.db.query("holdPeriods").take(10))).toEqual([]);
  });
});
