import { describe, expect, it } from "vitest";
import { PAGE_ROWS_MAX } from "../../domain/limits";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
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
import { insertProduct } from "./write";

const PAGE = { paginationOpts: FIRST_PAGE };

async function smallMarket() {
  const t = openMarket();
  return { t, distributor: await joinDistributor(t), retailer: await joinRetailer(t) };
}

async function upload(t: Market, person: Person): Promise<Id<"_storage">> {
  const imageId = await storePicture(t);
  await t.run((ctx) =>
    ctx.db.insert("uploads", {
      imageId,
      userId: person.user._id,
      purpose: "image",
      claimed: false,
    }),
  );
  return imageId;
}

const FIELDS = {
  name: "Brass Lamp",
  type: "Home Goods",
  description: "Hand-finished.",
  packSize: 6,
  pricePaise: 49_950,
  stock: 12,
} as const;

function names(result: { page: { name: string }[] }): string[] {
  return result.page.map((product) => product.name);
}

describe("adding a product", () => {
  it("puts it before retailers and visitors at once", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const imageId = await upload(t, distributor);
    const { productId } = await distributor.client.mutation(api.products.add, {
      ...FIELDS,
      imageId,
    });
    const { stock, description, ...card } = FIELDS;
    const row = { _id: productId, ...card };
    const [{ client }, { name, email }] = [retailer, distributor.user];
    expect((await client.query(api.products.all, PAGE)).page).toMatchObject([row]);
    expect((await distributor.client.query(api.products.mine, PAGE)).page).toMatchObject([
      { ...row, description },
    ]);
    expect((await t.query(api.products.landing, PAGE)).page).toMatchObject([
      { ...row, distributorName: name },
    ]);
    expect(await client.query(api.products.one, { productId })).toMatchObject({
      ...{ ...row, description, stock },
      ...{ distributorName: name, distributorEmail: email },
    });
    expect(await stockOf(t, productId)).toBe(stock);
  });

  it.each([
    ["name", ""],
    ["name", "   "],
    ["name", "a".repeat(101)],
    ["name", "a\u0000b"],
    ["name", "\ud800"],
    ["description", " "],
    ["packSize", -1],
    ["packSize", 0.5],
    ["packSize", 1_000_001],
    ["stock", -1],
    ["stock", 0.5],
    ["stock", 1_000_001],
    ["stock", Number.NaN],
    ["pricePaise", -1],
    ["pricePaise", 0.5],
    ["pricePaise", 10_000_000_000],
    ["pricePaise", Number.POSITIVE_INFINITY],
  ])("is refused when %s is '%s'", async (field, value) => {
    const { t, distributor } = await smallMarket();
    const imageId = await upload(t, distributor);
    const before = await everything(t);
    const call = distributor.client.mutation(api.products.add, {
      ...FIELDS,
      imageId,
      [field]: value,
    });
    expect(await refusal(call)).toMatchObject({ code: "BAD_PRODUCT", field });
    expect(await everything(t)).toBe(before);
  });

  it("[PRODUCT6] accepts zero for pack, price and stock, and the largest of each", async () => {
    const { t, distributor } = await smallMarket();
    const extremes = [
      { packSize: 0, pricePaise: 0, stock: 0 },
      { packSize: 1_000_000, pricePaise: 9_999_999_999, stock: 1_000_000 },
    ];
    for (const figures of extremes) {
      const imageId = await upload(t, distributor);
      await distributor.client.mutation(api.products.add, { ...FIELDS, ...figures, imageId });
    }
    expect((await distributor.client.query(api.products.mine, PAGE)).page).toHaveLength(2);
  });

  it("keeps a negative zero as what it is: nothing", async () => {
    const { t, distributor } = await smallMarket();
    const imageId = await upload(t, distributor);
    const figures = { packSize: -0, pricePaise: -0, stock: -0 };
    await distributor.client.mutation(api.products.add, { ...FIELDS, ...figures, imageId });
    const product = await t.run((ctx) => ctx.db.query("products").first());
    const stock = await stockOf(t, product!._id);
    expect([product?.packSize, product?.pricePaise, stock]).toEqual([0, 0, 0]);
  });

  it("takes no type outside the list", async () => {
    const { t, distributor } = await smallMarket();
    const imageId = await upload(t, distributor);
    for (const type of ["All", "beauty", "", "Beauty ", "constructor"]) {
      const call = distributor.client.mutation(api.products.add, {
        ...FIELDS,
        imageId,
        type: type as "Beauty",
      });
      await expect(call).rejects.toThrow(/Validator/);
    }
  });

  it("takes no picture that somebody else uploaded", async () => {
    const { t, distributor } = await smallMarket();
    const imageId = await upload(t, await joinDistributor(t));
    await refusal(distributor.client.mutation(api.products.add, { ...FIELDS, imageId }));
    expect((await distributor.client.query(api.products.mine, PAGE)).page).toEqual([]);
  });

  it("is for distributors only", async () => {
    const { t, retailer } = await smallMarket();
    for (const person of [retailer, await joinAdmin(t)]) {
      const imageId = await upload(t, person);
      expect(
        await refusal(person.client.mutation(api.products.add, { ...FIELDS, imageId })),
      ).toMatchObject({
        code: "FORBIDDEN",
      });
    }
  });
});

