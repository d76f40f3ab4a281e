/** The lists of products that REST answers: searched, filtered and sorted as on the screens, page by page. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { joinAdmin, joinDistributor, joinRetailer, listProduct, openMarket } from "../market.setup";
import { type SentHeaders, ask, bearerOf } from "./rest.setup";

/** In order of adding; the last one is another distributor's. */
const SHELF = [
  { name: "Steel Bottle", type: "Home Goods", stock: 5 },
  { name: "Rice", type: "Food and Beverage", stock: 0 },
  { name: "Steel Chair", type: "Furniture", stock: 7 },
  { name: "Steel Tumbler", type: "Home Goods", stock: 0 },
  { name: "steel cut oats", type: "Food and Beverage", stock: 9 },
] as const;

const ALL = "/api/products/all";
const LANDING = "/api/landingpage/products/all";

async function openShelf() {
  const t = openMarket();
  const [own, rival] = [await joinDistributor(t), await joinDistributor(t)];
  for (const [n, fields] of SHELF.entries())
    await listProduct(t, n < SHELF.length - 1 ? own : rival, fields);
  const asRetailer = await bearerOf(t, await joinRetailer(t));
  const asOwner = await bearerOf(t, own);
  const get = (address: string, headers: SentHeaders = asRetailer) =>
    ask(t, `GET ${address}`, { headers });
  const names = async (address: string, headers?: SentHeaders) => {
    const { status, body } = await get(address, headers);
    expect(status, address).toBe(200);
    return (body as { productName: string }[]).map(({ productName }) => productName);
  };
  const ofOwner = `/api/products/distributor/${encodeURIComponent(own.user.email)}`;
  return { t, own, asOwner, get, names, ofOwner };
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const ADDED = SHELF.map(({ name }) => name);
const [BOTTLE, RICE, CHAIR, TUMBLER, OATS] = ADDED;

describe("a list of products", () => {
  it.each([
    ["", ADDED],
    ["sort=default", ADDED],
    ["sort=latest", ADDED.toReversed()],
    ["sort=type", [RICE, OATS, CHAIR, BOTTLE, TUMBLER]],
    ["sort=inStock", [BOTTLE, CHAIR, OATS]],
    ["type=Home+Goods", [BOTTLE, TUMBLER]],
    ["search=STEEL", [BOTTLE, CHAIR, TUMBLER, OATS]],
    ["search=%20chair%20", [CHAIR]],
    ["search=", ADDED],
    ["search=ee", [BOTTLE, CHAIR, TUMBLER, OATS]],
    ["search=steel&type=Home+Goods&sort=latest", [TUMBLER, BOTTLE]],
    ["search=steel&sort=inStock", [BOTTLE, CHAIR, OATS]],
    ["search=copper", []],
  ])("asked with ?%s answers what the screens show", async (query, expected) => {
    const { names } = await openShelf();
    expect(await names(`${ALL}?${query}`)).toEqual(expected);
  });

  it("of one distributor, one's own or for visitors takes the same parameters", async () => {
    const { t, own, asOwner, names, ofOwner } = await openShelf();
    const asked = "search=steel&sort=latest";
    const owned = [TUMBLER, CHAIR, BOTTLE];
    expect(await names(`${ofOwner}?${asked}`)).toEqual(owned);
    expect(await names(`${ofOwner}?sort=inStock`)).toEqual([BOTTLE, CHAIR]);
    expect(await names(`/api/products?${asked}`, asOwner)).toEqual(owned);
    expect(await names("/api/products?sort=inStock", asOwner)).toEqual([CHAIR, BOTTLE]);
    const asAdmin = await bearerOf(t, await joinAdmin(t));
    expect(await names(`/api/products?${asked}`, asAdmin)).toEqual([OATS, ...owned]);
    const ofOwnerByAdmin = `/api/products?${asked}&distributorEmail=${own.user.email}`;
    expect(await names(ofOwnerByAdmin, asAdmin)).toEqual(owned);
    expect(await names(`${LANDING}?${asked}`, {})).toEqual([OATS, ...owned]);
    expect(await names(`${LANDING}?sort=type&type=Furniture`, {})).toEqual([CHAIR]);
  });

  it.each([
    ["search=e"],
    ["search=steel"],
    ["sort=inStock"],
    ["sort=type"],
    ["type=Home+Goods&sort=latest"],
    ["search=ee&sort=type"],
  ])("asked with ?%s has pages of at most so many rows, and all of it once", async (query) => {
    const { get, names } = await openShelf();
    for (const limit of [1, 2]) {
      const found: string[] = [];
      let next: string | undefined = `${ALL}?${query}&limit=${limit}`;
      for (let page = 0; next !== undefined; page += 1) {
        expect(page).toBeLessThan(9);
        const { status, body, headers } = await get(next);
        expect(status).toBe(200);
        expect(headers.get("X-Limit")).toBe(String(limit));
        const rows = (body as { productName: string }[]).map(({ productName }) => productName);
        expect(rows.length).toBeLessThanOrEqual(limit);
        found.push(...rows);
        next = /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
        if (next !== undefined) expect(next).toContain(query.split("&")[0]);
      }
      expect(found).toEqual(await names(`${ALL}?${query}`));
    }
  });

  it.each([
    ["type=All", "type"],
    ["type=furniture", "type"],
    ["type=", "type"],
    ["sort=newest", "sort"],
    ["sort=", "sort"],
    ["sort=latest&sort=type", "sort"],
    ["search=a&search=b", "search"],
    [`search=${"a".repeat(PRODUCT_SEARCH_MAX + 1)}`, "search"],
  ])("refuses ?%s and names the parameter", async (query, field) => {
    const { asOwner, get, ofOwner } = await openShelf();
    for (const [address, headers] of [
      [ALL, undefined],
      [ofOwner, undefined],
      ["/api/products", asOwner],
      [LANDING, {}],
    ] as const)
      expect(await get(`${address}?${query}`, headers)).toMatchObject({
        status: 400,
        body: { code: "BAD_REQUEST", field, error: "The request is not valid." },
      });
  });

  it("takes a search of the greatest length", async () => {
    const { names } = await openShelf();
    expect(await names(`${ALL}?search=${"a".repeat(PRODUCT_SEARCH_MAX)}`)).toEqual([]);
  });

  it("does not tell visitors what is in stock", async () => {
    const { get } = await openShelf();
    expect(await get(`${LANDING}?sort=inStock`, {})).toMatchObject({ status: 400 });
  });

  it("refuses a cursor that is none", async () => {
    const { get } = await openShelf();
    for (const cursor of ["nonsense", "a".repeat(4_096)])
      expect(await get(`${ALL}?search=steel&cursor=${cursor}`)).toMatchObject({ status: 400 });
  });
});
