import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOLD_LIFETIME_MS, RESTORE_ECHO_MS, STOCK_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import {
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeOne,
  settledTime,
  stockOf,
  stopTimeAt,
} from "../market.setup";
import type { Id } from "../_generated/dataModel";
import { deactivate } from "../users/deactivate";
import { ask, bearerOf, refused } from "./rest.setup";

async function openShelf(stock = 10) {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  const productId = await listProduct(t, distributor, { stock });
  await connectPair(t, retailer, distributor);
  return { t, retailer, distributor, productId, headers: await bearerOf(t, retailer) };
}

type Shelf = Awaited<ReturnType<typeof openShelf>>;

function hold({ t, headers, productId }: Shelf, quantity: unknown, more: object = {}) {
  const body = { productId, quantity, ...more };
  return ask(t, "POST /api/products/update-stock", { headers, body });
}

function order({ t, headers, productId }: Shelf, quantity: number) {
  const body = { productId, quantity, msg: "Soon, please." };
  return ask(t, "POST /api/orders/place", { headers, body });
}

function holds(t: Market) {
  return t.run((ctx) => ctx.db.query("stockHolds").take(100));
}

/** Stock, what is held, and what was ordered: together they never change. */
async function inAll(t: Market, productId: Id<"products">): Promise<number> {
  const [held, orders] = [await holds(t), await t.run((ctx) => ctx.db.query("orders").take(100))];
  const open = orders.filter(({ status }) => status !== "rejected" && status !== "cancelled");
  const lines = open.flatMap((order) => order.lines);
  const sum = (rows: { quantity: number }[]) => rows.reduce((n, row) => n + row.quantity, 0);
  return (await stockOf(t, productId)) + sum(held) + sum(lines);
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("reserving stock", () => {
  it("takes it from the shelf at once, until the order that uses it", async () => {
    const shelf = await openShelf();
    const email = ` ${shelf.distributor.user.email.toUpperCase()} `;
    const held = await hold(shelf, 4, { distributorEmail1: email });
    expect(held).toMatchObject({ status: 200, body: { stock: 6 } });
    expect(await stockOf(shelf.t, shelf.productId)).toBe(6);
    expect(await order(shelf, 4)).toMatchObject({ status: 201 });
    expect(await stockOf(shelf.t, shelf.productId)).toBe(6);
    expect(await holds(shelf.t)).toEqual([]);
  });

  it.each([
    [2, 8],
    [6, 4],
    [10, 0],
  ])("settles with an order of %d what was reserved too many or too few", async (ordered, left) => {
    const shelf = await openShelf();
    await hold(shelf, 4);
    expect(await order(shelf, ordered)).toMatchObject({ status: 201 });
    expect(await stockOf(shelf.t, shelf.productId)).toBe(left);
    expect(await inAll(shelf.t, shelf.productId)).toBe(10);
  });

  it("of two products is used by one order of both, the second line's too", async () => {
    const shelf = await openShelf();
    const second = await listProduct(shelf.t, shelf.distributor, { stock: 10 });
    await hold(shelf, 4);
    await hold({ ...shelf, productId: second }, 10);
    const lines = [shelf.productId, second].map((productId) => ({ productId, quantity: 4 }));
    await shelf.retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "Soon, please.", lines },
    });
    expect(await holds(shelf.t)).toEqual([]);
    expect(await stockOf(shelf.t, shelf.productId)).toBe(6);
    expect(await stockOf(shelf.t, second)).toBe(6);
  });

  it("survives an order that there is not enough for", async () => {
    const shelf = await openShelf();
    await hold(shelf, 4);
    expect(await order(shelf, 11)).toMatchObject({ status: 409, body: { stock: 10 } });
    expect(await holds(shelf.t)).toMatchObject([{ quantity: 4 }]);
    expect(await stockOf(shelf.t, shelf.productId)).toBe(6);
  });

  it("again is instead of the earlier reservation", async () => {
    const shelf = await openShelf();
    await hold(shelf, 4);
    expect(await hold(shelf, 9)).toMatchObject({ status: 200, body: { stock: 1 } });
    expect(await holds(shelf.t)).toMatchObject([{ quantity: 9 }]);
  });

  it("counts for an order on the screens too", async () => {
    const shelf = await openShelf();
    await hold(shelf, 10);
    await placeOne(shelf.retailer, shelf.productId, 10);
    expect(await inAll(shelf.t, shelf.productId)).toBe(10);
  });

  it("is over after ten minutes, once", async () => {
    vi.useFakeTimers();
    const shelf = await openShelf();
    await hold(shelf, 4);
    vi.advanceTimersByTime(HOLD_LIFETIME_MS + 1);
    await shelf.t.finishInProgressScheduledFunctions();
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
    expect(await holds(shelf.t)).toEqual([]);
  });

  it("that expires while an order uses it returns nothing twice, whichever comes first", async () => {
    for (const first of ["order", "expiry"]) {
      const shelf = await openShelf();
      await hold(shelf, 4);
      const holdId = (await holds(shelf.t))[0]!._id;
      const expire = () => shelf.t.mutation(internal.products.internal.expire, { holdId });
      const use = () => order(shelf, 4);
      await Promise.all(first === "order" ? [use(), expire()] : [expire(), use()]);
      expect(await inAll(shelf.t, shelf.productId), first).toBe(10);
      expect(await stockOf(shelf.t, shelf.productId), first).toBe(6);
    }
  });

  it("of one in ten by forty callers leaves exactly ten with a reservation", async () => {
    const shelf = await openShelf();
    const people: Person[] = [];
    for (let n = 0; n < 40; n += 1) people.push(await joinRetailer(shelf.t));
    const answers = await Promise.all(
      people.map(async (person) => hold({ ...shelf, headers: await bearerOf(shelf.t, person) }, 1)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refused(409, "INSUFFICIENT_STOCK", "Insufficient stock"));
      expect(answer.body).toMatchObject({ stock: 0 });
    }
  });

  it.each([0, -1, 1.5, 100_001, "4", null])("of %j pieces is refused", async (quantity) => {
    const shelf = await openShelf();
    expect(await hold(shelf, quantity)).toMatchObject(
      refused(400, "BAD_QUANTITY", "Quantity (must be greater than 0)"),
    );
  });

  it("of another distributor's product, or of none, is refused", async () => {
    const shelf = await openShelf();
    const rival = await joinDistributor(shelf.t);
    const missing = refused(404, "NOT_FOUND", "Not found.");
    expect(await hold(shelf, 1, { distributorEmail1: rival.user.email })).toMatchObject(missing);
    expect(await hold(shelf, 1, { productId: "none" })).toMatchObject(missing);
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
  });

  it("is kept for twenty products at a time", async () => {
    const shelf = await openShelf();
    for (let n = 0; n < 20; n += 1) {
      const productId = await listProduct(shelf.t, shelf.distributor);
      expect(await hold({ ...shelf, productId }, 1)).toMatchObject({ status: 200 });
    }
    expect(await hold(shelf, 1)).toMatchObject({ status: 409, body: { code: "TOO_MANY_HOLDS" } });
  });

  it("ends with the account", async () => {
    const shelf = await openShelf();
    await hold(shelf, 4);
    const { _id: userId } = shelf.retailer.user;
    await shelf.t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
  });
});

