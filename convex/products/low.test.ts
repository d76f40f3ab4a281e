/** The distributor's list of low stock, and the stock that it sets there against the figure that it saw. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LOW_STOCK_MAX, SEARCH_SCAN_ROWS } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  joinDistributor,
  listProduct,
  newKey,
  openPair,
  placeOne,
  refusal,
  stockOf,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

type Filter = { search?: string; type?: "Beauty" | "Furniture"; sort?: "inStock" | "latest" };

async function market() {
  const { t, distributor, retailer } = await openPair({ distributor: { orderTerms: ANY_ORDERS } });
  const low = async (filter: Filter = {}) => {
    const args = { paginationOpts: FIRST_PAGE, lowStock: true, ...filter };
    const { page } = await distributor.client.query(api.products.mine, args);
    return page.map(({ name }) => name);
  };
  return { t, distributor, retailer, low };
}

describe("[LOWSTOCK1] the list of low stock", () => {
  it("has the products of which 10 or fewer are left, the fewest first, and nobody else's", async () => {
    const { t, distributor, retailer, low } = await market();
    await listProduct(t, await joinDistributor(t), { name: "Rival Soap", stock: 1 });
    for (const [name, stock] of [
      ["Lamp", LOW_STOCK_MAX],
      ["Soap", 0],
      ["Rice", 3],
    ] as const)
      await listProduct(t, distributor, { name, stock });
    const chair = await listProduct(t, distributor, { name: "Chair", stock: LOW_STOCK_MAX + 1 });
    const table = await listProduct(t, distributor, { name: "Table", stock: 2 });
    await distributor.client.mutation(api.products.archive, { productId: table });
    expect(await low()).toEqual(["Soap", "Rice", "Lamp"]);
    await placeOne(retailer, chair);
    expect(await low()).toEqual(["Soap", "Rice", "Lamp", "Chair"]);
    expect(await low({ sort: "inStock" })).toEqual(["Rice", "Lamp", "Chair"]);
  });

  it("is searched and filtered by type, with a bounded number of rows per page", async () => {
    const { t, distributor, low } = await market();
    for (let added = 0; added < SEARCH_SCAN_ROWS; added += 1)
      await listProduct(t, distributor, { name: "Stool", type: "Furniture", stock: 1 });
    await listProduct(t, distributor, { name: "Rose Soap", type: "Beauty", stock: 2 });
    expect(await low({ search: " ROSE " })).toEqual([]);
    const args = { lowStock: true, search: "rose\u200b", paginationOpts: FIRST_PAGE };
    const { continueCursor: cursor } = await distributor.client.query(api.products.mine, args);
    const next = { ...args, paginationOpts: { ...FIRST_PAGE, cursor } };
    const { page } = await distributor.client.query(api.products.mine, next);
    expect(page.map(({ name }) => name)).toEqual(["Rose Soap"]);
    expect(await low({ type: "Furniture" })).toHaveLength(SEARCH_SCAN_ROWS);
    expect(await low({ search: "a".repeat(1_000_000) })).toEqual([]);
  });
});

describe("[LOWSTOCK2] a stock that is set against the figure that was seen", () => {
  it("is taken once of two at the same time; the other is told the new figure", async () => {
    const { t, distributor } = await market();
    const productId = await listProduct(t, distributor, { stock: 5 });
    const set = (stock: number) =>
      distributor.client.mutation(api.products.edit, {
        ...{ productId, changes: { stock }, stockSeen: 5 },
      });
    const results = await Promise.allSettled([set(24), set(36)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const stock = await stockOf(t, productId);
    expect([24, 36]).toContain(stock);
    expect(await refusal(set(48))).toEqual({ code: "STALE_STOCK", stock });
  });

  it("overwrites no sale: either it comes first, or it is refused with what the sale left", async () => {
    const { t, distributor, retailer } = await market();
    for (const isSaleFirst of [true, false]) {
      const productId = await listProduct(t, distributor, { stock: 5 });
      const sell = () =>
        retailer.client.mutation(api.orders.place, {
          ...{ orderKey: newKey(), msg: "m", lines: [{ productId, quantity: 2 }] },
        });
      const set = () =>
        distributor.client.mutation(api.products.edit, {
          ...{ productId, changes: { stock: 24 }, stockSeen: 5 },
        });
      const both = isSaleFirst ? [sell(), set()] : [set(), sell()];
      const results = await Promise.allSettled(both);
      const refused = results.filter(({ status }) => status === "rejected").length;
      expect(await stockOf(t, productId)).toBe(refused === 0 ? 22 : 3);
      if (isSaleFirst) expect(refused).toBe(1);
    }
  });
});
