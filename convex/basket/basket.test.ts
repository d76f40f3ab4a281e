/** Baskets: what is in them, how it is placed, and what is left of it. */
import { describe, expect, it } from "vitest";
import { BASKET_ECHO_MS, BASKET_LINES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  refusal,
  requireOrder,
  stockOf,
  type Market,
  type Person,
} from "../market.setup";
import { deactivate } from "../users/deactivate";

async function smallMarket() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor);
  return { t, distributor, retailer, productId };
}

async function put({ client }: Person, productId: string, quantity: number): Promise<void> {
  await client.mutation(api.basket.set, { productId, quantity });
}

async function quantitiesIn({ client }: Person): Promise<Record<string, number>> {
  const { lines } = await client.query(api.basket.lines, {});
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));
}

type Line = { productId: Id<"products">; quantity: number; pricePaise?: number };

function placeAll({ client }: Person, lines: Line[], orderKey = newKey()) {
  const msg = "From the basket.";
  return client.mutation(api.orders.place, { orderKey, msg, lines, fromBasket: true });
}

describe("a basket", () => {
  it("has what was set last, each product once, and counts lines", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const other = await listProduct(t, distributor);
    await put(retailer, productId, 5);
    await put(retailer, other, 1);
    await put(retailer, productId, 7);
    await put(retailer, productId, 7);
    expect(await quantitiesIn(retailer)).toEqual({ [productId]: 7, [other]: 1 });
    expect(await retailer.client.query(api.basket.quantities, {})).toEqual([
      { productId, quantity: 7 },
      { productId: other, quantity: 1 },
    ]);
    await put(retailer, productId, 0);
    await put(retailer, productId, 0);
    expect(await quantitiesIn(retailer)).toEqual({ [other]: 1 });
  });

  it("takes no stock, and takes more than there is", async () => {
    const { t, retailer, productId } = await smallMarket();
    await put(retailer, productId, 100_000);
    expect(await stockOf(t, productId)).toBe(100);
  });

  it("shows prices and terms as they are now, the price that was seen, and each distributor once", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const other = await listProduct(t, distributor);
    for (const each of [productId, other]) await put(retailer, each, 2);
    const changes = { pricePaise: 6_000, priceBreaks: [{ from: 2, pricePaise: 5_900 }] };
    await distributor.client.mutation(api.products.edit, { productId, changes });
    const terms = { ...ANY_ORDERS, minOrderPaise: 50_000 };
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    const { lines, distributors } = await retailer.client.query(api.basket.lines, {});
    expect(lines).toMatchObject([
      { productId, seenPricePaise: 5_250, ...changes },
      { productId: other },
    ]);
    const { _id, name } = distributor.user;
    expect(distributors).toEqual([
      { _id, name, companyName: "Big Wholesale", minOrderPaise: 50_000 },
    ]);
  });

  it("keeps what is no longer sold, and says so; it can only be removed", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const closing = await joinDistributor(t);
    const closed = await listProduct(t, closing);
    for (const each of [productId, closed]) await put(retailer, each, 2);
    await distributor.client.mutation(api.products.archive, { productId });
    const { _id: userId } = closing.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "distributor" }, Date.now()));
    const { lines } = await retailer.client.query(api.basket.lines, {});
    expect(lines).toMatchObject([{ isGone: true }, { isGone: true }]);
    expect(await refusal(put(retailer, productId, 3))).toEqual({ code: "NOT_FOUND" });
    await put(retailer, productId, 0);
    expect(await quantitiesIn(retailer)).toEqual({ [closed]: 2 });
  });

  it.each([-1, 0.5, 100_001, Number.NaN, Infinity])("takes no quantity of %d", async (quantity) => {
    const { t, retailer, productId } = await smallMarket();
    const before = await everything(t);
    expect(await refusal(put(retailer, productId, quantity))).toEqual({ code: "BAD_QUANTITY" });
    expect(await everything(t)).toBe(before);
  });

  it("takes no id of anything else", async () => {
    const { retailer } = await smallMarket();
    for (const id of [retailer.user._id, "", "x".repeat(10_000)])
      expect(await refusal(put(retailer, id, 1))).toEqual({ code: "NOT_FOUND" });
  });

  it("is full at its limit; what is in it can still be changed", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    await fill(t, retailer, await listProduct(t, distributor));
    expect(await refusal(put(retailer, productId, 1))).toEqual({
      code: "BASKET_FULL",
      max: BASKET_LINES_MAX,
    });
  });

  it("is the retailer's own", async () => {
    const { t, retailer, distributor, productId } = await smallMarket();
    await put(retailer, productId, 2);
    const other = await joinRetailer(t);
    expect(await quantitiesIn(other)).toEqual({});
    const call = distributor.client.query(api.basket.lines, {});
    expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
  });

  it("is emptied with the account", async () => {
    const { t, retailer, productId } = await smallMarket();
    await put(retailer, productId, 2);
    const { _id: userId } = retailer.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
    expect(await t.run((ctx) => ctx.db.query("basketLines").take(9))).toEqual([]);
  });
});

