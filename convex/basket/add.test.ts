/** Adding several lines to a basket: of a past order, a saved basket, the usual basket, or as they are named. */
import { describe, expect, it, vi } from "vitest";
import { BASKET_LINES_MAX, ORDER_QUANTITY_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  type Market,
  type Person,
  type ProductFields,
} from "../market.setup";
import { deactivate } from "../users/deactivate";

async function smallMarket() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  const list = (fields: ProductFields = {}) => listProduct(t, distributor, fields);
  return { t, distributor, retailer, list };
}

type Line = { readonly productId: Id<"products">; readonly quantity: number };

async function put({ client }: Person, productId: Id<"products">, quantity: number): Promise<void> {
  await client.mutation(api.basket.set, { productId, quantity });
}

async function linesIn({ client }: Person): Promise<Record<string, number>> {
  const lines = await client.query(api.basket.quantities, {});
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));
}

async function orderAgain({ client }: Person, orderId: Id<"orders">) {
  return (await client.mutation(api.basket.addOrdered, { orderId })).added;
}

/** The changes of each product. */
function changesIn(added: Awaited<ReturnType<typeof orderAgain>>): Record<string, unknown[]> {
  return Object.fromEntries(added.map(({ productId, changes }) => [productId, changes]));
}

function closeAccount(t: Market, { user }: Person, role: "retailer" | "distributor") {
  return t.run((ctx) => deactivate(ctx, { userId: user._id, role }, Date.now()));
}

describe("ordering again", () => {
  it("[BASKET3] adds all lines of an order, whatever became of it", async () => {
    const { distributor, retailer, list } = await smallMarket();
    const [rice, soap] = [await list({ name: "Rice" }), await list({ name: "Soap" })];
    const orderId = await placeLines(retailer, [
      { productId: rice, quantity: 5 },
      { productId: soap, quantity: 2 },
    ]);
    await distributor.client.mutation(api.orders.reject, {
      orderIds: [orderId],
      reason: "No time",
    });
    expect(await orderAgain(retailer, orderId)).toEqual([
      { productId: rice, name: "Rice", changes: [] },
      { productId: soap, name: "Soap", changes: [] },
    ]);
    expect(await linesIn(retailer)).toEqual({ [rice]: 5, [soap]: 2 });
  });

  it("[BASKET3] says of each line what changed: gone, another price, other terms, short", async () => {
    const { t, distributor, retailer, list } = await smallMarket();
    const rival = await joinDistributor(t, { orderTerms: ANY_ORDERS });
    const [gone, dearer, packed, short] = [await list(), await list(), await list(), await list()];
    const all = [gone, dearer, packed, short];
    const orderId = await placeLines(
      retailer,
      all.map((productId) => ({ productId, quantity: 10 })),
    );
    const closed = await placeOne(retailer, await listProduct(t, rival));
    const edit = (productId: Id<"products">, changes: object) =>
      distributor.client.mutation(api.products.edit, { productId, changes });
    await distributor.client.mutation(api.products.archive, { productId: gone });
    await edit(dearer, { pricePaise: 6_000 });
    await edit(packed, { multiple: 12 });
    await edit(short, { stock: 3 });
    expect(changesIn(await orderAgain(retailer, orderId))).toEqual({
      [gone]: [{ code: "GONE" }],
      [dearer]: [{ code: "PRICE_CHANGED", fromPaise: 5_250, toPaise: 6_000 }],
      [packed]: [{ code: "QUANTITY_CHANGED", from: 10, to: 12 }],
      [short]: [{ code: "SHORT", stock: 3 }],
    });
    expect(await linesIn(retailer)).toEqual({ [dearer]: 10, [packed]: 12, [short]: 10 });
    await closeAccount(t, rival, "distributor");
    expect(await orderAgain(retailer, closed)).toMatchObject([{ changes: [{ code: "GONE" }] }]);
  });

  it("keeps the price last seen at the line until the retailer sets the line", async () => {
    const { distributor, retailer, list } = await smallMarket();
    const productId = await list();
    const orderId = await placeOne(retailer, productId, 4);
    await distributor.client.mutation(api.products.edit, {
      ...{ productId, changes: { pricePaise: 6_000 } },
    });
    const seen = async () =>
      (await retailer.client.query(api.basket.lines, {})).lines.map((line) => line.seenPricePaise);
    await orderAgain(retailer, orderId);
    expect(await seen()).toEqual([5_250]);
    await put(retailer, productId, 5);
    expect(await seen()).toEqual([6_000]);
  });

  it("twice changes nothing, and never lowers a quantity of the basket", async () => {
    const { t, retailer, list } = await smallMarket();
    const [rice, soap] = [await list(), await list()];
    const orderId = await placeLines(retailer, [
      { productId: rice, quantity: 5 },
      { productId: soap, quantity: 2 },
    ]);
    await put(retailer, rice, 7);
    await put(retailer, soap, 1);
    expect(changesIn(await orderAgain(retailer, orderId))).toEqual({
      [rice]: [{ code: "HAD_MORE", quantity: 7 }],
      [soap]: [],
    });
    expect(await linesIn(retailer)).toEqual({ [rice]: 7, [soap]: 2 });
    const before = await everything(t);
    await orderAgain(retailer, orderId);
    expect(await everything(t)).toBe(before);
  });

  it("takes the pieces of a product that stood on two lines together", async () => {
    const { retailer, list } = await smallMarket();
    const productId = await list();
    const line = { productId, quantity: 3 };
    const orderId = await placeLines(retailer, [line, line]);
    await orderAgain(retailer, orderId);
    expect(await linesIn(retailer)).toEqual({ [productId]: 6 });
  });

  it("is for the order's own retailer: the distributor and others learn nothing", async () => {
    const { t, distributor, retailer, list } = await smallMarket();
    const orderId = await placeOne(retailer, await list());
    const other = await joinRetailer(t);
    expect(await refusal(orderAgain(other, orderId))).toEqual({ code: "NOT_FOUND" });
    expect(await refusal(orderAgain(distributor, orderId))).toEqual({ code: "FORBIDDEN" });
  });
});

