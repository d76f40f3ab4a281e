/** The search must find what a plain look at every product finds, in the same order, whatever its rows are at that moment. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gramsOf } from "../../domain/grams";
import { PRODUCT_NAME_MAX } from "../../domain/limits";
import {
  PRODUCT_SORTS,
  PRODUCT_TYPES,
  type ProductSort,
  type ProductType,
} from "../../domain/productTypes";
import { cleanText } from "../../domain/text";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  type Market,
  type Person,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  storePicture,
} from "../market.setup";
import { listProducts } from "./list";
import { toTradeProduct } from "./view";
import { insertProduct } from "./write";

const TYPES = PRODUCT_TYPES.slice(0, 3);
/** More than any test here has. */
const ALL_ROWS = 20_000;

/** They write tens of thousands of rows; a busy machine takes its time. */
vi.setConfig({ testTimeout: 120_000 });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Sold = {
  readonly id: Id<"products">;
  name: string;
  type: ProductType;
  stock: number;
  readonly owner: number;
  isOnSale: boolean;
};
type Fields = Pick<Sold, "name" | "type" | "stock" | "owner">;

/** The last owner's account is closed: nobody sees what it has. */
type World = {
  readonly t: Market;
  readonly owners: readonly Person[];
  readonly retailer: Person;
  /** As they were added. */
  readonly sold: Sold[];
};

async function openWorld(): Promise<World> {
  const t = openMarket();
  const owners = [
    await joinDistributor(t),
    await joinDistributor(t),
    await joinDistributor(t, { deactivatedAt: 1 }),
  ];
  return { t, owners, retailer: await joinRetailer(t), sold: [] };
}

async function add({ t, owners, sold }: World, { owner, ...fields }: Fields): Promise<void> {
  const id = await listProduct(t, owners[owner]!, fields);
  sold.push({ id, owner, ...fields, isOnSale: true });
}

/** As `convex import` and older versions wrote it: the row alone. */
async function bring({ t, owners, sold }: World, { owner, ...fields }: Fields): Promise<void> {
  const imageId = await storePicture(t);
  const rest = { description: "Brought.", packSize: 1, pricePaise: 100, imageId };
  const distributorId = owners[owner]!.user._id;
  const id = await t.run((ctx) => ctx.db.insert("products", { ...rest, ...fields, distributorId }));
  sold.push({ id, owner, ...fields, isOnSale: true });
}

async function edit(world: World, product: Sold, changes: Partial<Fields>): Promise<void> {
  const { client } = world.owners[product.owner]!;
  await client.mutation(api.products.edit, { productId: product.id, changes });
  Object.assign(product, changes);
}

async function archive(world: World, product: Sold): Promise<void> {
  const { client } = world.owners[product.owner]!;
  await client.mutation(api.products.archive, { productId: product.id });
  product.isOnSale = false;
}

/** Runs scheduled functions that are due now, but none that they schedule. */
async function takeStep(t: Market): Promise<void> {
  vi.advanceTimersByTime(0);
  await t.finishInProgressScheduledFunctions();
}

async function cancelAll(t: Market): Promise<void> {
  await t.run(async (ctx) => {
    for (const job of await ctx.db.system.query("_scheduled_functions").take(ALL_ROWS))
      if (job.state.kind === "pending") await ctx.scheduler.cancel(job._id);
  });
}

async function fillAll(t: Market): Promise<void> {
  await t.mutation(internal.products.grams.fill, {});
  await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
}

function progressOf(t: Market): Promise<{ stored: number; pending: number }> {
  return t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").take(ALL_ROWS);
    return {
      stored: (await ctx.db.query("productGrams").take(ALL_ROWS)).length,
      pending: jobs.filter(({ state }) => state.kind === "pending").length,
    };
  });
}

function isComplete(t: Market): Promise<boolean> {
  return t.query(internal.products.grams.isComplete, {});
}

