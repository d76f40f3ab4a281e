/** Quick order: what pasted texts mean, and many lines at once into the basket. */
import { describe, expect, it } from "vitest";
import {
  BASKET_LINES_MAX,
  MATCH_HITS_MAX,
  QUICK_LINES_MAX,
  SEARCH_SCAN_ROWS,
} from "../../domain/limits";
import { api } from "../_generated/api";
import {
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

async function trade() {
  const t = openMarket();
  const [asha, ravi] = [await joinDistributor(t), await joinDistributor(t)];
  return { t, asha, ravi, meena: await joinRetailer(t) };
}

function stock(t: Market, seller: Person, name: string, sku?: string) {
  return listProduct(t, seller, { name, ...(sku && { sku, skuKey: sku.toLowerCase() }) });
}

/** The names that a text may mean, behind "!" where it is sure. */
async function meaning({ client }: Person, ...texts: string[]): Promise<string[]> {
  const matches = await client.query(api.quickOrder.match, { texts });
  return matches.map(
    ({ products, isSure }) => (isSure ? "!" : "") + products.map(({ name }) => name).join("|"),
  );
}

describe("[QUICK4] a pasted text", () => {
  it("means the product with that SKU, in upper or lower case, before any name", async () => {
    const { t, asha, meena } = await trade();
    await stock(t, asha, "Sona Masoori", "R-10");
    await stock(t, asha, "r-10");
    expect(await meaning(meena, "r-10", " R-10 ")).toEqual(["!Sona Masoori", "!Sona Masoori"]);
  });

  it("means the product of that name, else the only one whose name has it", async () => {
    const { t, asha, meena } = await trade();
    for (const name of ["Rice", "Basmati rice", "Rice bran oil", "Toor dal"])
      await stock(t, asha, name);
    expect(await meaning(meena, "Rice", "rice", "BRAN", "toor")).toEqual([
      "!Rice",
      "!Rice",
      "!Rice bran oil",
      "!Toor dal",
    ]);
  });

  it("may be as short as it likes beside others", async () => {
    const { t, asha, meena } = await trade();
    for (const name of ["Zq", "Azw", "Bzw", "Toor dal"]) await stock(t, asha, name);
    expect(await meaning(meena, "zq", "zw", "q", "", "toor", "x")).toEqual([
      ...["!Zq", "Bzw|Azw", "!Zq", "", "!Toor dal", ""],
    ]);
  });

  it("means the product of that name, whichever way their letters are typed", async () => {
    const { t, asha, meena } = await trade();
    for (const name of ["पे\u095cा", "पे\u095cा 500 g"]) await stock(t, asha, name);
    expect(await meaning(meena, "पे\u095cा", "पे\u0921\u093cा")).toEqual([
      ...["!पे\u095cा", "!पे\u095cा"],
    ]);
  });

  it("is read without what nobody sees at its ends, as names and SKUs are kept", async () => {
    const { t, asha, meena } = await trade();
    await stock(t, asha, "Toor dal", "T-1");
    await stock(t, asha, "Toor dal, split");
    const [mark, space] = ["\u200e", "\u200b"];
    expect(await meaning(meena, `${mark}Toor dal${space}`, `${space}t-1`, space)).toEqual([
      ...["!Toor dal", "!Toor dal", ""],
    ]);
  });

  it("that several distributors or names have is there to choose", async () => {
    const { t, asha, ravi, meena } = await trade();
    await stock(t, asha, "Asha's rice", "R-10");
    await stock(t, ravi, "Ravi's rice", "R-10");
    await stock(t, ravi, "Salt");
    await stock(t, asha, "Salt");
    expect(await meaning(meena, "R-10", "Salt", "salt", "rice")).toEqual([
      "Asha's rice|Ravi's rice",
      "Salt|Salt",
      "Salt|Salt",
      "Ravi's rice|Asha's rice",
    ]);
  });

  it.each([
    ["has it", "zeta"],
    ["is it but for the case", "ZETA lamp"],
  ])(
    "is not sure where one of the names that were read %s, and others are unread",
    async (_, text) => {
      const { t, asha, meena } = await trade();
      await stock(t, asha, "Zeta LAMP");
      await t.run(async (ctx) => {
        const { _id, _creationTime, ...fields } = (await ctx.db.query("products").first())!;
        // While the search's index is being built, a page of a search reads so many products.
        for (const { _id: fill } of await ctx.db.query("searchFills").take(2))
          await ctx.db.delete("searchFills", fill);
        for (let n = 0; n < SEARCH_SCAN_ROWS; n += 1)
          await ctx.db.insert("products", { ...fields, name: `Tumbler ${n}` });
      });
      await stock(t, asha, "Zeta Lamp");
      expect(await meaning(meena, text)).toEqual(["Zeta Lamp"]);
    },
  );

  it("of an archived product, or of none, means nothing", async () => {
    const { t, asha, meena } = await trade();
    const productId = await stock(t, asha, "Steel pot", "P1");
    await asha.client.mutation(api.products.archive, { productId });
    expect(await meaning(meena, "P1", "Steel pot", "pot", "zzz", "", " ")).toEqual(
      Array.from({ length: 6 }, () => ""),
    );
  });

  it("is found by its whole name, however many names have it", async () => {
    const { t, asha, meena } = await trade();
    await stock(t, asha, "Rice");
    for (let n = 0; n < MATCH_HITS_MAX; n += 1) await stock(t, asha, `Rice ${n}`);
    expect(await meaning(meena, "Rice")).toEqual(["!Rice"]);
    // In other letters it is not among the first ones, so nothing is sure.
    const [many] = await meaning(meena, "RICE");
    expect(many).toMatch(/^Rice \d+\|/);
  });
});

describe("[QUICK5] many lines", () => {
  const add = ({ client }: Person, lines: { productId: string; quantity: number }[]) =>
    client.mutation(api.quickOrder.add, { lines });

  async function inBasket({ client }: Person): Promise<Record<string, number>> {
    const lines = await client.query(api.basket.quantities, {});
    return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));
  }

  it("get the quantities that were sent; sending them again changes nothing", async () => {
    const { t, asha, meena } = await trade();
    const [rice, salt] = [await stock(t, asha, "Rice"), await stock(t, asha, "Salt")];
    await meena.client.mutation(api.basket.set, { productId: rice, quantity: 9 });
    const lines = [
      { productId: rice, quantity: 24 },
      { productId: salt, quantity: 2 },
    ];
    expect(await add(meena, lines)).toEqual({ refused: [] });
    expect(await inBasket(meena)).toEqual({ [rice]: 24, [salt]: 2 });
    const before = await everything(t);
    await add(meena, lines);
    expect(await everything(t)).toBe(before);
  });

  it("that are wrong are named, and hinder no others", async () => {
    const { t, asha, meena } = await trade();
    const [rice, gone] = [await stock(t, asha, "Rice"), await stock(t, asha, "Gone")];
    await asha.client.mutation(api.products.archive, { productId: gone });
    const sent = [
      { productId: gone, quantity: 1 },
      { productId: "x", quantity: 1 },
      { productId: rice, quantity: 24 },
      { productId: meena.user._id, quantity: 1 },
    ];
    expect(await add(meena, sent)).toEqual({
      refused: [gone, "x", meena.user._id].map((productId) => ({ productId, code: "NOT_FOUND" })),
    });
    const { refused } = await add(meena, [{ productId: rice, quantity: 0.5 }]);
    expect(refused).toEqual([{ productId: rice, code: "BAD_QUANTITY" }]);
    expect(await inBasket(meena)).toEqual({ [rice]: 24 });
  });

  it("end at the basket's limit", async () => {
    const { t, asha, meena } = await trade();
    const [rice, salt, old] = [
      await stock(t, asha, "Rice"),
      await stock(t, asha, "Salt"),
      await stock(t, asha, "Old"),
    ];
    const row = { retailerId: meena.user._id, quantity: 1, seenPricePaise: 1 };
    await t.run(async (ctx) => {
      for (let n = 1; n < BASKET_LINES_MAX; n += 1) {
        await ctx.db.insert("basketLines", { ...row, productId: old });
      }
    });
    const lines = [rice, salt].map((productId) => ({ productId, quantity: 1 }));
    expect(await add(meena, lines)).toEqual({
      refused: [{ productId: salt, code: "BASKET_FULL" }],
    });
  });

  it("are refused as a whole when there are too many", async () => {
    const { t, asha, meena } = await trade();
    const productId = await stock(t, asha, "Rice");
    const many = Array.from({ length: QUICK_LINES_MAX + 1 }, () => ({ productId, quantity: 1 }));
    expect(await refusal(add(meena, many))).toEqual({ code: "BAD_REQUEST" });
    expect(await add(meena, many.slice(1))).toEqual({ refused: [] });
  });
});
