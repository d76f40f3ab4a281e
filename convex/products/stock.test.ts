/** Stock in a table of its own: who sees it, and products whose row still holds it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { STOCK_LEVELS_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  refusal,
  stockOf,
  storePicture,
  type Market,
  type Person,
} from "../market.setup";
import { PRODUCTS_PER_BATCH } from "./migrations";

afterEach(() => {
  vi.useRealTimers();
});

async function smallMarket() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  return { t, distributor, retailer: await joinRetailer(t) };
}

/** Inserts a product as older versions wrote it, and as imports bring it. */
async function bring(t: Market, { user }: Person, stock: number): Promise<Id<"products">> {
  const imageId = await storePicture(t);
  return t.run((ctx) =>
    ctx.db.insert("products", {
      ...{ distributorId: user._id, name: "Old Lamp", type: "Furniture", description: "Burns." },
      ...{ packSize: 6, pricePaise: 12_550, stock, imageId },
    }),
  );
}

async function migrate(t: Market): Promise<void> {
  vi.useFakeTimers();
  await t.mutation(internal.products.migrations.run, {});
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
  vi.useRealTimers();
}

/** Returns the level of a product, and what its row holds. */
function whereStockIs(t: Market, productId: Id<"products">) {
  return t.run(async (ctx) => {
    const levels = await ctx.db.query("stockLevels").take(1_000);
    return {
      levels: levels.filter((level) => level.productId === productId).map(({ stock }) => stock),
      row: (await ctx.db.get("products", productId))?.stock,
    };
  });
}

describe("the stock of a page's products", () => {
  it("is told to retailers and admins, to distributors of their own products alone, and not to visitors", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const rival = await joinDistributor(t);
    const productIds = [
      await listProduct(t, distributor, { stock: 7 }),
      await listProduct(t, rival, { stock: 8 }),
    ];
    const levels = productIds.map((productId, at) => ({ productId, stock: 7 + at }));
    const ask = ({ client }: Pick<Person, "client">) =>
      client.query(api.products.stockLevels, { productIds });
    expect(await ask(retailer)).toEqual(levels);
    expect(await ask(await joinAdmin(t))).toEqual(levels);
    expect(await ask(distributor)).toEqual([levels[0]]);
    expect(await ask(rival)).toEqual([levels[1]]);
    const visit = t.query(api.products.stockLevels, { productIds });
    expect(await refusal(visit)).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("leaves out what is no product, or no longer on sale", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const archived = await listProduct(t, distributor);
    await distributor.client.mutation(api.products.archive, { productId: archived });
    const closed = await listProduct(t, await joinDistributor(t, { deactivatedAt: 1 }));
    const productIds = [archived, closed, retailer.user._id, "", "../x"];
    expect(await retailer.client.query(api.products.stockLevels, { productIds })).toEqual([]);
  });

  it("is told of a whole page of products at once, and not of more", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const ask = (count: number) => {
      const productIds = Array.from({ length: count }, () => productId);
      return retailer.client.query(api.products.stockLevels, { productIds });
    };
    expect(await ask(STOCK_LEVELS_MAX)).toHaveLength(STOCK_LEVELS_MAX);
    expect(await refusal(ask(STOCK_LEVELS_MAX + 1))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("a product whose row holds its stock", () => {
  it("is shown, listed and sold by that figure", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const [productId, none] = [await bring(t, distributor, 5), await bring(t, distributor, 0)];
    expect(await retailer.client.query(api.products.one, { productId })).toMatchObject({
      stock: 5,
    });
    const inStock = { paginationOpts: FIRST_PAGE, sort: "inStock" } as const;
    expect((await retailer.client.query(api.products.all, inStock)).page).toMatchObject([
      { _id: productId },
    ]);
    const tooMany = { code: "INSUFFICIENT_STOCK", stock: 5, productName: "Old Lamp" };
    expect(await refusal(placeOne(retailer, productId, 6))).toMatchObject(tooMany);
    expect(await refusal(placeOne(retailer, none))).toMatchObject({ ...tooMany, stock: 0 });
  });

  it("gets a level with its first order, return or edit", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await bring(t, distributor, 5);
    const orderId = await placeOne(retailer, productId, 2);
    expect(await whereStockIs(t, productId)).toEqual({ levels: [3], row: 5 });
    // From then on the level counts.
    expect(await stockOf(t, productId)).toBe(3);
    expect(await refusal(placeOne(retailer, productId, 4))).toMatchObject({ stock: 3 });
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No" });
    expect(await whereStockIs(t, productId)).toEqual({ levels: [5], row: 5 });
    const edited = await bring(t, distributor, 5);
    const changes = { stock: 9 };
    const edit = { productId: edited, changes, stockSeen: 5 };
    await distributor.client.mutation(api.products.edit, edit);
    expect(await whereStockIs(t, edited)).toEqual({ levels: [9], row: 5 });
  });

  it("takes the pieces of an order back that an older version placed", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor, { stock: 5 });
    const orderId = await placeOne(retailer, productId, 2);
    await t.run(async (ctx) => {
      const level = await ctx.db.query("stockLevels").first();
      await ctx.db.delete("stockLevels", level!._id);
      await ctx.db.patch("products", productId, { stock: 3 });
    });
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No" });
    expect(await whereStockIs(t, productId)).toEqual({ levels: [5], row: 3 });
  });

  it("has its stock moved on start; one that was sold meanwhile keeps what is left", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const [untouched, sold, empty] = [
      await bring(t, distributor, 5),
      await bring(t, distributor, 5),
      await bring(t, distributor, 0),
    ];
    const today = await listProduct(t, distributor, { stock: 4 });
    await placeOne(retailer, sold, 2);
    expect(await t.query(internal.products.migrations.isDone, {})).toBe(false);
    await migrate(t);
    expect(await t.query(internal.products.migrations.isDone, {})).toBe(true);
    expect(await whereStockIs(t, untouched)).toEqual({ levels: [5], row: undefined });
    expect(await whereStockIs(t, sold)).toEqual({ levels: [3], row: undefined });
    expect(await whereStockIs(t, empty)).toEqual({ levels: [0], row: undefined });
    expect(await whereStockIs(t, today)).toEqual({ levels: [4], row: undefined });
    const after = await everything(t);
    await t.mutation(internal.products.migrations.run, {});
    expect(await everything(t)).toBe(after);
  });

  it("is moved in steps, while orders are placed; a chain that broke off goes on with the next start", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productIds: Id<"products">[] = [];
    for (let n = 0; n < 2 * PRODUCTS_PER_BATCH + 10; n += 1)
      productIds.push(await bring(t, distributor, 5));
    const unmoved = async () => {
      const places = await Promise.all(productIds.map((id) => whereStockIs(t, id)));
      return places.filter(({ row }) => row !== undefined).length;
    };
    const [first, last] = [productIds[0]!, productIds.at(-1)!];
    vi.useFakeTimers();
    await t.mutation(internal.products.migrations.run, {});
    expect(await unmoved()).toBe(PRODUCTS_PER_BATCH + 10);
    // The scheduled step is lost.
    vi.clearAllTimers();
    vi.useRealTimers();
    for (const productId of [first, last]) await placeOne(retailer, productId, 2);
    await migrate(t);
    expect(await unmoved()).toBe(0);
    for (const productId of productIds)
      expect(await stockOf(t, productId)).toBe([first, last].includes(productId) ? 3 : 5);
  });
});