describe("adding named lines", () => {
  const add = ({ client }: Person, lines: Line[]) => client.mutation(api.basket.add, { lines });

  it("adds what the basket has room for, and says what it has no room for", async () => {
    const { t, retailer, list } = await smallMarket();
    const [inIt, fits, over] = [await list(), await list(), await list()];
    await t.run(async (ctx) => {
      const row = { retailerId: retailer.user._id, quantity: 1, seenPricePaise: 1 };
      const other = await ctx.db.get("products", inIt);
      for (let n = 0; n < BASKET_LINES_MAX - 2; n += 1) {
        const { _id, _creationTime, ...fields } = other!;
        const productId = await ctx.db.insert("products", { ...fields, name: `Product ${n}` });
        await ctx.db.insert("basketLines", { ...row, productId });
      }
    });
    await put(retailer, inIt, 1);
    const lines = [fits, over, inIt].map((productId) => ({ productId, quantity: 2 }));
    const { added } = await add(retailer, lines);
    expect(changesIn(added)).toEqual({ [fits]: [], [over]: [{ code: "BASKET_FULL" }], [inIt]: [] });
    expect(await linesIn(retailer)).toMatchObject({ [fits]: 2, [inIt]: 2 });
    expect(await retailer.client.query(api.basket.quantities, {})).toHaveLength(BASKET_LINES_MAX);
  });

  it("never passes the greatest quantity, and of no lines does nothing", async () => {
    const { retailer, list } = await smallMarket();
    const productId = await list();
    const most = { productId, quantity: ORDER_QUANTITY_MAX };
    await add(retailer, [most, most]);
    expect(await linesIn(retailer)).toEqual({ [productId]: ORDER_QUANTITY_MAX });
    expect(await add(retailer, [])).toEqual({ added: [] });
  });

  it("costs the allowance of as many changes as it makes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { retailer, list } = await smallMarket();
    const products = [await list(), await list()];
    const linesOf = (quantity: number) => products.map((productId) => ({ productId, quantity }));
    for (let n = 1; n <= 500; n += 1) await add(retailer, linesOf(n));
    expect(await refusal(add(retailer, linesOf(501)))).toMatchObject({ code: "TOO_MANY" });
    // What changes nothing costs nothing.
    expect((await add(retailer, linesOf(500))).added).toHaveLength(2);
    vi.useRealTimers();
  });
});