describe("putting stock back", () => {
  function restore({ t, headers, productId }: Shelf, increment: unknown) {
    const body = { increment };
    return ask(t, `PATCH /api/products/update-stock/${productId}`, { headers, body });
  }

  it("gives back a reservation, as much as there is of it", async () => {
    const shelf = await openShelf();
    await hold(shelf, 6);
    expect(await restore(shelf, 2)).toMatchObject({ status: 200, body: { stock: 6 } });
    expect(await restore(shelf, 100)).toMatchObject({ status: 200, body: { stock: 10 } });
    expect(await restore(shelf, 1)).toMatchObject(
      refused(409, "NO_STOCK_TO_RESTORE", "No stock to restore."),
    );
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
  });

  it("adds to an own product, and not to a rival's", async () => {
    const shelf = await openShelf();
    const own = { ...shelf, headers: await bearerOf(shelf.t, shelf.distributor) };
    expect(await restore(own, 5)).toMatchObject({ status: 200, body: { stock: 15 } });
    const rival = await joinDistributor(shelf.t);
    expect(await restore({ ...shelf, headers: await bearerOf(shelf.t, rival) }, 5)).toMatchObject(
      refused(404, "NOT_FOUND", "Not found."),
    );
    expect(await stockOf(shelf.t, shelf.productId)).toBe(15);
  });

  it("adds up to exactly the greatest stock, and not a piece more", async () => {
    const shelf = await openShelf(STOCK_MAX - 5);
    const own = { ...shelf, headers: await bearerOf(shelf.t, shelf.distributor) };
    const refusedMore = refused(400, "BAD_QUANTITY", "Invalid quantity.");
    expect(await restore(own, 6)).toMatchObject(refusedMore);
    expect(await restore(own, 5)).toMatchObject({ status: 200, body: { stock: STOCK_MAX } });
    expect(await restore(own, 1)).toMatchObject(refusedMore);
    expect(await stockOf(shelf.t, shelf.productId)).toBe(STOCK_MAX);
  });

  it("adds what looks like a return once the order came to nothing ten minutes ago, not before", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const shelf = await openShelf();
    const own = { ...shelf, headers: await bearerOf(shelf.t, shelf.distributor) };
    const orderId = await placeOne(shelf.retailer, shelf.productId, 4);
    const rejectedAt = await settledTime(shelf.t);
    await shelf.distributor.client.mutation(api.orders.reject, {
      orderIds: [orderId],
      reason: "None left",
    });
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
    await stopTimeAt(shelf.t, rejectedAt + RESTORE_ECHO_MS - 1);
    expect(await restore(own, 4)).toMatchObject({ status: 200, body: { stock: 10 } });
    await stopTimeAt(shelf.t, rejectedAt + RESTORE_ECHO_MS);
    expect(await restore(own, 4)).toMatchObject({ status: 200, body: { stock: 14 } });
  });

  it("is never a way for strangers to raise it", async () => {
    const shelf = await openShelf();
    expect(await restore(shelf, 999_999)).toMatchObject(
      refused(409, "NO_STOCK_TO_RESTORE", "No stock to restore."),
    );
    for (const increment of [0, -1, 1.5, "5", null]) {
      expect(await restore(shelf, increment)).toMatchObject(
        refused(400, "BAD_QUANTITY", "Invalid quantity."),
      );
    }
    expect(await stockOf(shelf.t, shelf.productId)).toBe(10);
  });
});
