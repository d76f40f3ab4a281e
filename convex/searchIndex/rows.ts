/**
 * The rows of the index: what is appended for a changed product, and how many products are added at once. A change only appends to
 * `searchChanges`, so that distributors who change products at once never conflict. `internal.ts` brings the rest up to date.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { gramsOf } from "../../domain/grams";
import { heardTerms, isNumberTerm } from "../../domain/heardTerms";
import { SEARCH_BLOCK_SLOTS, SEARCH_CHUNK_BLOCKS } from "../../domain/limits";
import { comparePositions } from "../../domain/listPosition";
import { searchKey } from "../../domain/searchKey";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Product = Doc<"products">;
type Block = Doc<"searchBlocks">;
type TermRow = Pick<Doc<"searchTerms">, "terms" | "slots" | "isFull">;

export const CHUNK_SLOTS = SEARCH_BLOCK_SLOTS * SEARCH_CHUNK_BLOCKS;
/** Few, so that one run for many products writes few rows; many, so that a search reads little. */
const BUCKETS = 128;
/**
 * Terms of one row. With a product's 200 grams at most, two for each character of names in letters such as ड़, and its 32 heard terms, a
 * row stays below 1 MiB whatever names are made up to fill it.
 */
const TERMS_MAX = 3_000;
/** Letters of a heard term in the index, which may say too much. */
const HEARD_LETTERS = 8;
/** Slots are written as characters from the first printable one on. */
const FIRST_SLOT = 0x20;

/** Longer than a gram, so that it can't be one. */
export function typeTerm(type: string): string {
  return `type ${type}`;
}

export function distributorTerm(distributorId: Id<"users">): string {
  return `distributor ${distributorId}`;
}

/** Begins with a sign that few grams have: one that is the same leads to a product too many. */
export function heardTerm(term: string): string {
  return `~${Array.from(term).slice(0, HEARD_LETTERS).join("")}`;
}

/** The terms by which a product is heard: by its name, and by what its distributor calls it beside it. */
export function productHeardTerms({ name, aliases }: Product): Set<string> {
  return heardTerms(name, aliases);
}

/** FNV-1a. */
export function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1)
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193) >>> 0;
  return hash % BUCKETS;
}

/** The slots in which the row has the term; null if any product of its chunk may have it. */
export function slotsOf({ terms, slots, isFull }: TermRow, term: string): Set<number> | null {
  const text = slots[terms.indexOf(term)];
  if (text === undefined) return isFull === true ? null : new Set();
  return new Set(Array.from(text, (character) => character.charCodeAt(0) - FIRST_SLOT));
}

/** All terms by which the index leads to a product. */
export function termsOf(product: Product): string[] {
  const heard = [...productHeardTerms(product)].filter((term) => !isNumberTerm(term));
  return [
    ...gramsOf(searchKey(product.name)),
    ...new Set(heard.map(heardTerm)),
    typeTerm(product.type),
    distributorTerm(product.distributorId),
  ];
}

function changeOf(ctx: QueryCtx, productId: Id<"products">): Promise<Doc<"searchChanges"> | null> {
  return getOneFrom(ctx.db, "searchChanges", "by_product", productId, "productId");
}

/** Notes a product that is new, or whose name, aliases, type or sale has changed. */
export async function noteChange(ctx: MutationCtx, product: Product): Promise<void> {
  const { _id: productId, _creationTime: listedAt, type, distributorId } = product;
  const isOnSale = product.archivedAt === undefined;
  const name = isOnSale ? searchKey(product.name) : "";
  const heard = isOnSale ? [...productHeardTerms(product)] : [];
  const before = await changeOf(ctx, productId);
  if (before === null)
    await ctx.db.insert("searchChanges", { productId, listedAt, name, heard, type, distributorId });
  else await ctx.db.patch("searchChanges", before._id, { name, heard, type });
}

/** The last block that begins before this time, or at it. */
function blockAt(ctx: QueryCtx, time: number): Promise<Block | null> {
  return ctx.db
    .query("searchBlocks")
    .withIndex("by_from", (q) => q.lte("from", time))
    .order("desc")
    .first();
}

/** The chunk of the products created right before this time. */
export async function chunkBefore(ctx: QueryCtx, time: number): Promise<number> {
  if (time === 0) return 0;
  const block = await ctx.db
    .query("searchBlocks")
    .withIndex("by_from", (q) => q.lt("from", time))
    .order("desc")
    .first();
  return block?.chunk ?? 0;
}

/** True if the search finds a product on sale by the index or by its changes. */
export async function isSearchable(ctx: QueryCtx, product: Product): Promise<boolean> {
  const block = await blockAt(ctx, product._creationTime);
  if (block?.productIds.includes(product._id) === true) return true;
  return (await changeOf(ctx, product._id)) !== null;
}

function positionOf({ _id: id, _creationTime: time }: Product) {
  return { type: "", time, id };
}

/** True if the product was created after all products of the block. */
function isAfter(product: Product, { productIds, times }: Block): boolean {
  const last = positionOf(product);
  // The place of an archived product counts by its time alone.
  return productIds.every(
    (id, n) => comparePositions({ type: "", time: times[n] ?? 0, id: id ?? "" }, last) < 0,
  );
}

/** Adds many products to blocks, and collects what is to be written to the rows of terms. */
class Additions {
  readonly #ctx: MutationCtx;
  #block: Block | null = null;
  /** The time at which the next block begins. */
  #until = Infinity;
  #isChanged = false;
  /** The slots by term, of each bucket and chunk. */
  readonly #terms = new Map<string, Map<string, number[]>>();

  constructor(ctx: MutationCtx) {
    this.#ctx = ctx;
  }

