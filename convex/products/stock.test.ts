/** Stock in a table of its own: its readers, and its rows. */
import { describe, expect, it } from "vitest";
import { STOCK_LEVELS_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  refusal,
  stockOf,
  type Market,
  type Person,
} from "../market.setup";
import { levelViolations } from "./levels.setup";

async function smallMarket() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  return { t, distributor, retailer: await joinRetailer(t) };
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

describe("[I-61] each product has a stock level of its own, which is on its owner's list exactly while it is on sale and low", () => {
  const violationsIn = (t: Market) =>
    t.run(async (ctx) => {
      const products = await ctx.db.query("products").take(100);
      const stockLevels = await ctx.db.query("stockLevels").take(100);
      return [...levelViolations({ products, stockLevels })];
    });

  it("after it was added, ordered, edited and archived, and its order cancelled", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor, { stock: 7 });
    const other = await listProduct(t, distributor, { stock: 11 });
    expect(await violationsIn(t)).toEqual([]);
    await placeLines(retailer, [{ productId: other, quantity: 1 }]);
    expect(await violationsIn(t)).toEqual([]);
    const changes = { stock: 12 };
    await distributor.client.mutation(api.products.edit, { productId: other, changes });
    expect(await violationsIn(t)).toEqual([]);
    const orderId = await placeLines(retailer, [{ productId, quantity: 2 }]);
    await distributor.client.mutation(api.products.archive, { productId });
    expect(await violationsIn(t)).toEqual([]);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "r" });
    expect(await violationsIn(t)).toEqual([]);
    expect(await stockOf(t, productId)).toBe(7);
  });

  it("and a shared, an unnamed and a forgotten level are found", async () => {
    const { t, distributor } = await smallMarket();
    const [one, other] = [
      await listProduct(t, distributor),
      await listProduct(t, distributor, { stock: 3 }),
    ];
    await t.run(async (ctx) => {
      const { stockId } = (await ctx.db.get("products", other))!;
      await ctx.db.patch("products", one, { stockId, archivedAt: 1 });
    });
    const low = JSON.stringify({ distributorId: distributor.user._id, productId: other, stock: 3 });
    expect(await violationsIn(t)).toEqual([
      `[I-61] ${one}, archived at 1, has 3 pieces, listed as ${low}`,
      `[I-61] ${other} has no stock level of its own`,
      `[I-61] ${other}, archived at undefined, has 0 pieces, listed as undefined`,
      "[I-61] 1 stock levels have no product",
    ]);
  });
});
