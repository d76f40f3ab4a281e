/** A market of products for tests of the search: what it finds, and what a plain look at every product finds. */
import { expect } from "vitest";
import type { ProductSort, ProductType } from "../../domain/productTypes";
import { gramsOf } from "../../domain/grams";
import { heardTerms, searchedTerms } from "../../domain/heardTerms";
import { searchKey } from "../../domain/searchKey";
import { trimBlank } from "../../domain/text";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import {
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openMarket,
  type Person,
  runDueTimers,
  storePicture,
} from "../market.setup";
import { toTradeProduct } from "../products/view";
import { listProducts } from "../search/productList";
import { searchViolations } from "./indexRows.setup";

/** More than any test here has. */
export const ALL_ROWS = 20_000;

export type Sold = {
  readonly id: Id<"products">;
  name: string;
  type: ProductType;
  stock: number;
  aliases?: string;
  readonly owner: number;
  isOnSale: boolean;
};
export type Fields = Pick<Sold, "name" | "type" | "stock" | "owner" | "aliases">;

/** The last owner's account is closed: nobody sees what it has. */
export type World = {
  readonly t: Market;
  readonly owners: readonly Person[];
  readonly retailer: Person;
  /** As they were added. */
  readonly sold: Sold[];
};

export async function openWorld(): Promise<World> {
  const t = openMarket();
  const owners = [
    await joinDistributor(t),
    await joinDistributor(t),
    await joinDistributor(t, { deactivatedAt: 1 }),
  ];
  return { t, owners, retailer: await joinRetailer(t), sold: [] };
}

export async function add({ t, owners, sold }: World, { owner, ...fields }: Fields): Promise<void> {
  const id = await listProduct(t, owners[owner]!, fields);
  sold.push({ id, owner, ...fields, isOnSale: true });
}

/** As `convex import` writes it: its row and its level, without what it is found by. */
export async function bring(
  { t, owners, sold }: World,
  { owner, stock, ...fields }: Fields,
): Promise<void> {
  const imageId = await storePicture(t);
  const rest = { description: "Brought.", packSize: 1, pricePaise: 100, imageId };
  const distributorId = owners[owner]!.user._id;
  const id = await t.run(async (ctx) => {
    const productId = await ctx.db.insert("products", { ...rest, ...fields, distributorId });
    await ctx.db.insert("stockLevels", { productId, distributorId, stock });
    return productId;
  });
  sold.push({ id, owner, stock, ...fields, isOnSale: true });
}

export async function edit(world: World, product: Sold, changes: Partial<Fields>): Promise<void> {
  const { client } = world.owners[product.owner]!;
  await client.mutation(api.products.edit, { productId: product.id, changes });
  Object.assign(product, changes);
}

export async function archive(world: World, product: Sold): Promise<void> {
  const { client } = world.owners[product.owner]!;
  await client.mutation(api.products.archive, { productId: product.id });
  product.isOnSale = false;
}

/** Runs scheduled functions that are due now, but none that they schedule. */
export async function takeStep(t: Market): Promise<void> {
  runDueTimers();
  await t.finishInProgressScheduledFunctions();
}

export async function cancelAll(t: Market): Promise<void> {
  await t.run(async (ctx) => {
    for (const job of await ctx.db.system.query("_scheduled_functions").take(ALL_ROWS))
      if (job.state.kind === "pending") await ctx.scheduler.cancel(job._id);
  });
}

export async function fillAll(t: Market): Promise<void> {
  await t.mutation(internal.searchIndex.internal.fill, {});
  await t.finishAllScheduledFunctions(runDueTimers);
}

export function isComplete(t: Market): Promise<boolean> {
  return t.query(internal.searchIndex.internal.isComplete, {});
}

export type Stored = {
  readonly terms: readonly Doc<"searchTerms">[];
  readonly blocks: readonly Doc<"searchBlocks">[];
  readonly changes: readonly Doc<"searchChanges">[];
};