/** Rows that stand for a full basket. */
function fill(t: Market, retailer: Person, productId: Id<"products">): Promise<void> {
  const row = { retailerId: retailer.user._id, productId, quantity: 1, seenPricePaise: 1 };
  return t.run(async (ctx) => {
    for (let n = 0; n < BASKET_LINES_MAX; n += 1) await ctx.db.insert("basketLines", row);
  });
}

describe("an order from the basket", () => {
  it("takes its lines out of the basket in the same step, and leaves the others", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const [second, rest] = [await listProduct(t, distributor), await listProduct(t, distributor)];
    for (const each of [productId, second, rest]) await put(retailer, each, 2);
    const lines = [productId, second].map((each) => ({ productId: each, quantity: 2 }));
    const { orderId } = await placeAll(retailer, lines);
    expect((await requireOrder(t, orderId)).lines).toMatchObject(lines);
    expect(await quantitiesIn(retailer)).toEqual({ [rest]: 2 });
  });

  it("[BASKET6] leaves a line that was changed since", async () => {
    const { retailer, productId } = await smallMarket();
    await put(retailer, productId, 5);
    await placeAll(retailer, [{ productId, quantity: 2 }]);
    expect(await quantitiesIn(retailer)).toEqual({ [productId]: 5 });
  });

  it("sent again with its key, changes nothing: not even a basket that was filled anew", async () => {
    const { t, retailer, productId } = await smallMarket();
    await put(retailer, productId, 2);
    const key = newKey();
    const first = await placeAll(retailer, [{ productId, quantity: 2 }], key);
    await put(retailer, productId, 2);
    const before = await everything(t);
    expect(await placeAll(retailer, [{ productId, quantity: 2 }], key)).toEqual(first);
    expect(await everything(t)).toBe(before);
  });

  it("[BASKET6] is not made again by a device that had no connection meanwhile", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const second = await listProduct(t, distributor);
    const lines = [productId, second].map((each) => ({ productId: each, quantity: 2 }));
    for (const each of lines) await put(retailer, each.productId, 2);
    await placeAll(retailer, lines);
    const before = await everything(t);
    expect(await refusal(placeAll(retailer, [...lines].reverse()))).toEqual({
      code: "ORDERED_ALREADY",
    });
    expect(await everything(t)).toBe(before);
    // Other lines, and the same once they are in the basket again, are another order.
    await placeAll(retailer, [{ productId, quantity: 2 }]);
    await put(retailer, productId, 2);
    await placeAll(retailer, [{ productId, quantity: 2 }]);
    await t.run(async (ctx) => {
      const placedAt = Date.now() - BASKET_ECHO_MS;
      for (const { _id } of await ctx.db.query("orders").take(9))
        await ctx.db.patch("orders", _id, { placedAt });
    });
    await placeAll(retailer, [{ productId, quantity: 2 }]);
  });

  it("of another way leaves the basket as it is", async () => {
    const { retailer, productId } = await smallMarket();
    await put(retailer, productId, 2);
    await retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "From the page." },
      lines: [{ productId, quantity: 2 }],
    });
    expect(await quantitiesIn(retailer)).toEqual({ [productId]: 2 });
  });

  it("that is refused says what is wrong with every line, and changes nothing", async () => {
    const { t, distributor, retailer, productId: good } = await smallMarket();
    const [short, pack, dearer, gone] = [
      await listProduct(t, distributor, { name: "Short", stock: 1 }),
      await listProduct(t, distributor, { name: "Pack", multiple: 12 }),
      await listProduct(t, distributor),
      await listProduct(t, distributor),
    ];
    const ids = [good, short, pack, dearer, gone];
    for (const each of ids) await put(retailer, each, 2);
    await distributor.client.mutation(api.products.archive, { productId: gone });
    const before = await everything(t);
    const lines = ids.map((productId) => ({
      ...{ productId, quantity: 2 },
      pricePaise: productId === dearer ? 100 : 5_250,
    }));
    expect(await refusal(placeAll(retailer, lines))).toEqual({
      code: "LINES_REFUSED",
      lines: [
        { productId: short, code: "INSUFFICIENT_STOCK", stock: 1, productName: "Short" },
        { productId: pack, code: "BAD_MULTIPLE", lower: null, upper: 12, productName: "Pack" },
        { productId: dearer, code: "PRICE_CHANGED", pricePaise: 5_250, sentPricePaise: 100 },
        { productId: gone, code: "NOT_FOUND" },
      ],
    });
    expect(await everything(t)).toBe(before);
  });

  it("whose products are all gone says so of each; of several distributors it is refused as a whole", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const second = await listProduct(t, distributor);
    const rival = await listProduct(t, await joinDistributor(t));
    const lineOf = (each: Id<"products">) => ({ productId: each, quantity: 1 });
    expect(await refusal(placeAll(retailer, [productId, rival].map(lineOf)))).toEqual({
      code: "ONE_DISTRIBUTOR",
    });
    for (const each of [productId, second])
      await distributor.client.mutation(api.products.archive, { productId: each });
    expect(await refusal(placeAll(retailer, [productId, second].map(lineOf)))).toEqual({
      code: "LINES_REFUSED",
      lines: [productId, second].map((each) => ({ productId: each, code: "NOT_FOUND" })),
    });
  });
});
