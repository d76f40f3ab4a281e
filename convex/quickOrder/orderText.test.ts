/** The answers by which a browser reads orders by text. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { ORDER_TEXT_HITS_MAX, QUICK_LINES_MAX, SAME_TIME_MS } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  connectPair,
  everything,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  refusal,
  settledTime,
  stopTimeAt,
} from "../market.setup";

afterEach(() => void vi.useRealTimers());

async function trade() {
  const t = openMarket();
  const [asha, ravi] = [await joinDistributor(t), await joinDistributor(t)];
  return { t, asha, ravi, meena: await joinRetailer(t) };
}

describe("[TEXT4] a shop's habits", () => {
  it("are the products of its own latest orders, with the median of their quantities", async () => {
    const { t, asha, ravi, meena } = await trade();
    const [rice, salt] = [await listProduct(t, asha), await listProduct(t, ravi)];
    const start = await settledTime(t);
    for (const [n, quantity] of [4, 10, 6].entries()) {
      await stopTimeAt(t, start + n * 2 * SAME_TIME_MS);
      await placeLines(meena, [{ productId: rice, quantity }]);
    }
    await stopTimeAt(t, start + 9 * SAME_TIME_MS);
    await placeLines(meena, [{ productId: salt, quantity: 2 }]);
    const { usual, latest } = await meena.client.query(api.quickOrder.habits, {});
    expect(usual).toEqual([
      { productId: salt, quantity: 2, orders: 1, ordersAgo: 0 },
      { productId: rice, quantity: 6, orders: 3, ordersAgo: 1 },
    ]);
    expect(latest).toEqual([{ productId: salt, quantity: 2 }]);
    const other = await joinRetailer(t);
    expect(await other.client.query(api.quickOrder.habits, {})).toEqual({
      distributorIds: [],
      isComplete: true,
      usual: [],
      latest: [],
      learned: [],
    });
  });

  it("have for the last time all orders that were placed together", async () => {
    const { t, asha, ravi, meena } = await trade();
    const [rice, salt] = [await listProduct(t, asha), await listProduct(t, ravi)];
    await stopTimeAt(t, await settledTime(t));
    await placeLines(meena, [{ productId: rice, quantity: 4 }]);
    await placeLines(meena, [{ productId: salt, quantity: 2 }]);
    const { latest } = await meena.client.query(api.quickOrder.habits, {});
    expect(latest).toEqual(
      expect.arrayContaining([
        { productId: rice, quantity: 4 },
        { productId: salt, quantity: 2 },
      ]),
    );
  });

  it("name the distributors of its orders first, then those that it is connected to", async () => {
    const { t, asha, ravi, meena } = await trade();
    await connectPair(t, meena, ravi);
    await joinDistributor(t);
    await placeLines(meena, [{ productId: await listProduct(t, asha), quantity: 1 }]);
    const { distributorIds, isComplete } = await meena.client.query(api.quickOrder.habits, {});
    expect(distributorIds).toEqual([asha.user._id, ravi.user._id]);
    expect(isComplete).toBe(true);
  });
});

describe("the names of a catalogue", () => {
  it("are those of the distributor's products on sale, with what a carton has", async () => {
    const { t, asha, ravi, meena } = await trade();
    const rice = await listProduct(t, asha, { name: "Rice", multiple: 24, minQuantity: 48 });
    const sugar = await listProduct(t, asha, { name: "Sugar", uqc: "KGS" });
    const gone = await listProduct(t, asha, { name: "Gone" });
    await asha.client.mutation(api.products.archive, { productId: gone });
    await listProduct(t, ravi);
    const ofAsha = { distributorId: asha.user._id, paginationOpts: FIRST_PAGE };
    const { page } = await meena.client.query(api.quickOrder.names, ofAsha);
    expect(page).toEqual([
      { _id: sugar, name: "Sugar", isLoose: true },
      { _id: rice, name: "Rice", minQuantity: 48, multiple: 24 },
    ]);
  });

  it("are those of nobody for an id that is no distributor's", async () => {
    const { meena } = await trade();
    const ofMeena = { distributorId: meena.user._id, paginationOpts: FIRST_PAGE };
    expect(await refusal(meena.client.query(api.quickOrder.names, ofMeena))).toEqual({
      code: "NOT_FOUND",
    });
  });
});

describe("the products beside an order by text", () => {
  it("are those on sale; too many are refused", async () => {
    const { t, asha, meena } = await trade();
    const rice = await listProduct(t, asha, { name: "Rice" });
    const productIds = [rice, "x", meena.user._id];
    const hits = await meena.client.query(api.quickOrder.hits, { productIds });
    expect(hits.map(({ name }) => name)).toEqual(["Rice"]);
    const many = Array.from({ length: ORDER_TEXT_HITS_MAX + 1 }, () => rice);
    const refused = meena.client.query(api.quickOrder.hits, { productIds: many });
    expect(await refusal(refused)).toEqual({ code: "BAD_REQUEST" });
  });
});

describe("[TEXT7] what a shop chose for its words", () => {
  it("is known to it the next time, and to nobody else", async () => {
    const { t, asha, meena } = await trade();
    const soap = await listProduct(t, asha, { name: "Soap" });
    const choices = [
      { words: "sabun bada", productId: soap },
      { words: "x", productId: "no id" },
    ];
    await meena.client.mutation(api.quickOrder.learn, { choices });
    const { learned } = await meena.client.query(api.quickOrder.habits, {});
    expect(learned).toEqual([{ words: "sabun bada", productId: soap }]);
    const other = await joinRetailer(t);
    expect((await other.client.query(api.quickOrder.habits, {})).learned).toEqual([]);
  });

  it("is refused when there is too much of it, and writes nothing", async () => {
    const { t, meena } = await trade();
    const before = await everything(t);
    const choices = Array.from({ length: QUICK_LINES_MAX + 1 }, () => {
      return { words: "soap", productId: "x" };
    });
    const refused = meena.client.mutation(api.quickOrder.learn, { choices });
    expect(await refusal(refused)).toEqual({ code: "BAD_REQUEST" });
    expect(await everything(t)).toBe(before);
  });
});
