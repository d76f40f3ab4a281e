/** Terms of a product and of a distributor: who sets them, where they are shown, and how they bind every order. */
import { describe, expect, it } from "vitest";
import { DEFAULT_ORDER_TERMS } from "../../domain/orderTerms";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  connectPair,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
  type Person,
} from "../market.setup";

const PAGE = { paginationOpts: FIRST_PAGE };
const TERMS = {
  sku: "Rice-10",
  minQuantity: 24,
  multiple: 12,
  priceBreaks: [
    { from: 48, pricePaise: 5_000 },
    { from: 96, pricePaise: 4_800 },
  ],
};

async function smallMarket() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 500 });
  return { t, distributor, retailer, productId };
}

type Changes = Parameters<typeof edit>[2];

async function edit(
  { client }: Person,
  productId: Id<"products">,
  changes: Partial<typeof TERMS> & { pricePaise?: number; name?: string },
): Promise<void> {
  await client.mutation(api.products.edit, { productId, changes });
}

function placing({ client }: Person, productId: Id<"products">, quantity: number, price?: number) {
  return client.mutation(api.orders.place, {
    orderKey: newKey(),
    msg: "Please deliver soon.",
    lines: [{ productId, quantity, ...(price !== undefined && { pricePaise: price }) }],
  });
}

describe("a product's terms", () => {
  it("are shown to retailers and to the distributor's form, and are absent where none is set", async () => {
    const { distributor, retailer, productId } = await smallMarket();
    const plain = await retailer.client.query(api.products.one, { productId });
    for (const term of Object.keys(TERMS)) expect(plain).not.toHaveProperty(term);
    await edit(distributor, productId, TERMS);
    expect(await retailer.client.query(api.products.one, { productId })).toMatchObject(TERMS);
    const own = await distributor.client.query(api.products.mine, PAGE);
    expect(own.page).toMatchObject([TERMS]);
  });

  it("can be set when the product is added", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const imageId = await t.run((ctx) => ctx.storage.store(new Blob(["picture"])));
    const userId = distributor.user._id;
    await t.run((ctx) =>
      ctx.db.insert("uploads", { imageId, userId, purpose: "image", claimed: false }),
    );
    const { productId } = await distributor.client.mutation(api.products.add, {
      ...{ name: "Rice", type: "Food and Beverage", description: "Aged.", packSize: 12 },
      ...{ pricePaise: 5_250, stock: 100, imageId },
      ...TERMS,
    });
    expect(await retailer.client.query(api.products.one, { productId })).toMatchObject(TERMS);
  });

  it("end one by one with an empty SKU, 1 and no breaks; the others stay", async () => {
    const { t, distributor, productId } = await smallMarket();
    const stored = async () => {
      const product = await t.run((ctx) => ctx.db.get("products", productId));
      return [product?.sku, product?.minQuantity, product?.multiple, product?.priceBreaks];
    };
    await edit(distributor, productId, TERMS);
    await edit(distributor, productId, { minQuantity: 1 });
    expect(await stored()).toEqual([TERMS.sku, undefined, TERMS.multiple, TERMS.priceBreaks]);
    await edit(distributor, productId, { sku: "", multiple: 1, priceBreaks: [] });
    expect(await stored()).toEqual([undefined, undefined, undefined, undefined]);
    expect(await t.run((ctx) => ctx.db.get("products", productId))).not.toHaveProperty("skuKey");
  });

  it.each<[string, Changes]>([
    ["sku", { sku: "x".repeat(41) }],
    ["sku", { sku: "a\u0000" }],
    ["minQuantity", { minQuantity: 0 }],
    ["multiple", { multiple: 0.5 }],
    ["multiple", { multiple: 60_000, minQuantity: 60_001 }],
    ["priceBreaks", { priceBreaks: [{ from: 24, pricePaise: 5_250 }] }],
    ["priceBreaks", { priceBreaks: [...TERMS.priceBreaks].reverse() }],
  ])("are refused as a whole for a wrong %s: %j", async (field, changes) => {
    const { t, distributor, productId } = await smallMarket();
    const before = await everything(t);
    const call = edit(distributor, productId, { name: "Other", ...changes });
    expect(await refusal(call)).toEqual({ code: "BAD_PRODUCT", field });
    expect(await everything(t)).toBe(before);
  });

  it("are judged with what stays: a lower price or a higher minimum can't break the price breaks", async () => {
    const { distributor, productId } = await smallMarket();
    await edit(distributor, productId, TERMS);
    const wrong = { code: "BAD_PRODUCT", field: "priceBreaks" };
    expect(await refusal(edit(distributor, productId, { pricePaise: 5_000 }))).toEqual(wrong);
    expect(await refusal(edit(distributor, productId, { minQuantity: 60 }))).toEqual(wrong);
    await edit(distributor, productId, { pricePaise: 5_000, priceBreaks: [] });
  });

  it("have an SKU that no other of the distributor's products on sale has, in whatever case", async () => {
    const { t, distributor, productId } = await smallMarket();
    const other = await listProduct(t, distributor);
    await edit(distributor, productId, { sku: "Rice-10" });
    expect(await refusal(edit(distributor, other, { sku: " RICE-10" }))).toEqual({
      code: "SKU_TAKEN",
    });
    await edit(distributor, productId, { sku: "RICE-10" });
    const rival = await joinDistributor(t);
    await edit(rival, await listProduct(t, rival), { sku: "rice-10" });
    await distributor.client.mutation(api.products.archive, { productId });
    await edit(distributor, other, { sku: "rice-10" });
  });
});