describe("the usual basket", () => {
  const usual = ({ client }: Person) => client.query(api.basket.usual, {});

  it("[BASKET4] has what is in two of the last six orders to a distributor, in the median quantity that is sold now", async () => {
    const { t, distributor, retailer, list } = await smallMarket();
    const [rice, soap, lamp] = [
      await list({ name: "Rice", stock: 1_000 }),
      await list({ name: "Soap" }),
      await list({ name: "Lamp" }),
    ];
    await placeLines(retailer, [{ productId: lamp, quantity: 1 }]);
    for (const quantity of [10, 20, 50])
      await placeLines(retailer, [{ productId: rice, quantity }]);
    for (const quantity of [1, 4]) await placeLines(retailer, [{ productId: soap, quantity }]);
    await placeLines(retailer, [{ productId: lamp, quantity: 1 }]);
    const changes = { multiple: 12, priceBreaks: [{ from: 24, pricePaise: 5_000 }] };
    await distributor.client.mutation(api.products.edit, { productId: rice, changes });
    expect(await usual(retailer)).toMatchObject([
      {
        distributorId: distributor.user._id,
        distributorName: "Big Wholesale",
        lines: [
          { productId: rice, name: "Rice", quantity: 24, pricePaise: 5_000 },
          // The median of 1 and 4 lies between 2 and 3.
          { productId: soap, name: "Soap", quantity: 3, pricePaise: 5_250 },
        ],
      },
    ]);
    expect(await usual(await joinRetailer(t))).toEqual([]);
  });

  it("leaves out what is no longer sold, and distributors with nothing else", async () => {
    const { t, distributor, retailer, list } = await smallMarket();
    const rival = await joinDistributor(t, { companyName: "Lake Traders" });
    const [gone, other] = [await list(), await listProduct(t, rival)];
    for (const productId of [gone, gone, other, other]) await placeOne(retailer, productId);
    await distributor.client.mutation(api.products.archive, { productId: gone });
    expect(await usual(retailer)).toMatchObject([{ distributorName: "Lake Traders" }]);
    await closeAccount(t, rival, "distributor");
    expect(await usual(retailer)).toEqual([]);
  });
});

describe("a saved basket", () => {
  const save = async ({ client }: Person, name: string) =>
    (await client.mutation(api.basket.save, { name })).savedBasketId;
  const saved = ({ client }: Person) => client.query(api.basket.saved, {});

  it("[BASKET5] keeps the basket under a name, and adds its lines again with what changed", async () => {
    const { distributor, retailer, list } = await smallMarket();
    const [rice, soap] = [await list({ name: "Rice" }), await list({ name: "Soap" })];
    await put(retailer, rice, 5);
    await put(retailer, soap, 2);
    const savedBasketId = await save(retailer, "  Diwali ");
    expect(await saved(retailer)).toMatchObject([{ _id: savedBasketId, name: "Diwali", lines: 2 }]);
    for (const productId of [rice, soap]) await put(retailer, productId, 0);
    await distributor.client.mutation(api.products.edit, {
      ...{ productId: rice, changes: { pricePaise: 5_000 } },
    });
    const { added } = await retailer.client.mutation(api.basket.addSaved, { savedBasketId });
    expect(changesIn(added)).toEqual({
      [rice]: [{ code: "PRICE_CHANGED", fromPaise: 5_250, toPaise: 5_000 }],
      [soap]: [],
    });
    expect(await linesIn(retailer)).toEqual({ [rice]: 5, [soap]: 2 });
    expect(await saved(retailer)).toHaveLength(1);
  });

  it("[BASKET5] is renamed and deleted; a name is the retailer's once, in whatever case", async () => {
    const { t, retailer, list } = await smallMarket();
    const productId = await list();
    await put(retailer, productId, 1);
    const [first, second] = [await save(retailer, "Weekly"), await save(retailer, "Diwali")];
    const rename = (savedBasketId: string, name: string) =>
      retailer.client.mutation(api.basket.renameSaved, { savedBasketId, name });
    expect(await refusal(save(retailer, "WEEKLY"))).toEqual({ code: "BASKET_NAME_TAKEN" });
    expect(await refusal(rename(second, "weekly"))).toEqual({ code: "BASKET_NAME_TAKEN" });
    await rename(second, "DIWALI");
    const neighbour = await joinRetailer(t);
    await put(neighbour, productId, 1);
    await save(neighbour, "Weekly");
    await retailer.client.mutation(api.basket.deleteSaved, { savedBasketId: first });
    expect((await saved(retailer)).map(({ name }) => name)).toEqual(["DIWALI"]);
    const again = retailer.client.mutation(api.basket.deleteSaved, { savedBasketId: first });
    expect(await refusal(again)).toEqual({ code: "NOT_FOUND" });
  });

  it("of nothing is none, and it goes with the account", async () => {
    const { t, retailer, list } = await smallMarket();
    expect(await refusal(save(retailer, "Empty"))).toEqual({ code: "BASKET_EMPTY" });
    await put(retailer, await list(), 1);
    await save(retailer, "Weekly");
    await closeAccount(t, retailer, "retailer");
    expect(await t.run((ctx) => ctx.db.query("savedBaskets").take(9))).toEqual([]);
  });
});
