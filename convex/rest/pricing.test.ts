/** Prices without tax over REST: what products and orders say, and what a program that sends a price sends with it. */
import { beforeEach, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { SELLER, SHOP, TAXED } from "../creditNotes/notes.setup";
import { ANY_ORDERS, listProduct, openPair } from "../market.setup";
import { ask, bearerOf } from "./rest.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});

async function shop() {
  const { t, retailer, distributor } = await openPair({
    retailer: SHOP,
    distributor: { orderTerms: ANY_ORDERS, ...SELLER, pricesExcludeTax: true },
  });
  const productId = await listProduct(t, distributor, { stock: 100, pricePaise: 52_50, ...TAXED });
  const headers = await bearerOf(t, retailer);
  const place = (body: object) =>
    ask(t, "POST /api/orders/place", {
      ...{ headers, body: { productId, quantity: 2, msg: "Please.", ...body } },
    });
  const placeAll = (line: object) =>
    ask(t, "POST /api/orders", {
      ...{ headers, body: { lines: [{ productId, quantity: 2, ...line }], msg: "Please." } },
    });
  return { t, distributor, productId, headers, place, placeAll };
}

it("[TAX6] a product says how much tax comes on top, and so does its order", async () => {
  const { t, productId, headers, place } = await shop();
  for (const asked of [{}, { headers }]) {
    const { body } = await ask(t, `GET /api/products/${productId}`, asked);
    expect(body).toMatchObject({ price: 52.5, addedTaxPercent: 18 });
  }
  const { status, body } = await place({});
  expect(status).toBe(201);
  expect(body).toMatchObject({ order: { price: 52.5, addedTaxPercent: 18 } });
});

it.each(["place", "placeAll"] as const)(
  "[TAX6] a price that is sent needs the tax that was seen on top of it: %s",
  async (call) => {
    const market = await shop();
    const place = market[call];
    const said = { code: "PRICE_CHANGED", price: 52.5, sentPrice: 52.5, addedTaxPercent: 18 };
    for (const sent of [{}, { addedTaxPercent: 5 }, { addedTaxPercent: null }]) {
      const { status, body } = await place({ price: 52.5, ...sent });
      expect([status, body]).toEqual([409, expect.objectContaining(said)]);
    }
    expect((await place({ price: 52.5, addedTaxPercent: 18 })).status).toBe(201);
  },
);

it("[TAX8] an offer says how much tax comes on top, and an acceptance that needs more is one", async () => {
  const { t, distributor, productId, headers, place } = await shop();
  const asSeller = await bearerOf(t, distributor);
  const placed = (await place({})).body as { order: { _id: string } };
  const accept = (body: object = {}) =>
    ask(t, `POST /api/orders/${placed.order._id}/accept`, {
      headers: asSeller,
      body: { deliveryBefore: todayIst(Date.now() + DAY_MS), ...body },
    });
  const offers = async () => (await ask(t, "GET /api/offers", { headers })).body;
  const fewer = [{ lineId: placed.order._id, quantity: 1 }];
  expect((await accept({ lines: fewer })).status).toBe(200);
  expect(await offers()).toMatchObject([
    { lines: [{ quantity: 1, price: 52.5, addedTaxPercent: 18 }] },
  ]);
  // Placed before anybody had said the rate.
  await t.run(async (ctx) => {
    const order = await ctx.db.query("orders").first();
    const lines = order!.lines.map((line) => ({ ...line, addedTaxBp: 0 }));
    await ctx.db.patch("orders", order!._id, { lines });
    await ctx.db.patch("products", productId, { gstRateBp: 500 });
  });
  const status = await ask(t, `PATCH /api/orders/status/${placed.order._id}`, {
    headers: asSeller,
    body: { status: "accepted", deliveryBefore: todayIst(Date.now() + DAY_MS) },
  });
  expect(status).toMatchObject({ status: 200, body: { status: "pending", addedTaxPercent: 0 } });
  const [offer] = (await offers()) as { _id: string }[];
  expect(offer).toMatchObject({ lines: [{ quantity: 2, addedTaxPercent: 5 }] });
  const agreed = await ask(t, `POST /api/offers/${offer!._id}/agree`, { headers });
  expect(agreed).toMatchObject({
    status: 200,
    body: { offer: { state: "agreed", lines: [{ addedTaxPercent: 5 }] } },
  });
});