describe("an order of a product with terms", () => {
  it.each([
    [1, { lower: null, upper: 24 }],
    [25, { lower: 24, upper: 36 }],
    [99_999, { lower: 99_996, upper: null }],
  ])("is refused for %i pieces, and names the nearest quantities", async (quantity, nearest) => {
    const { t, distributor, retailer, productId } = await smallMarket();
    await edit(distributor, productId, TERMS);
    const before = await everything(t);
    expect(await refusal(placing(retailer, productId, quantity))).toEqual({
      code: "BAD_MULTIPLE",
      ...nearest,
      productName: "Steel Tumbler",
    });
    expect(await everything(t)).toBe(before);
  });

  it.each([
    [24, 5_250],
    [36, 5_250],
    [48, 5_000],
    [96, 4_800],
  ])("of %i pieces costs %i paise each, on the order and on the lists", async (quantity, price) => {
    const { t, distributor, retailer, productId } = await smallMarket();
    await edit(distributor, productId, TERMS);
    const orderId = await placeOne(retailer, productId, quantity);
    const { lines } = await requireOrder(t, orderId);
    expect(lines).toMatchObject([{ pricePaise: price, quantity }]);
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({
      totalPaise: price * quantity,
    });
    expect(await stockOf(t, productId)).toBe(500 - quantity);
  });

  it("is checked against the price that was seen for that quantity", async () => {
    const { distributor, retailer, productId } = await smallMarket();
    await edit(distributor, productId, TERMS);
    await placing(retailer, productId, 48, 5_000);
    expect(await refusal(placing(retailer, productId, 48, 5_250))).toEqual({
      code: "PRICE_CHANGED",
      pricePaise: 5_000,
      sentPricePaise: 5_250,
    });
  });

  it("may be the smallest one that the terms allow, whatever share of the stock newcomers have", async () => {
    const { t, distributor, retailer } = await smallMarket();
    await distributor.client.mutation(api.orders.saveTerms, { terms: DEFAULT_ORDER_TERMS });
    const productId = await listProduct(t, distributor, { stock: 30, minQuantity: 24 });
    await placeOne(retailer, productId, 24);
    expect(await refusal(placing(retailer, productId, 24))).toMatchObject({
      code: "INSUFFICIENT_STOCK",
    });
  });
});

describe("a distributor's terms for a whole order", () => {
  const withTerms = (terms: object) => ({ ...ANY_ORDERS, ...terms });

  it("refuse a sum below the minimum, and say what is missing", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const terms = withTerms({ minOrderPaise: 21_000 });
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    expect(await retailer.client.query(api.products.one, { productId })).toMatchObject({
      minOrderPaise: 21_000,
    });
    const before = await everything(t);
    expect(await refusal(placing(retailer, productId, 3))).toEqual({
      code: "MIN_ORDER",
      minPaise: 21_000,
      totalPaise: 15_750,
    });
    expect(await everything(t)).toBe(before);
    await placing(retailer, productId, 4);
  });

  it("take the sum over all lines of an order", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const terms = withTerms({ minOrderPaise: 10_500 });
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    const other = await listProduct(t, distributor);
    const lines = [productId, other].map((each) => ({ productId: each, quantity: 1 }));
    const order = await requireOrder(t, await placeLines(retailer, lines));
    expect(order.lines).toHaveLength(2);
  });

  it("may take orders and reservations from connected retailers only", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const terms = withTerms({ networkOnly: true });
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    expect(await refusal(placing(retailer, productId, 1))).toEqual({ code: "NETWORK_ONLY" });
    await connectPair(t, retailer, distributor);
    await placeOne(retailer, productId, 1);
  });

  it.each([0, -1, 0.5, 10_000_000_000])("have no minimum of %d paise", async (minOrderPaise) => {
    const { distributor } = await smallMarket();
    const call = distributor.client.mutation(api.orders.saveTerms, {
      terms: withTerms({ minOrderPaise }),
    });
    expect(await refusal(call)).toEqual({ code: "BAD_TERMS" });
  });
});