describe("editing a product", () => {
  it("changes what was sent and nothing else", async () => {
    const { t, distributor } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const before = await t.run((ctx) => ctx.db.get("products", productId));
    await distributor.client.mutation(api.products.edit, {
      productId,
      changes: { pricePaise: 100, name: " New " },
    });
    const after = await t.run((ctx) => ctx.db.get("products", productId));
    expect(after).toEqual({ ...before, pricePaise: 100, name: "New" });
  });

  it("[PRODUCT12] sets the stock only if it still is what was seen, and tells the live figure otherwise", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor, { stock: 20 });
    await placeOne(retailer, productId, 5);
    const edit = (stockSeen?: number) =>
      distributor.client.mutation(api.products.edit, {
        productId,
        changes: { stock: 50 },
        stockSeen,
      });
    expect(await refusal(edit(20))).toMatchObject({ code: "STALE_STOCK", stock: 15 });
    expect(await stockOf(t, productId)).toBe(15);
    await edit(15);
    expect(await stockOf(t, productId)).toBe(50);
    await edit();
    expect(await stockOf(t, productId)).toBe(50);
  });

  it("does not mind a stock that moved while other fields were edited", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor, { stock: 20 });
    await placeOne(retailer, productId, 5);
    await distributor.client.mutation(api.products.edit, {
      productId,
      changes: { name: "New" },
      stockSeen: 20,
    });
    expect(await stockOf(t, productId)).toBe(15);
  });

  it.each([
    ["stock", -1],
    ["name", ""],
    ["pricePaise", Number.NaN],
  ])("is refused when %s is '%s'", async (field, value) => {
    const { t, distributor } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const call = distributor.client.mutation(api.products.edit, {
      productId,
      changes: { [field]: value },
    });
    expect(await refusal(call)).toMatchObject({ code: "BAD_PRODUCT", field });
  });

  it("is for the owner only: another's product is as good as missing", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const rival = await joinDistributor(t);
    for (const id of [productId, "../x", rival.user._id]) {
      expect(
        await refusal(
          rival.client.mutation(api.products.edit, { productId: id, changes: { stock: 1 } }),
        ),
      ).toMatchObject({ code: "NOT_FOUND" });
      expect(
        await refusal(rival.client.mutation(api.products.archive, { productId: id })),
      ).toMatchObject({
        code: "NOT_FOUND",
      });
    }
    expect(
      await refusal(
        retailer.client.mutation(api.products.edit, { productId, changes: { stock: 1 } }),
      ),
    ).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("taking a product off the market", () => {
  it("[PRODUCT11] removes it from every list and page; the second time it is not found", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const archive = () => distributor.client.mutation(api.products.archive, { productId });
    await archive();
    expect((await retailer.client.query(api.products.all, PAGE)).page).toEqual([]);
    expect((await distributor.client.query(api.products.mine, PAGE)).page).toEqual([]);
    expect((await t.query(api.products.landing, PAGE)).page).toEqual([]);
    expect(await retailer.client.query(api.products.one, { productId })).toBeNull();
    expect(await refusal(archive())).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("who sees what of a product", () => {
  it("visitors see neither stock nor e-mails, on the list and on the page", async () => {
    const { t, distributor } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const [listed] = (await t.query(api.products.landing, PAGE)).page;
    const one = await t.query(api.products.one, { productId });
    for (const product of [listed, one]) {
      expect(product).toMatchObject({ _id: productId, distributorName: distributor.user.name });
      expect(Object.keys(product ?? {})).not.toEqual(expect.arrayContaining(["stock"]));
      expect(JSON.stringify(product)).not.toContain(distributor.user.email);
    }
  });

  it("a retailer, the owner and an admin see stock and e-mail; a rival sees nothing", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor);
    for (const { client } of [retailer, distributor, await joinAdmin(t)]) {
      expect(await client.query(api.products.one, { productId })).toMatchObject({
        stock: 100,
        distributorEmail: distributor.user.email,
      });
    }
    const rival = await joinDistributor(t);
    expect(await rival.client.query(api.products.one, { productId })).toBeNull();
    expect((await rival.client.query(api.products.mine, PAGE)).page).toEqual([]);
    expect(await refusal(rival.client.query(api.products.all, PAGE))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await retailer.client.query(api.products.one, { productId: "../x" })).toBeNull();
  });

  it("the products of a closed account are seen by nobody", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const productId = await listProduct(t, distributor);
    const open = await listProduct(t, await joinDistributor(t), { name: "Other" });
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
    expect(names(await t.query(api.products.landing, PAGE))).toEqual(["Other"]);
    expect((await retailer.client.query(api.products.all, PAGE)).page).toMatchObject([
      { _id: open },
    ]);
    expect(await t.query(api.products.one, { productId })).toBeNull();
  });
});

describe("searching and sorting", () => {
  async function stocked() {
    const market = await smallMarket();
    const { t, distributor } = market;
    const goods = [
      ["Basmati Rice", "Food and Beverage", 5],
      ["Rice Cooker", "Electronics", 0],
      ["Price Tags (100%)", "Home Goods", 7],
      ["Neem Soap", "Beauty", 9],
    ] as const;
    for (const [name, type, stock] of goods)
      await listProduct(t, distributor, { name, type, stock });
    return market;
  }

  it("[CATALOGUE4] finds any part of the name, in any case, and nothing else", async () => {
    const { t, retailer } = await stocked();
    const search = async (text: string) =>
      names(await retailer.client.query(api.products.all, { ...PAGE, search: text }));
    expect(await search("RICE")).toEqual(["Basmati Rice", "Rice Cooker", "Price Tags (100%)"]);
    expect(await search("  asmati r ")).toEqual(["Basmati Rice"]);
    expect(await search("\u200basmati r\u200e")).toEqual(["Basmati Rice"]);
    expect(await search("")).toHaveLength(4);
    expect(await search("(100%)")).toEqual(["Price Tags (100%)"]);
    for (const nothing of [".*", "[", "\\", "(a+)+$", "zzz", "a".repeat(100_000)]) {
      expect(await search(nothing)).toEqual([]);
    }
    expect(names(await t.query(api.products.landing, { ...PAGE, search: "soap" }))).toEqual([
      "Neem Soap",
    ]);
  });

  it("[CATALOGUE5] filters by exactly one type, also together with a search", async () => {
    const { retailer } = await stocked();
    const ask = async (question: object) =>
      names(await retailer.client.query(api.products.all, { ...PAGE, ...question }));
    expect(await ask({ type: "Electronics" })).toEqual(["Rice Cooker"]);
    expect(await ask({ type: "Food and Beverage", search: "rice" })).toEqual(["Basmati Rice"]);
    expect(await ask({ type: "Furniture" })).toEqual([]);
  });

  it("[CATALOGUE6] sorts by type in alphabetical order, by newest, and keeps what is in stock", async () => {
    const { retailer } = await stocked();
    const sorted = async (sort: "default" | "type" | "latest" | "inStock") =>
      names(await retailer.client.query(api.products.all, { ...PAGE, sort }));
    expect(await sorted("default")).toEqual([
      "Basmati Rice",
      "Rice Cooker",
      "Price Tags (100%)",
      "Neem Soap",
    ]);
    expect(await sorted("type")).toEqual([
      "Neem Soap",
      "Rice Cooker",
      "Basmati Rice",
      "Price Tags (100%)",
    ]);
    expect(await sorted("latest")).toEqual([
      "Neem Soap",
      "Price Tags (100%)",
      "Rice Cooker",
      "Basmati Rice",
    ]);
    expect(await sorted("inStock")).toEqual(["Basmati Rice", "Price Tags (100%)", "Neem Soap"]);
  });

  it("[CATALOGUE12] shows one distributor's products, whatever the case of the e-mail", async () => {
    const { t, distributor, retailer } = await stocked();
    await listProduct(t, await joinDistributor(t), { name: "Other" });
    const of = (distributorEmail: string, question: object = {}) =>
      retailer.client.query(api.products.byDistributor, { ...PAGE, distributorEmail, ...question });
    expect(names(await of(` ${distributor.user.email.toUpperCase()} `))).toHaveLength(4);
    expect(names(await of(distributor.user.email, { sort: "type", search: "rice" }))).toEqual([
      "Rice Cooker",
      "Basmati Rice",
      "Price Tags (100%)",
    ]);
    for (const nobody of ["nobody@mandi.test", retailer.user.email, "", "../x"]) {
      expect(await refusal(of(nobody))).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("goes through a large market page by page, finding each match once", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const imageId = await storePicture(t);
    await t.run(async (ctx) => {
      for (let n = 0; n < PAGE_ROWS_MAX + 50; n += 1) {
        await insertProduct(ctx, {
          ...FIELDS,
          name: n % 100 === 50 ? `Needle ${n}` : `Hay ${n}`,
          type: PRODUCT_TYPES[n % 10]!,
          distributorId: distributor.user._id,
          imageId,
        });
      }
    });
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = null, isDone = false; !isDone; pages += 1) {
      const result: { page: { name: string }[]; isDone: boolean; continueCursor: string } =
        await retailer.client.query(api.products.all, {
          search: "needle",
          paginationOpts: { numItems: 10, cursor },
        });
      found.push(...names(result));
      ({ continueCursor: cursor, isDone } = result);
    }
    expect(found).toEqual(Array.from({ length: 10 }, (_, n) => `Needle ${100 * n + 50}`));
    expect(pages).toBeLessThan(10);
    const { page } = await retailer.client.query(api.products.all, {
      paginationOpts: { numItems: 1e9, cursor: null },
    });
    expect(page).toHaveLength(PAGE_ROWS_MAX);
  });

  it.each([0, -5, 1e9, Number.POSITIVE_INFINITY, Number.NaN, 2.5])(
    "survives a page of %d rows",
    async (numItems) => {
      const { retailer } = await stocked();
      const result = await retailer.client.query(api.products.all, {
        paginationOpts: { numItems, cursor: null },
      });
      expect(result.page.length).toBeGreaterThan(0);
    },
  );
});

describe("[ALIAS1] other names of a product", () => {
  it("are set, changed and ended by its distributor, and at most ten", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const imageId = await upload(t, distributor);
    const fields = { ...FIELDS, imageId, aliases: " chawki ,स्टूल" };
    const { productId } = await distributor.client.mutation(api.products.add, fields);
    const change = (aliases: string) =>
      distributor.client.mutation(api.products.edit, { productId, changes: { aliases } });
    const find = async (search: string) =>
      names(await retailer.client.query(api.products.all, { ...PAGE, search }));
    const stored = () =>
      t.run(async (ctx) => (await ctx.db.get("products", productId))?.aliases ?? "");
    expect(await stored()).toBe("chawki, स्टूल");
    for (const text of ["chawki", "chauki", "chaawki", "stool", "स्टूल"])
      expect(await find(text), text).toEqual(text === "chauki" ? [] : [FIELDS.name]);
    for (const wrong of ["a,b,c,d,e,f,g,h,i,j,k", "a".repeat(41), "a,\u202eb"])
      expect(await refusal(change(wrong)), wrong).toMatchObject({
        ...{ code: "BAD_PRODUCT", field: "aliases" },
      });
    await change("peedha");
    expect(await find("chawki")).toEqual([]);
    expect(await find("पीढ़ा")).toEqual([FIELDS.name]);
    await change("");
    expect(await stored()).toBe("");
    expect(await find("peedha")).toEqual([]);
  });
});

describe("the country of origin", () => {
  it("is set, changed and ended by the distributor, and is one of ISO 3166-1", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const imageId = await upload(t, distributor);
    const fields = { ...FIELDS, imageId, countryOfOrigin: "CN" };
    const { productId } = await distributor.client.mutation(api.products.add, fields);
    const origin = async () =>
      (await retailer.client.query(api.products.one, { productId }))?.countryOfOrigin;
    const change = (countryOfOrigin: string) =>
      distributor.client.mutation(api.products.edit, { productId, changes: { countryOfOrigin } });
    expect(await origin()).toBe("CN");
    for (const wrong of ["XX", "cn", "China"])
      expect(await refusal(change(wrong)), wrong).toMatchObject({
        ...{ code: "BAD_PRODUCT", field: "countryOfOrigin" },
      });
    await change("IN");
    expect(await origin()).toBe("IN");
    await change("");
    expect(await origin()).toBeUndefined();
  });

  it("filters the market's lists, with the other filters and beside a search", async () => {
    const { t, distributor, retailer } = await smallMarket();
    const origins = [undefined, "CN", "IN", "CN"] as const;
    for (const [at, countryOfOrigin] of origins.entries()) {
      const imageId = await upload(t, distributor);
      const name = `${at === 3 ? "Copper" : "Brass"} Lamp ${at}`;
      const fields = { ...FIELDS, name, imageId, ...(countryOfOrigin && { countryOfOrigin }) };
      await distributor.client.mutation(api.products.add, fields);
    }
    const china = { ...PAGE, countryOfOrigin: "CN" };
    const distributorEmail = distributor.user.email;
    const listed = async (filter: object) =>
      names(await retailer.client.query(api.products.all, { ...china, ...filter }));
    expect(await listed({})).toEqual(["Brass Lamp 1", "Copper Lamp 3"]);
    expect(await listed({ type: "Home Goods" })).toEqual(["Brass Lamp 1", "Copper Lamp 3"]);
    expect(await listed({ type: "Beauty" })).toEqual([]);
    expect(await listed({ sort: "type" })).toEqual(["Brass Lamp 1", "Copper Lamp 3"]);
    expect(await listed({ search: "brass" })).toEqual(["Brass Lamp 1"]);
    const own = { ...china, distributorEmail };
    expect(names(await retailer.client.query(api.products.byDistributor, own))).toHaveLength(2);
    expect(names(await t.query(api.products.landing, china))).toHaveLength(2);
  });
});
