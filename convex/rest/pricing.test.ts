/** Prices without tax over REST: what products and orders say, and what a program that sends a price sends with it. */
import { beforeEach, expect, it, vi } from "vitest";
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
    ask(t, "POST /api/placements", {
      ...{ headers, body: { lines: [{ productId, quantity: 2, ...line }], msg: "Please." } },
    });
  return { t, productId, headers, place, placeAll };
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