async function expectExactRows({ t, sold }: World): Promise<void> {
  const rows = await t.run((ctx) => ctx.db.query("productGrams").take(ALL_ROWS));
  const said = rows.map((row) => `${row.productId} ${row.gram}|${row.name}|${row.type}`);
  const expected = sold
    .filter(({ isOnSale }) => isOnSale)
    .flatMap(({ id, type, ...product }) => {
      const name = product.name.toLowerCase();
      return gramsOf(name).map((gram) => `${id} ${gram}|${name}|${type}`);
    });
  expect(said.sort()).toEqual(expected.sort());
}

type Question = {
  readonly search: string;
  readonly type: ProductType | undefined;
  readonly sort: ProductSort;
  /** Undefined: everybody's. */
  readonly owner: number | undefined;
  readonly order: "asc" | "desc";
  readonly numItems: number;
};

/** All pages, and what they cost. */
async function ask(world: World, { owner, order, numItems, ...question }: Question) {
  const found: Id<"products">[] = [];
  const documents: number[] = [];
  const filter = {
    ...question,
    defaultOrder: order,
    ...(owner !== undefined && { distributorId: world.owners[owner]!.user._id }),
  };
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const opts: { numItems: number; cursor: string | null } = { numItems, cursor };
    const result = await world.t.query(async (ctx) => ({
      ...(await listProducts(ctx, filter, opts, toTradeProduct)),
      documents: (await ctx.meta.getTransactionMetrics()).documentsRead.used,
    }));
    found.push(...result.page.map(({ _id }) => _id));
    documents.push(result.documents);
    ({ continueCursor: cursor, isDone } = result);
  }
  return { found, documents };
}

function lookAtAll({ sold }: World, { search, type, sort, owner, order }: Question) {
  const wanted = search.trim().toLowerCase();
  const found = sold.filter(
    (product) =>
      product.isOnSale &&
      product.owner !== 2 &&
      product.name.toLowerCase().includes(wanted) &&
      (type === undefined || product.type === type) &&
      (owner === undefined || product.owner === owner) &&
      (sort !== "inStock" || product.stock > 0),
  );
  const isNewestFirst = sort === "latest" || (order === "desc" && sort !== "type");
  if (isNewestFirst) found.reverse();
  if (sort === "type") found.sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0));
  return found.map(({ id }) => id);
}

const MAKERS = ["Amber", "Banyan", "Coral", "Dhara", "Ember", "Falak", "Gulmohar", "Heera"];

/** Half are lamps, one of eight of which is amber; one of them all is rare. */
function nameOf(n: number): string {
  if (n === 1_234) return "Zephyr Quilt";
  return `${MAKERS[n % 8]!} ${n % 16 < 8 ? "Lamp" : "Kettle"} ${n}`;
}

const word = fc.constantFrom(
  ...[
    "Basmati",
    "RICE",
    "rice",
    "Maß",
    "İstanbul",
    "साबुन",
    "🧴",
    "👨‍👩‍👧",
    "ΟΔΟΣ",
    "\u212a",
    "500 g",
    "a",
    "ab",
  ],
);
const name = fc
  .array(word, { minLength: 1, maxLength: 15 })
  .map((words) => words.join(" ").slice(0, PRODUCT_NAME_MAX).trim())
  .filter((text) => cleanText(text, { min: 1, max: PRODUCT_NAME_MAX }) === text);
const type = fc.constantFrom(...TYPES);
const fields = fc.record({ name, type, stock: fc.nat(1), owner: fc.nat(2) });

