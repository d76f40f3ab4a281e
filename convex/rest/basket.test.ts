/** A retailer's basket over REST. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BASKET_LINES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  stockOf,
} from "../market.setup";
import { deactivate } from "../account/deactivate";
import { ask, bearerOf, refused } from "./rest.setup";

async function openTrade() {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  const productId = await listProduct(t, distributor);
  const headers = await bearerOf(t, retailer);
  const put = (body: object, id: string = productId, as = headers) =>
    ask(t, `PUT /api/basket/${id}`, { headers: as, body });
  const remove = (id: string = productId) => ask(t, `DELETE /api/basket/${id}`, { headers });
  const read = async (as = headers) => {
    const answer = await ask(t, "GET /api/basket", { headers: as });
    expect(answer.status).toBe(200);
    return (answer.body as { lines: Record<string, unknown>[] }).lines;
  };
  return { t, retailer, distributor, productId, headers, put, remove, read };
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a basket", () => {
  it("is answered with the documented fields, each product as its own call answers it", async () => {
    const { t, productId, put, read, headers } = await openTrade();
    const set = await put({ quantity: 24 });
    expect([set.status, set.body]).toEqual([200, { productId, quantity: 24 }]);
    const { body: product } = await ask(t, `GET /api/products/${productId}`, { headers });
    expect(await read()).toEqual([
      {
        ...{ productId, productName: "Steel Tumbler", quantity: 24 },
        ...{ price: 52.5, seenPrice: 52.5, product },
      },
    ]);
    expect(await stockOf(t, productId), "a basket reserves nothing").toBe(100);
  });

  it("is the one of the screens", async () => {
    const { retailer, productId, put, read, remove } = await openTrade();
    await retailer.client.mutation(api.basket.set, { productId, quantity: 3 });
    expect(await read()).toMatchObject([{ productId, quantity: 3 }]);
    await put({ quantity: 5 });
    expect(await retailer.client.query(api.basket.quantities, {})).toEqual([
      { productId, quantity: 5 },
    ]);
    await remove();
    expect(await retailer.client.query(api.basket.quantities, {})).toEqual([]);
  });

  it("has what was set last, in order of adding; 0 and DELETE remove it, also twice", async () => {
    const { t, distributor, productId, put, remove, read } = await openTrade();
    const other = await listProduct(t, distributor);
    await put({ quantity: 5 });
    await put({ quantity: 1 }, other);
    for (let twice = 0; twice < 2; twice += 1) await put({ quantity: 7 });
    expect(await read()).toMatchObject([
      { productId, quantity: 7 },
      { productId: other, quantity: 1 },
    ]);
    for (let twice = 0; twice < 2; twice += 1)
      expect(await put({ quantity: 0 })).toMatchObject({ status: 200, body: { quantity: 0 } });
    for (let twice = 0; twice < 2; twice += 1)
      expect(await remove(other)).toMatchObject({
        status: 200,
        body: { message: "Removed from the basket." },
      });
    expect(await read()).toEqual([]);
  });

  it("prices a line by its quantity as it is now, beside the price that was seen", async () => {
    const { distributor, productId, put, read } = await openTrade();
    await put({ quantity: 48 });
    const changes = { pricePaise: 6_000, priceBreaks: [{ from: 48, pricePaise: 4_850 }] };
    await distributor.client.mutation(api.products.edit, { productId, changes });
    expect(await read()).toMatchObject([
      { price: 48.5, seenPrice: 52.5, product: { price: 60, priceBreaks: [{ price: 48.5 }] } },
    ]);
  });

  it("keeps what is no longer sold, without a price and a product", async () => {
    const { t, distributor, productId, put, read } = await openTrade();
    const closing = await joinDistributor(t);
    const closed = await listProduct(t, closing, { name: "Brass Pot" });
    for (const id of [productId, closed]) await put({ quantity: 2 }, id);
    await distributor.client.mutation(api.products.archive, { productId });
    const { _id: userId } = closing.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "distributor" }, Date.now()));
    const gone = { quantity: 2, price: null, seenPrice: 52.5, product: null };
    expect(await read()).toEqual([
      { productId, productName: "Steel Tumbler", ...gone },
      { productId: closed, productName: "Brass Pot", ...gone },
    ]);
    expect(await put({ quantity: 3 })).toMatchObject(refused(404, "NOT_FOUND", "Not found."));
    expect(await put({ quantity: 0 })).toMatchObject({ status: 200 });
  });

  it.each([
    [{}],
    [{ quantity: null }],
    [{ quantity: "2" }],
    [{ quantity: -1 }],
    [{ quantity: 0.5 }],
    [{ quantity: 100_001 }],
    [{ quantity: 1e308 }],
  ])("is refused %j, and keeps what it has", async (body) => {
    const { t, put } = await openTrade();
    await put({ quantity: 4 });
    const before = await everything(t);
    expect(await put(body)).toMatchObject(
      refused(400, "BAD_QUANTITY", "Quantity (must be greater than 0)"),
    );
    expect(await everything(t)).toBe(before);
  });

  it("takes no id of anything else", async () => {
    const { retailer, put, remove } = await openTrade();
    for (const id of [retailer.user._id, "nothing", "%00"]) {
      const missing = refused(404, "NOT_FOUND", "Not found.");
      expect(await put({ quantity: 1 }, id)).toMatchObject(missing);
      expect(await remove(id)).toMatchObject(missing);
    }
  });

  it("that is full says how many lines it takes", async () => {
    const { t, retailer, distributor, put } = await openTrade();
    const productId = await listProduct(t, distributor);
    const row = { retailerId: retailer.user._id, productId, quantity: 1, seenPricePaise: 1 };
    await t.run(async (ctx) => {
      for (let n = 0; n < BASKET_LINES_MAX; n += 1) await ctx.db.insert("basketLines", row);
    });
    const answer = await put({ quantity: 1 });
    expect(answer).toMatchObject(refused(409, "BASKET_FULL", "The basket is full."));
    expect(answer.body).toMatchObject({ max: BASKET_LINES_MAX });
  });

  it("is the retailer's own", async () => {
    const { t, put, read } = await openTrade();
    await put({ quantity: 2 });
    expect(await read(await bearerOf(t, await joinRetailer(t)))).toEqual([]);
  });

  it("is changed at the app's rate, and says when it can be changed again", async () => {
    vi.stubEnv("RATE_LIMITS", "on");
    const { put } = await openTrade();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    let quantity = 0;
    let answer = await put({ quantity: 1 });
    while (answer.status === 200 && quantity < 1_100)
      answer = await put({ quantity: (quantity += 1) });
    vi.useRealTimers();
    expect(answer).toMatchObject({ status: 429, body: { code: "TOO_MANY" } });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

it("minimum and network of a product's distributor stand with the product", async () => {
  const { t, distributor, put, read } = await openTrade();
  const orderTerms = { ...ANY_ORDERS, minOrderPaise: 50_000, networkOnly: true };
  await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { orderTerms }));
  await put({ quantity: 2 });
  expect(await read()).toMatchObject([{ product: { minOrder: 500, networkOnly: true } }]);
});