export function storedIn({ t }: World): Promise<Stored> {
  return t.run(async (ctx) => ({
    terms: await ctx.db.query("searchTerms").take(ALL_ROWS),
    blocks: await ctx.db.query("searchBlocks").withIndex("by_from").take(ALL_ROWS),
    changes: await ctx.db.query("searchChanges").take(ALL_ROWS),
  }));
}

/** Each product on sale is indexed as it is, or among the changes as it is; blocks are in order, and no product is in two slots. */
export async function expectSearchable(world: World): Promise<void> {
  const stored = await storedIn(world);
  const products = await world.t.run((ctx) => ctx.db.query("products").take(ALL_ROWS));
  const { terms: searchTerms, blocks: searchBlocks, changes: searchChanges } = stored;
  const tables = { products, searchTerms, searchBlocks, searchChanges };
  expect([...searchViolations(tables)]).toEqual([]);
  const ids = stored.blocks.flatMap(({ productIds }) => productIds.filter((id) => id !== null));
  expect(new Set(ids).size).toBe(ids.length);
  const times = stored.blocks.flatMap((block) => [...block.times].sort((a, b) => a - b));
  expect(times).toEqual([...times].sort((a, b) => a - b));
}

export type Question = {
  readonly search: string;
  readonly type: ProductType | undefined;
  readonly sort: ProductSort;
  /** Undefined: everybody's. */
  readonly owner: number | undefined;
  readonly order: "asc" | "desc";
  readonly numItems: number;
};

type Opts = { numItems: number; cursor: string | null; endCursor?: string };

/** One page, and what it cost. */
export function page(
  world: World,
  { owner, order, numItems: _, ...question }: Question,
  opts: Opts,
) {
  const filter = {
    ...question,
    defaultOrder: order,
    ...(owner !== undefined && { distributorId: world.owners[owner]!.user._id }),
  };
  return world.t.query(async (ctx) => {
    const before = (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    const result = await listProducts(ctx, filter, opts, toTradeProduct);
    const after = (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    return { ...result, page: result.page.map(({ _id }) => _id), documents: after - before };
  });
}

/** All pages, and what they cost. */
export async function ask(world: World, question: Question) {
  const found: Id<"products">[] = [];
  const documents: number[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const { numItems } = question;
    const result: Awaited<ReturnType<typeof page>> = await page(world, question, {
      numItems,
      cursor,
    });
    found.push(...result.page);
    sizes.push(result.page.length);
    documents.push(result.documents);
    ({ continueCursor: cursor, isDone } = result);
  }
  return { found, documents, sizes };
}

/** Returns what a plain look at every product finds: first what has the text in its name, then what it is heard in; one list without the index. */
export async function lookAtAll(world: World, question: Question): Promise<Id<"products">[]> {
  const { search, type, sort, owner, order } = question;
  const wanted = searchKey(trimBlank(search));
  const terms = searchedTerms(wanted);
  const isMeant = (product: Sold) =>
    product.isOnSale &&
    product.owner !== 2 &&
    (type === undefined || product.type === type) &&
    (owner === undefined || product.owner === owner) &&
    (sort !== "inStock" || product.stock > 0);
  const isWritten = ({ name }: Sold) => searchKey(name).includes(wanted);
  const heard = ({ name, aliases }: Sold) =>
    terms.length > 0 && terms.every((term) => heardTerms(name, aliases).has(term));
  const found = world.sold.filter(
    (product) => isMeant(product) && (isWritten(product) || heard(product)),
  );
  const isNewestFirst = sort === "latest" || (order === "desc" && sort !== "type");
  if (isNewestFirst) found.reverse();
  if (sort === "type") found.sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0));
  const isIndexed = gramsOf(wanted).length > 0 && (await isComplete(world.t));
  const lists = isIndexed
    ? [found.filter(isWritten), found.filter((product) => !isWritten(product))]
    : [found];
  return lists.flat().map(({ id }) => id);
}