/** Some part of some name, in some case; it may begin or end within a character. */
const part = fc.record({
  ...{ of: fc.nat(), from: fc.nat(), length: fc.nat(9), isLoud: fc.boolean() },
});
const question = fc.record({
  type: fc.option(type, { nil: undefined, freq: 2 }),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  owner: fc.option(fc.nat(2), { nil: undefined, freq: 2 }),
  order: fc.constantFrom("asc" as const, "desc" as const),
  numItems: fc.integer({ min: 1, max: 9 }),
});
const step = fc.oneof(
  ...(["add", "rename", "retype", "restock", "archive"] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), at: fc.nat(), fields, part, question }),
  ),
  ...(["fill", "rebuild", "step", "step", "step"] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), at: fc.nat(), fields, part, question }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(world: World, { kind, at, fields: { name, type, stock, owner } }: Step) {
  const own = world.sold.filter((product) => product.isOnSale && product.owner !== 2);
  const product = own[at % own.length];
  if (kind === "add") await add(world, { name, type, stock, owner });
  else if (kind === "fill") await world.t.mutation(internal.products.grams.fill, {});
  else if (kind === "rebuild") await world.t.mutation(internal.products.grams.rebuild, {});
  else if (kind === "step") await takeStep(world.t);
  else if (product === undefined) return;
  else if (kind === "rename") await edit(world, product, { name });
  else if (kind === "retype") await edit(world, product, { type });
  else if (kind === "restock") await edit(world, product, { stock });
  else await archive(world, product);
}

function asked(world: World, { part, question }: Step): Question {
  const { name: text = "no such" } = world.sold[part.of % world.sold.length] ?? {};
  const found = text.slice(part.from % text.length).slice(0, part.length);
  return { ...question, search: part.isLoud ? found.toUpperCase() : found };
}

async function expectFound(world: World, step: Step): Promise<number> {
  const question = asked(world, step);
  const expected = lookAtAll(world, question);
  expect((await ask(world, question)).found).toEqual(expected);
  return expected.length;
}

