/** Imports of products: each batch once, nothing overwritten that changed meanwhile, and one's own products alone. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IMPORT_FIELDS, type ImportMode } from "../../domain/import/columns";
import type { Cells } from "../../domain/import/rows";
import {
  STOCK_MAX,
  IMPORT_BATCH_ROWS,
  IMPORT_CELL_MAX,
  IMPORT_KEPT_MS,
  IMPORT_LOOKUP_ROWS,
  IMPORT_ROWS_MAX,
} from "../../domain/limits";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { api, internal } from "../_generated/api";
import {
  type Market,
  type Person,
  everything,
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  refusal,
  runDueTimers,
  stockOf,
} from "../market.setup";
import { BATCHES_PER_SWEEP } from "./internal";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const TEA = {
  ...{ name: "Assam Tea", type: "Food and Beverage", description: "250 g." },
  ...{ packSize: "24", pricePaise: "₹1,250.50", stock: "240" },
};

type Row = { line: number; cells: Cells; stockSeen?: number };

function rowsOf(count: number, from = 0): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const sku = `TEA-${from + at}`;
    return { line: from + at + 2, cells: { ...TEA, sku, name: `Tea ${from + at}` } };
  });
}

async function begin(
  t: Market,
  { client }: Person,
  { mode = "addAndUpdate", rowCount = 1 }: { mode?: ImportMode; rowCount?: number } = {},
): Promise<string> {
  const importId = newKey();
  await client.mutation(api.imports.begin, { importId, mode, rowCount });
  // The pictures of types.
  runDueTimers();
  await t.finishInProgressScheduledFunctions();
  return importId;
}

async function take({ client }: Person, importId: string, rows: Row[], batch = 0) {
  return (await client.mutation(api.imports.take, { importId, batch, rows })).outcomes;
}

async function outcomesOf(call: ReturnType<typeof take>): Promise<string[]> {
  return (await call).map(({ outcome }) => outcome);
}

function mine({ client }: Person) {
  return client.query(api.products.mine, { paginationOpts: FIRST_PAGE });
}

async function openShop() {
  const t = openMarket();
  return { t, distributor: await joinDistributor(t), retailer: await joinRetailer(t) };
}

describe("an import", () => {
  it("[IMPORT4] adds products with a drawn picture, which retailers see like any other", async () => {
    const { t, distributor, retailer } = await openShop();
    const importId = await begin(t, distributor);
    const cells = { ...TEA, sku: "Tea-1", minQuantity: "12", priceBreaks: "24: 1,200" };
    expect(await outcomesOf(take(distributor, importId, [{ line: 2, cells }]))).toEqual(["added"]);
    const { page } = await retailer.client.query(api.products.all, {
      ...{ paginationOpts: FIRST_PAGE, search: "assam" },
    });
    expect(page).toHaveLength(1);
    const product = await retailer.client.query(api.products.one, { productId: page[0]!._id });
    expect(product).toMatchObject({
      ...{ name: "Assam Tea", type: "Food and Beverage", packSize: 24, pricePaise: 125_050 },
      ...{ sku: "Tea-1", stock: 240, minQuantity: 12 },
      priceBreaks: [{ from: 24, pricePaise: 120_000 }],
    });
    expect(product).not.toHaveProperty("multiple");
    expect(product?.imageUrl).toEqual(expect.any(String));
    await placeOne(retailer, page[0]!._id, 12);
  });

  it("[IMPORT13] sets tax details and takes them away; prices must be as the distributor's are", async () => {
    const { t, distributor } = await openShop();
    const taxed = { gstin: "27AAPFU0939F1ZV", pricesExcludeTax: true };
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, taxed));
    const importId = await begin(t, distributor, { rowCount: 120 });
    const cells = { ...TEA, sku: "TEA-1", hsn: "0902", gstRateBp: "5%", uqc: "Boxes" };
    const send = async (batch: number, ...rows: Cells[]) => {
      const sent = rows.map((row, at) => ({ line: at + 2, cells: row }));
      return take(distributor, importId, sent, batch);
    };
    const first = await send(
      0,
      { ...cells, priceBasis: "Without tax" },
      { ...cells, sku: "TEA-2", priceBasis: "With tax" },
      { ...cells, sku: "TEA-3", gstRateBp: "7" },
    );
    expect(first).toMatchObject([
      { outcome: "added" },
      { outcome: "refused", faults: [{ field: "priceBasis" }] },
      { outcome: "refused", faults: [{ field: "gstRateBp" }] },
    ]);
    const stored = () =>
      t.run((ctx) =>
        ctx.db
          .query("products")
          .withIndex("by_distributor_sku", (q) =>
            q.eq("distributorId", distributor.user._id).eq("skuKey", "tea-1"),
          )
          .unique(),
      );
    const details = { hsn: "0902", taxKind: "taxable", gstRateBp: 500, uqc: "BOX" };
    expect(await stored()).toMatchObject({ ...details, pricePaise: 125_050 });
    const exported = await distributor.client.query(api.exports.products, {
      paginationOpts: FIRST_PAGE,
    });
    expect(exported.page).toMatchObject([{ ...details, pricesExcludeTax: true }]);
    expect(await send(1, { sku: "TEA-1", taxKind: "exempt", uqc: "-", hsn: "-" })).toMatchObject([
      { outcome: "changed" },
    ]);
    const after = await stored();
    expect(after).toMatchObject({ taxKind: "exempt" });
    for (const field of ["hsn", "gstRateBp", "uqc"]) expect(after).not.toHaveProperty(field);
  });

  it("draws one picture for each type, however many imports begin", async () => {
    const { t, distributor } = await openShop();
    await begin(t, distributor);
    await begin(t, distributor);
    // What an import does that began before the pictures of another were kept. One after the other: convex-test mixes up the
    // transactions of actions that store files at once.
    await t.action(internal.imports.internal.draw, {});
    const { drawn, files } = await t.run(async (ctx) => ({
      drawn: await ctx.db.query("typePictures").take(100),
      files: await ctx.db.system.query("_storage").take(100),
    }));
    expect(drawn.map(({ type }) => type)).toEqual([...PRODUCT_TYPES]);
    // Two more belong to the accounts.
    expect(files).toHaveLength(PRODUCT_TYPES.length + 2);
  });

  it("waits for the pictures, and writes nothing meanwhile", async () => {
    const { t, distributor } = await openShop();
    const importId = newKey();
    await distributor.client.mutation(api.imports.begin, {
      ...{ importId, mode: "addAndUpdate", rowCount: 1 },
    });
    const sku = { sku: "TUM-1", skuKey: "tum-1" };
    await listProduct(t, distributor, { ...sku, stock: 100 });
    const before = await everything(t);
    const change = {
      line: 2,
      cells: { sku: "TUM-1", pricePaise: "60", stock: "1" },
      stockSeen: 100,
    };
    expect(await refusal(take(distributor, importId, [change, ...rowsOf(1, 1)]))).toEqual({
      code: "IMPORT_NOT_READY",
    });
    expect(await everything(t)).toBe(before);
  });

  it("[IMPORT3] changes what differs, and leaves what its rows leave empty", async () => {
    const { t, distributor } = await openShop();
    const productId = await listProduct(t, distributor, {
      ...{ sku: "TUM-1", skuKey: "tum-1", minQuantity: 6, stock: 100 },
    });
    const importId = await begin(t, distributor, { mode: "updateOnly" });
    const cells = { sku: "tum-1", pricePaise: "60", minQuantity: "-" };
    expect(await outcomesOf(take(distributor, importId, [{ line: 2, cells }]))).toEqual([
      "changed",
    ]);
    const product = await t.run((ctx) => ctx.db.get("products", productId));
    expect(product).toMatchObject({ sku: "TUM-1", name: "Steel Tumbler", pricePaise: 6_000 });
    expect(product).not.toHaveProperty("minQuantity");
    expect(await stockOf(t, productId)).toBe(100);
  });

  it("[IMPORT4] of the same file again changes nothing", async () => {
    const { t, distributor } = await openShop();
    const rows = rowsOf(IMPORT_BATCH_ROWS);
    await take(distributor, await begin(t, distributor, { rowCount: 50 }), rows);
    const products = await t.run((ctx) => ctx.db.query("products").take(100));
    const again = take(distributor, await begin(t, distributor, { rowCount: 50 }), rows);
    expect(new Set(await outcomesOf(again))).toEqual(new Set(["same"]));
    expect(await t.run((ctx) => ctx.db.query("products").take(100))).toEqual(products);
  });

  it("refuses a wrong row alone, with its reasons", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 3 });
    const [one, two, three] = rowsOf(3);
    const wrong = {
      line: 3,
      cells: { ...two!.cells, pricePaise: "13,75", stock: "x".repeat(2_000) },
    };
    const outcomes = await take(distributor, importId, [one!, wrong, three!]);
    expect(outcomes).toMatchObject([
      { line: 2, outcome: "added" },
      {
        ...{ line: 3, outcome: "refused" },
        faults: [
          { field: "pricePaise", value: "" },
          { field: "stock", value: "" },
        ],
      },
      { line: 4, outcome: "added" },
    ]);
    expect((await mine(distributor)).page).toHaveLength(2);
  });

  it("keeps of a batch of refused rows their lines and reasons alone", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 50 });
    const texts = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, "घ".repeat(3_000)]));
    const rows = rowsOf(IMPORT_BATCH_ROWS).map(({ line }) => ({ line, cells: texts }));
    const outcomes = await take(distributor, importId, rows);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(["refused"]));
    expect(outcomes[0]?.faults).toHaveLength(3);
    const batch = await t.run((ctx) => ctx.db.query("importBatches").first());
    expect(JSON.stringify(batch).length).toBeLessThan(20_000);
    expect(await take(distributor, importId, rows)).toEqual(outcomes);
  });

  it("that only updates adds nothing", async () => {
    const { t, distributor } = await openShop();
    for (const mode of ["updateOnly", "priceAndStock"] as const) {
      const importId = await begin(t, distributor, { mode });
      expect(await outcomesOf(take(distributor, importId, rowsOf(1)))).toEqual(["refused"]);
    }
    expect((await mine(distributor)).page).toEqual([]);
  });
});

describe("[IMPORT5] a batch", () => {
  it("is taken in once: the same again is answered the same, and nothing is written", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 2 });
    const rows = rowsOf(2);
    const first = await take(distributor, importId, rows);
    const { page } = await mine(distributor);
    await distributor.client.mutation(api.products.edit, {
      ...{ productId: page[0]!._id, changes: { pricePaise: 1 } },
    });
    const before = await everything(t);
    expect(await take(distributor, importId, rows)).toEqual(first);
    expect(await everything(t)).toBe(before);
  });

  it("of several sent at once is taken in once", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 1 });
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => take(distributor, importId, rowsOf(1))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect((await mine(distributor)).page).toHaveLength(1);
    expect(await distributor.client.query(api.imports.progress, { importId })).toMatchObject({
      batchesDone: 1,
      counts: { added: 1 },
    });
  });

  it("with the number of another one is refused", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 2 });
    await take(distributor, importId, rowsOf(2));
    expect(await refusal(take(distributor, importId, rowsOf(2, 10)))).toEqual({
      code: "KEY_REUSED",
    });
  });

  it("that broke off is written as a whole or not at all, and the import goes on with it", async () => {
    const { t, distributor } = await openShop();
    const rows = rowsOf(120);
    const importId = await begin(t, distributor, { rowCount: 120 });
    const batches = [rows.slice(0, 50), rows.slice(50, 100), rows.slice(100)];
    await take(distributor, importId, batches[0]!);
    // Its last row breaks off what the 49 before it wrote.
    const broken = [...batches[1]!.slice(0, 49), { line: 1, cells: { sku: "x".repeat(3_001) } }];
    await refusal(take(distributor, importId, broken, 1));
    expect((await mine(distributor)).page).toHaveLength(50);
    const progress = () => distributor.client.query(api.imports.progress, { importId });
    expect(await progress()).toMatchObject({ batchesDone: 1, rowCount: 120 });
    for (const [batch, sent] of batches.entries()) await take(distributor, importId, sent, batch);
    expect(await progress()).toEqual({
      ...{ rowCount: 120, batchesDone: 3 },
      counts: { added: 120, changed: 0, same: 0, refused: 0, conflict: 0 },
      pictures: { wanted: 0, fetched: 0, failed: 0 },
    });
    const products = await t.run((ctx) => ctx.db.query("products").take(1_000));
    expect(new Set(products.map(({ sku }) => sku))).toHaveLength(120);
    expect(products).toHaveLength(120);
  });

  it.each([
    ["no rows", []],
    ["51 rows", rowsOf(IMPORT_BATCH_ROWS + 1)],
    ["a text that is too long", [{ line: 2, cells: { sku: "x".repeat(IMPORT_CELL_MAX + 1) } }]],
    ["a stock that is none", [{ line: 2, cells: { sku: "a" }, stockSeen: -1 }]],
    ["a line that is none", [{ line: 0.5, cells: { sku: "a" } }]],
  ])("of %s is refused before any work", async (_, rows) => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor);
    const before = await everything(t);
    expect(await refusal(take(distributor, importId, rows))).toEqual({ code: "BAD_REQUEST" });
    expect(await everything(t)).toBe(before);
  });

  it("beyond the rows of its import is refused", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 50 });
    for (const batch of [1, -1, 0.5, Number.NaN, 1e9])
      expect(await refusal(take(distributor, importId, rowsOf(1), batch)), String(batch)).toEqual({
        code: "BAD_REQUEST",
      });
  });
});

describe("[IMPORT6] the stock of an import", () => {
  it("is not overwritten where it changed since the preview; the row is in conflict as a whole", async () => {
    const { t, distributor, retailer } = await openShop();
    const sku = { sku: "TUM-1", skuKey: "tum-1" };
    const productId = await listProduct(t, distributor, { ...sku, stock: 100 });
    const importId = await begin(t, distributor, { mode: "priceAndStock" });
    await placeOne(retailer, productId, 3);
    const row = { line: 2, cells: { sku: "TUM-1", stock: "100", pricePaise: "1" }, stockSeen: 100 };
    expect(await take(distributor, importId, [row])).toEqual([
      { line: 2, outcome: "conflict", stock: 97 },
    ]);
    expect(await stockOf(t, productId)).toBe(97);
    const product = await t.run((ctx) => ctx.db.get("products", productId));
    expect(product?.pricePaise).toBe(5_250);
  });

  it("is set where it is what was seen", async () => {
    const { t, distributor } = await openShop();
    const sku = { sku: "TUM-1", skuKey: "tum-1" };
    const productId = await listProduct(t, distributor, { ...sku, stock: 100 });
    const importId = await begin(t, distributor, { mode: "priceAndStock" });
    const row = { line: 2, cells: { sku: "TUM-1", stock: "40" }, stockSeen: 100 };
    expect(await outcomesOf(take(distributor, importId, [row]))).toEqual(["changed"]);
    expect(await stockOf(t, productId)).toBe(40);
  });

  it("above the maximum, which returned goods may bring, is taken as seen", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 100 });
    await take(distributor, importId, rowsOf(1));
    const stock = STOCK_MAX + 5;
    await t.run(async (ctx) => {
      const level = await ctx.db.query("stockLevels").first();
      await ctx.db.patch("stockLevels", level!._id, { stock });
    });
    const [row] = rowsOf(1);
    expect(
      await outcomesOf(take(distributor, importId, [{ ...row!, stockSeen: stock }], 1)),
    ).toEqual(["changed"]);
  });

  it("of a product that came up meanwhile was never seen, and is in conflict", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor);
    const sku = { sku: "TEA-0", skuKey: "tea-0" };
    const productId = await listProduct(t, distributor, { ...sku, stock: 7 });
    expect(await outcomesOf(take(distributor, importId, rowsOf(1)))).toEqual(["conflict"]);
    expect(await stockOf(t, productId)).toBe(7);
  });
});

describe("[IMPORT7] somebody else's", () => {
  it("products are neither found nor changed by an equal SKU or name", async () => {
    const { t, distributor } = await openShop();
    const rival = await joinDistributor(t);
    const sku = { sku: "TEA-0", skuKey: "tea-0", name: "Tea 0" };
    const productId = await listProduct(t, rival, sku);
    const asked = { rows: [{ sku: "TEA-0", name: "Tea 0" }] };
    expect(await distributor.client.query(api.imports.lookup, asked)).toEqual([
      { product: null, sameName: false },
    ]);
    const before = await t.run((ctx) => ctx.db.get("products", productId));
    const importId = await begin(t, distributor);
    expect(await outcomesOf(take(distributor, importId, rowsOf(1)))).toEqual(["added"]);
    expect(await t.run((ctx) => ctx.db.get("products", productId))).toEqual(before);
  });

  it("import is as good as missing", async () => {
    const { t, distributor } = await openShop();
    const rival = await joinDistributor(t);
    const importId = await begin(t, distributor);
    expect(await rival.client.query(api.imports.progress, { importId })).toBeNull();
    expect(await refusal(take(rival, importId, rowsOf(1)))).toEqual({ code: "NOT_FOUND" });
  });

  it("role, or a closed account, imports nothing", async () => {
    const { t, distributor, retailer } = await openShop();
    const importId = await begin(t, distributor);
    for (const person of [retailer, await joinAdmin(t)]) {
      expect(await refusal(take(person, importId, rowsOf(1)))).toEqual({ code: "FORBIDDEN" });
    }
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
    expect(await refusal(take(distributor, importId, rowsOf(1)))).toEqual({
      code: "UNAUTHENTICATED",
    });
  });
});

describe("the preview's look-up", () => {
  it("finds one's own products on sale by SKU, and tells of an equal name", async () => {
    const { t, distributor } = await openShop();
    const sku = { sku: "TUM-1", skuKey: "tum-1", minQuantity: 6 };
    const productId = await listProduct(t, distributor, { ...sku, stock: 9 });
    await listProduct(t, distributor, { name: "Old Cup", archivedAt: 1 });
    const rows = [
      { sku: " tum-1 " },
      { sku: "NEW", name: "Steel Tumbler" },
      { sku: "NEW-2", name: "Old Cup" },
      { sku: "x".repeat(100_000), name: "\ud800" },
    ];
    expect(await distributor.client.query(api.imports.lookup, { rows })).toEqual([
      {
        sameName: false,
        product: {
          ...{ sku: "TUM-1", name: "Steel Tumbler", type: "Home Goods", stock: 9 },
          ...{ description: "Holds 300 ml.", packSize: 12, pricePaise: 5_250 },
          ...{ minQuantity: 6, multiple: 1, priceBreaks: [], picture: "" },
          ...{ hsn: "", taxKind: "", gstRateBp: 0, uqc: "PCS", countryOfOrigin: "", aliases: "" },
        },
      },
      { product: null, sameName: true },
      { product: null, sameName: false },
      { product: null, sameName: false },
    ]);
    await distributor.client.mutation(api.products.archive, { productId });
    const asked = { rows: [{ sku: "TUM-1" }] };
    expect(await distributor.client.query(api.imports.lookup, asked)).toEqual([
      { product: null, sameName: false },
    ]);
  });

  it("takes 100 rows and no more", async () => {
    const { distributor } = await openShop();
    const ask = (count: number) =>
      distributor.client.query(api.imports.lookup, {
        rows: Array.from({ length: count }, () => ({ sku: "a" })),
      });
    expect(await ask(IMPORT_LOOKUP_ROWS)).toHaveLength(IMPORT_LOOKUP_ROWS);
    expect(await refusal(ask(IMPORT_LOOKUP_ROWS + 1))).toEqual({ code: "BAD_REQUEST" });
  });
});

describe("the limits of imports", () => {
  const asking = ({ client }: Person, rowCount: number, importId = newKey()) =>
    client.mutation(api.imports.begin, { importId, mode: "updateOnly", rowCount });

  it("are 5,000 rows, and a key that can be kept", async () => {
    const { distributor } = await openShop();
    await asking(distributor, IMPORT_ROWS_MAX);
    for (const rowCount of [0, -1, 0.5, Number.NaN, IMPORT_ROWS_MAX + 1])
      expect(await refusal(asking(distributor, rowCount))).toEqual({ code: "BAD_REQUEST" });
    for (const key of ["", "a b", "\ud800", "k".repeat(129)])
      expect(await refusal(asking(distributor, 1, key))).toEqual({ code: "BAD_KEY" });
  });

  it("let a key be used for one import only", async () => {
    const { distributor } = await openShop();
    await asking(distributor, 2, "one");
    await asking(distributor, 2, "one");
    expect(await refusal(asking(distributor, 3, "one"))).toEqual({ code: "KEY_REUSED" });
  });

  it("let two full files through, and 30 imports at once; what was answered costs nothing again", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { mode: "updateOnly", rowCount: 5_000 });
    const other = await begin(t, distributor, { mode: "updateOnly", rowCount: 5_000 });
    for (const id of [importId, other])
      for (let batch = 0; batch < 100; batch += 1)
        await take(distributor, id, [{ line: 2, cells: { sku: "none" } }], batch);
    for (let n = 2; n < 30; n += 1) await asking(distributor, 1);
    expect(await refusal(asking(distributor, 1))).toMatchObject({ code: "TOO_MANY" });
    await asking(distributor, 5_000, importId);
    await take(distributor, importId, [{ line: 2, cells: { sku: "none" } }], 0);
  });
});

describe("an old import", () => {
  it.each([
    [0, BATCHES_PER_SWEEP + 1],
    [BATCHES_PER_SWEEP + 1, 0],
    [BATCHES_PER_SWEEP, BATCHES_PER_SWEEP],
    [2 * BATCHES_PER_SWEEP + 1, 3],
  ])("of %i batches and %i pictures leaves nothing of them", async (batches, pictures) => {
    const { t, distributor } = await openShop();
    const productId = await listProduct(t, distributor);
    const importId = await begin(t, distributor, { rowCount: 5_000 });
    await t.run(async (ctx) => {
      const parentId = (await ctx.db.query("imports").first())!._id;
      const { imageId: imageSeen } = (await ctx.db.get("products", productId))!;
      const once = { owner: distributor.user._id, digest: "" };
      for (let batch = 0; batch < batches; batch += 1)
        await ctx.db.insert("importBatches", {
          ...{ parentId, once: { ...once, key: `${importId} ${batch}` }, outcomes: [] },
        });
      for (let line = 0; line < pictures; line += 1)
        await ctx.db.insert("importPictures", {
          ...{ parentId, distributorId: distributor.user._id, productId, line, imageSeen },
          ...{ address: "https://shop.example/rice.jpg", state: "failed", tries: 1 },
        });
    });
    vi.setSystemTime(Date.now() + IMPORT_KEPT_MS + 1_000);
    await t.mutation(internal.imports.internal.sweep, {});
    await t.finishAllScheduledFunctions(runDueTimers);
    expect(await distributor.client.query(api.imports.progress, { importId })).toBeNull();
    const left = await t.run(async (ctx) => [
      ...(await ctx.db.query("importBatches").take(500)),
      ...(await ctx.db.query("importPictures").take(500)),
    ]);
    expect(left).toEqual([]);
  });

  it("is deleted with its batches after thirty days; products and pictures stay", async () => {
    const { t, distributor } = await openShop();
    const importId = await begin(t, distributor, { rowCount: 100 });
    await take(distributor, importId, rowsOf(1));
    await take(distributor, importId, rowsOf(1, 1), 1);
    vi.setSystemTime(Date.now() + IMPORT_KEPT_MS - 1_000);
    await t.mutation(internal.imports.internal.sweep, {});
    expect(await distributor.client.query(api.imports.progress, { importId })).not.toBeNull();
    const later = await begin(t, distributor);
    vi.setSystemTime(Date.now() + 2_000);
    await t.mutation(internal.imports.internal.sweep, {});
    await t.finishAllScheduledFunctions(runDueTimers);
    expect(await distributor.client.query(api.imports.progress, { importId })).toBeNull();
    expect(await t.run((ctx) => ctx.db.query("importBatches").take(10))).toEqual([]);
    const progress = { importId: later };
    expect(await distributor.client.query(api.imports.progress, progress)).not.toBeNull();
    expect((await mine(distributor)).page).toHaveLength(2);
    expect(await t.run((ctx) => ctx.db.query("typePictures").take(20))).toHaveLength(10);
  });
});