  /** Answers false if there is no slot for the product where its time of creation wants it. */
  async add(product: Product): Promise<boolean> {
    const block = await this.#open(product._creationTime);
    const slot = block.productIds.indexOf(product._id);
    if (slot !== -1) this.#addTerms(block, slot, product);
    else if (block.productIds.length < SEARCH_BLOCK_SLOTS && this.#fits(product, block))
      this.#put(block, product);
    else if (this.#until === Infinity && isAfter(product, block))
      this.#put(await this.#append(block, product._creationTime), product);
    else return false;
    return true;
  }

  /** Gives the slot of an archived product up: its terms lead nowhere. */
  async drop(product: Product): Promise<void> {
    const block = await this.#open(product._creationTime);
    const slot = block.productIds.indexOf(product._id);
    if (slot === -1) return;
    block.productIds[slot] = null;
    this.#isChanged = true;
  }

  async write(): Promise<void> {
    await this.#close();
    for (const [place, terms] of this.#terms) {
      const [bucket = 0, chunk = 0] = place.split(" ").map(Number);
      await writeTerms(this.#ctx, bucket, chunk, terms);
    }
  }

  /** Among products of exactly the time at which a block begins, some may be in the block before: those stay in order of their ids. */
  #fits(product: Product, block: Block): boolean {
    return product._creationTime > block.from || isAfter(product, block);
  }

  #put(block: Block, product: Product): void {
    block.productIds.push(product._id);
    block.times.push(product._creationTime);
    this.#isChanged = true;
    this.#addTerms(block, block.productIds.length - 1, product);
  }

  #addTerms({ chunk, block }: Block, place: number, product: Product): void {
    const slot = block * SEARCH_BLOCK_SLOTS + place;
    for (const term of termsOf(product)) {
      const key = `${bucketOf(term)} ${chunk}`;
      const terms = this.#terms.get(key) ?? new Map<string, number[]>();
      this.#terms.set(key, terms);
      terms.set(term, [...(terms.get(term) ?? []), slot]);
    }
  }

  async #open(time: number): Promise<Block> {
    if (this.#block !== null && time >= this.#block.from && time < this.#until) return this.#block;
    await this.#close();
    const stored = (await blockAt(this.#ctx, time)) ?? (await this.#insert(0, 0, 0));
    const block = { ...stored, productIds: [...stored.productIds], times: [...stored.times] };
    const next = await this.#ctx.db
      .query("searchBlocks")
      .withIndex("by_from", (q) => q.gt("from", block.from))
      .first();
    this.#until = next?.from ?? Infinity;
    this.#block = block;
    return block;
  }

  /** The next block, or the first one of the next chunk. */
  async #append({ chunk, block }: Block, from: number): Promise<Block> {
    await this.#close();
    const isLast = block === SEARCH_CHUNK_BLOCKS - 1;
    this.#block = await this.#insert(isLast ? from : chunk, isLast ? 0 : block + 1, from);
    this.#until = Infinity;
    return this.#block;
  }

  async #insert(chunk: number, block: number, from: number): Promise<Block> {
    const fields = { chunk, block, from, productIds: [], times: [] };
    const _id = await this.#ctx.db.insert("searchBlocks", fields);
    return { _id, _creationTime: 0, ...fields };
  }

  async #close(): Promise<void> {
    if (this.#block !== null && this.#isChanged) {
      const { _id, productIds, times } = this.#block;
      await this.#ctx.db.patch("searchBlocks", _id, { productIds, times });
    }
    this.#isChanged = false;
    this.#block = null;
  }
}

/** Returns the row with the slots added, or the same row if it has them. */
function withTerms<Row extends TermRow>(row: Row, added: ReadonlyMap<string, number[]>): Row {
  const terms = [...row.terms];
  const slots = [...row.slots];
  let { isFull } = row;
  for (const [term, more] of added) {
    const termIndex = terms.indexOf(term);
    const characters = String.fromCharCode(...more.map((slot) => slot + FIRST_SLOT));
    if (termIndex !== -1)
      slots[termIndex] = [...new Set((slots[termIndex] ?? "") + characters)].join("");
    else if (terms.length < TERMS_MAX) {
      terms.push(term);
      slots.push(characters);
    } else isFull = true;
  }
  const isSame = slots.join() === row.slots.join() && isFull === row.isFull;
  return isSame ? row : { ...row, terms, slots, ...(isFull === true && { isFull }) };
}

async function writeTerms(
  ctx: MutationCtx,
  bucket: number,
  chunk: number,
  added: ReadonlyMap<string, number[]>,
): Promise<void> {
  const row = await ctx.db
    .query("searchTerms")
    .withIndex("by_bucket", (q) => q.eq("bucket", bucket).eq("chunk", chunk))
    .unique();
  if (row === null) {
    const empty = { bucket, chunk, terms: [], slots: [] };
    await ctx.db.insert("searchTerms", withTerms(empty, added));
    return;
  }
  const after = withTerms(row, added);
  if (after !== row) await ctx.db.replace("searchTerms", row._id, after);
}

/** Brings the index up to date for these products, and answers those for which it has no room, which must stay among the changes. */
export async function indexProducts(
  ctx: MutationCtx,
  products: readonly Product[],
): Promise<Set<Id<"products">>> {
  const additions = new Additions(ctx);
  const left = new Set<Id<"products">>();
  const inOrder = [...products].sort((a, b) => comparePositions(positionOf(a), positionOf(b)));
  for (const product of inOrder) {
    if (product.archivedAt !== undefined) await additions.drop(product);
    else if (!(await additions.add(product))) left.add(product._id);
  }
  await additions.write();
  return left;
}