describe("the search by grams", () => {
  it("[CATALOGUE4] finds what a look at all products finds, before, while and after rows are filled in", async () => {
    const met = { before: 0, while: 0, after: 0, ofType: 0, ofOwner: 0, missedByOwner: 0 };
    const days = fc.tuple(
      fc.array(fields, { maxLength: 20, size: "max" }),
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
    );
    await fc.assert(
      fc.asyncProperty(days, async ([brought, steps]) => {
        const world = await openWorld();
        for (const product of brought) await bring(world, product);
        for (const each of steps) {
          await take(world, each);
          const found = await expectFound(world, each);
          const state = await world.t.run((ctx) => ctx.db.query("gramFills").first());
          met[state === null ? "before" : state.isComplete ? "after" : "while"] += found;
          if (each.question.type !== undefined) met.ofType += found;
          if (each.question.owner !== undefined) {
            met.ofOwner += found;
            const ofAll = lookAtAll(world, { ...asked(world, each), owner: undefined });
            met.missedByOwner += ofAll.length - found;
          }
          if (state?.isComplete) await expectExactRows(world);
        }
        await fillAll(world.t);
        if (world.sold.some(({ isOnSale }) => isOnSale))
          expect(await isComplete(world.t)).toBe(true);
        await expectExactRows(world);
        for (const each of steps) await expectFound(world, each);
      }),
      { numRuns: 60 },
    );
    // Worth nothing if there was nothing to find.
    expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  });

  it("finds a rare text among 2,000 products in one page of few documents", async () => {
    const world = await openWorld();
    const [owner] = world.owners;
    const imageId = await storePicture(world.t);
    for (let from = 0; from < 2_000; from += 100) {
      await world.t.run(async (ctx) => {
        for (let n = from; n < from + 100; n += 1) {
          await insertProduct(ctx, {
            ...{ description: "Many.", packSize: 1, pricePaise: 100, stock: 1, imageId },
            ...{ name: nameOf(n), type: TYPES[n % 3]!, distributorId: owner!.user._id },
          });
        }
      });
    }
    const cost = async (search: string, sort: ProductSort, owner?: number) => {
      const asked = { search, sort, owner, type: undefined, order: "desc" as const, numItems: 24 };
      const { found, documents } = await ask(world, asked);
      return { found: found.length, pages: documents.length, most: Math.max(...documents) };
    };
    for (const sort of PRODUCT_SORTS) {
      const rare = await cost("phyr qui", sort, sort === "type" ? 0 : undefined);
      expect(rare).toMatchObject({ found: 1, pages: 1 });
      expect(rare.most).toBeLessThan(10);
    }
    expect(await cost("no such quilt", "latest")).toMatchObject({ found: 0, pages: 1 });
    // Half of the gram's rows are hits: a page reads as many as it takes for 24.
    const common = await cost("amber lam", "latest");
    expect(common.found).toBe(125);
    expect(common.pages).toBeLessThan(8);
    expect(common.most).toBeLessThan(150);
  });

  it("fills in a large catalogue in small steps, in one chain, while products change", async () => {
    const world = await openWorld();
    const long = (n: number) =>
      Array.from({ length: 9 }, (_, word) => nameOf(n * 9 + word))
        .join("")
        .slice(0, PRODUCT_NAME_MAX);
    const fieldsOf = (n: number) => ({ name: long(n), type: TYPES[n % 3]!, stock: 1, owner: 0 });
    for (let n = 0; n < 50; n += 1) await bring(world, fieldsOf(n));
    await world.t.mutation(internal.products.grams.fill, {});
    let turns = 0;
    for (let rows = 0; turns < 20 && !(await isComplete(world.t)); turns += 1) {
      // A step failed, so that nothing follows it.
      if (turns === 2) await cancelAll(world.t);
      // As a second start would, and the timer: only the last chain goes on.
      if (turns < 3) await world.t.mutation(internal.products.grams.fill, {});
      await takeStep(world.t);
      const { stored, pending } = await progressOf(world.t);
      expect(pending).toBeLessThanOrEqual(1);
      expect(stored - rows).toBeLessThan(1_000);
      await edit(world, world.sold[turns]!, { name: `Changed ${turns}` });
      await archive(world, world.sold[30 + turns]!);
      await add(world, fieldsOf(1_000 + turns));
      rows = (await progressOf(world.t)).stored;
    }
    expect(turns).toBeGreaterThan(3);
    expect(await isComplete(world.t)).toBe(true);
    await expectExactRows(world);
  });

  it("notices an import into a catalogue that was complete", async () => {
    const world = await openWorld();
    await add(world, { name: nameOf(0), type: "Beauty", stock: 1, owner: 0 });
    await bring(world, { name: nameOf(1), type: "Beauty", stock: 1, owner: 0 });
    await world.t.mutation(internal.products.grams.fill, {});
    expect(await isComplete(world.t)).toBe(false);
    await fillAll(world.t);
    expect(await isComplete(world.t)).toBe(true);
    await expectExactRows(world);
    // As an import that replaces rows: until somebody asks for new grams, nothing is shown that should not be.
    await world.t.run(async (ctx) => {
      await ctx.db.patch("products", world.sold[0]!.id, { archivedAt: 1 });
      await ctx.db.patch("products", world.sold[1]!.id, { name: "Something Else" });
    });
    world.sold[0]!.isOnSale = false;
    world.sold[1]!.name = "Something Else";
    const asked = { sort: "default", owner: undefined, type: undefined, order: "asc" } as const;
    expect((await ask(world, { ...asked, search: "amp", numItems: 9 })).found).toEqual([]);
    await world.t.mutation(internal.products.grams.rebuild, {});
    await fillAll(world.t);
    await expectExactRows(world);
    // Nothing to do: nothing is scheduled.
    await world.t.mutation(internal.products.grams.fill, {});
    expect(await progressOf(world.t)).toMatchObject({ pending: 0 });
  });

  it("is not touched by what orders do to the stock", async () => {
    const world = await openWorld();
    await add(world, { name: nameOf(0), type: "Beauty", stock: 9, owner: 0 });
    const rows = () => world.t.run((ctx) => ctx.db.query("productGrams").take(ALL_ROWS));
    const before = await rows();
    await edit(world, world.sold[0]!, { stock: 7 });
    await placeOne(world.retailer, world.sold[0]!.id);
    expect(await rows()).toEqual(before);
  });
});
