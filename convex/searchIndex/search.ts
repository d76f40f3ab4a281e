/**
 * Search by the grams of a text, and by the terms in which it is heard: the index says which products may match, in the order of the catalogue, and each of them is looked
 * at. Products that changed since the index was brought up to date are read beside it.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { rarestGrams } from "../../domain/grams";
import { isNumberTerm, searchedTerms } from "../../domain/heardTerms";
import {
  SEARCH_BLOCK_SLOTS,
  SEARCH_CHUNKS_MAX,
  SEARCH_PINNED_CHUNKS_MAX,
  SEARCH_PINNED_PRODUCTS_MAX,
  SEARCH_PRODUCTS_MAX,
} from "../../domain/limits";
import {
  comparePositions,
  decodePosition,
  encodePosition,
  LIST_END,
  type ListPosition,
} from "../../domain/listPosition";
import { PRODUCT_TYPES, type ProductSort, type ProductType } from "../../domain/productTypes";
import { searchKey } from "../../domain/searchKey";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { invalidCursor, pageOptions, requirePositions } from "../paging";
import {
  bucketOf,
  CHUNK_SLOTS,
  chunkBefore,
  distributorTerm,
  heardTerm,
  productHeardTerms,
  slotsOf,
  typeTerm,
} from "./rows";

/** The conditions of a list that the index can answer. */
export type SearchFilter = {
  readonly type?: ProductType | undefined;
  readonly sort?: ProductSort | undefined;
  /** Only this distributor's. */
  readonly distributorId?: Id<"users">;
};

/** A search finds the products with the text in their names, and those in whose words it is heard. */
export type Way = "written" | "heard";

export type Search<Row> = SearchFilter & {
  /** A `searchKey` with at least one gram. */
  readonly searchText: string;
  /** The default is both, first the products with the text in their names. */
  readonly way?: Way;
  readonly order: "asc" | "desc";
  /** The row of a product, or null if it does not belong to the list after all. */
  readonly toRow: (product: Doc<"products">) => Promise<Row | null>;
};

/** True if every product on sale can be found by the index and its changes. */
export async function isIndexComplete(ctx: QueryCtx): Promise<boolean> {
  const complete = ctx.db
    .query("searchFills")
    .withIndex("by_complete", (q) => q.eq("isComplete", true));
  return (await complete.first()) !== null;
}

type Hit<Row> = { readonly at: ListPosition; readonly row: Row };
type Candidate = { readonly at: ListPosition; readonly productId: Id<"products"> };

/** The part of a list from one position to another, without the first; null is the end of the list on that side. */
type Part = { readonly after: ListPosition | null; readonly until: ListPosition | null };
type Found<Row> = {
  readonly hits: readonly Hit<Row>[];
  /** The place up to which the part was searched; null at its end. */
  readonly searchedTo: ListPosition | null;
};

/** Some common terms together leave few products; more of them would not leave fewer. */
const TERMS_PER_SEARCH = 5;
/** Begins the label of positions in the list of heard products. It comes after the names of all types, as that list does. */
const HEARD_LABEL = "~";
/** Rows of the rarest term that are read at first, and at most, in one go. */
const ROWS_AT_FIRST = 2;
const ROWS_AT_ONCE = 32;

/** A text as products must match it. */
type Match = {
  /** Terms that every product of it has in the index, the rarest first. */
  readonly terms: readonly string[];
  /** Takes a `searchKey` of a name, and the terms by which the product is heard. */
  readonly isMet: (name: string, heard: () => ReadonlySet<string>) => boolean;
};

function matchOf(searchText: string, way: Way): Match {
  const isWritten = (name: string) => name.includes(searchText);
  if (way === "written")
    return { terms: rarestGrams(searchText).slice(0, TERMS_PER_SEARCH), isMet: isWritten };
  const heard = searchedTerms(searchText);
  const terms = heard.filter((term) => !isNumberTerm(term)).sort((a, b) => b.length - a.length);
  return {
    terms: terms.slice(0, TERMS_PER_SEARCH).map(heardTerm),
    isMet: (name, termsOf) => {
      if (isWritten(name)) return false;
      const has = termsOf();
      return heard.every((term) => has.has(term));
    },
  };
}

/** Rows of the index that the lists of a page have read, by what was asked for. */
type ReadRows = Map<string, Promise<Doc<"searchTerms">[]>>;

/** One type of a list, or all of it, and the way through it. */
class Walk<Row> {
  readonly #ctx: QueryCtx;
  readonly #search: Search<Row>;
  readonly #type: ProductType | undefined;
  /** The type of the positions. */
  readonly #label: string;
  readonly #match: Match;
  readonly #read: ReadRows;

  constructor(
    ctx: QueryCtx,
    search: Search<Row>,
    list: { match: Match; type: ProductType | undefined; label: string; read: ReadRows },
  ) {
    this.#ctx = ctx;
    this.#search = search;
    this.#type = list.type;
    this.#label = list.label;
    this.#match = list.match;
    this.#read = list.read;
  }

  /** The first `hitsMax` hits of the part, or fewer after much looking. */
  async find(part: Part, hitsMax: number): Promise<Found<Row>> {
    const indexed = await this.#findIndexed(part, hitsMax);
    const { searchedTo } = indexed;
    const indexedIds = new Set(indexed.hits.map(({ at }) => at.id));
    const changed = await this.#changes({ ...part, until: searchedTo ?? part.until });
    const others = await this.#look(changed.filter(({ productId }) => !indexedIds.has(productId)));
    const hits = [...indexed.hits, ...others].sort((a, b) => this.#compare(a.at, b.at));
    if (hits.length <= hitsMax) return { hits, searchedTo };
    return { hits: hits.slice(0, hitsMax), searchedTo: hits[hitsMax - 1]?.at ?? null };
  }

  #compare(a: ListPosition, b: ListPosition): number {
    return this.#search.order === "asc" ? comparePositions(a, b) : comparePositions(b, a);
  }

  #isIn({ after, until }: Part, at: ListPosition): boolean {
    if (after !== null && this.#compare(at, after) <= 0) return false;
    return until === null || this.#compare(at, until) <= 0;
  }

  /** The times of the part, with those at its ends. */
  #times({ after, until }: Part): { readonly from: number; readonly to: number } {
    const [first, last] = this.#search.order === "asc" ? [after, until] : [until, after];
    return { from: first?.time ?? 0, to: last?.time ?? Number.MAX_VALUE };
  }

  async #findIndexed(part: Part, hitsMax: number): Promise<Found<Row>> {
    const hits: Hit<Row>[] = [];
    let looked = 0;
    const isPinned = hitsMax === Infinity;
    const chunksMax = isPinned ? SEARCH_PINNED_CHUNKS_MAX : SEARCH_CHUNKS_MAX;
    for await (const found of this.#candidates(part, chunksMax)) {
      if (!Array.isArray(found)) return isPinned ? invalidCursor() : { hits, searchedTo: found };
      for (let rest = found; rest.length > 0;) {
        const batch = rest.slice(0, Math.max(hitsMax - hits.length, 1));
        rest = rest.slice(batch.length);
        looked += batch.length;
        if (looked > SEARCH_PINNED_PRODUCTS_MAX) invalidCursor();
        hits.push(...(await this.#look(batch)));
        const isEnough = hits.length >= hitsMax || looked >= SEARCH_PRODUCTS_MAX;
        if (isEnough && !isPinned) return { hits, searchedTo: batch.at(-1)?.at ?? null };
      }
    }
    return { hits, searchedTo: null };
  }

  async #look(candidates: readonly Candidate[]): Promise<Hit<Row>[]> {
    const hits = await Promise.all(
      candidates.map(async ({ at, productId }): Promise<Hit<Row> | null> => {
        const product = await this.#ctx.db.get("products", productId);
        if (product === null || !this.#isMeant(product)) return null;
        const row = await this.#search.toRow(product);
        return row === null ? null : { at, row };
      }),
    );
    return hits.filter((hit) => hit !== null);
  }

  #isMeant(product: Doc<"products">): boolean {
    const { archivedAt, type, distributorId } = product;
    return (
      archivedAt === undefined &&
      (this.#type === undefined || type === this.#type) &&
      (this.#search.distributorId ?? distributorId) === distributorId &&
      this.#match.isMet(searchKey(product.name), () => productHeardTerms(product))
    );
  }

  /** Products that may match by the changes beside the index. */
  async #changes(part: Part): Promise<Candidate[]> {
    const { from, to } = this.#times(part);
    const changes = this.#ctx.db.query("searchChanges");
    const type = this.#type;
    const rows =
      type === undefined
        ? changes.withIndex("by_listed", (q) => q.gte("listedAt", from).lte("listedAt", to))
        : changes.withIndex("by_type", (q) =>
            q.eq("type", type).gte("listedAt", from).lte("listedAt", to),
          );
    const { distributorId } = this.#search;
    const found: Candidate[] = [];
    for await (const row of rows) {
      const candidate = this.#candidate(row.productId, row.listedAt);
      const isMeant = distributorId === undefined || row.distributorId === distributorId;
      const isMet = this.#match.isMet(row.name, () => new Set(row.heard));
      if (isMeant && isMet && this.#isIn(part, candidate.at)) found.push(candidate);
    }
    return found;
  }

  #candidate(productId: Id<"products">, time: number): Candidate {
    return { at: { type: this.#label, time, id: productId }, productId };
  }

  /** Products that may match by the index, in order, block by block; a position where a page that goes on for long should end. */
  async *#candidates(part: Part, chunksMax: number): AsyncGenerator<Candidate[] | ListPosition> {
    let chunks = 0;
    let previous = Number.MAX_VALUE;
    for await (const row of this.#rarestRows(part)) {
      chunks += 1;
      if (chunks > chunksMax) {
        // Everything on this side of the chunk that comes next.
        const time = this.#search.order === "asc" ? row.chunk : previous;
        yield { type: this.#label, time, id: "" };
        return;
      }
      previous = row.chunk;
      const slots = await this.#slotsIn(row);
      for (const block of this.#blocksOf(slots)) {
        const found = (await this.#inBlock(row.chunk, block, slots)).filter(({ at }) =>
          this.#isIn(part, at),
        );
        if (found.length > 0) yield found.sort((a, b) => this.#compare(a.at, b.at));
      }
    }
  }

  /** The rows of the rarest term's bucket, which every chunk with a match has. */
  async *#rarestRows(part: Part): AsyncGenerator<Doc<"searchTerms">> {
    const { order } = this.#search;
    const { from, to } = this.#times(part);
    const bucket = bucketOf(this.#match.terms[0] ?? "");
    const low = await chunkBefore(this.#ctx, from);
    let last: number | undefined;
    for (let count = ROWS_AT_FIRST; ; count = Math.min(count * 2, ROWS_AT_ONCE)) {
      const above = order === "asc" ? last : undefined;
      const below = order === "desc" ? last : undefined;
      const rows = await this.#once([bucket, low, to, above, below, count], () =>
        this.#ctx.db
          .query("searchTerms")
          .withIndex("by_bucket", (q) => {
            const rest = q.eq("bucket", bucket);
            const begun = above === undefined ? rest.gte("chunk", low) : rest.gt("chunk", above);
            return below === undefined ? begun.lte("chunk", to) : begun.lt("chunk", below);
          })
          .order(order)
          .take(count),
      );
      yield* rows;
      last = rows.at(-1)?.chunk;
      if (last === undefined || rows.length < count) return;
    }
  }

  /** The slots of a chunk with all terms that the search asks for. */
  async #slotsIn(row: Doc<"searchTerms">): Promise<ReadonlySet<number>> {
    const [rarest = "", ...others] = this.#match.terms;
    const { distributorId } = this.#search;
    let slots = slotsOf(row, rarest);
    const terms = [
      ...(distributorId === undefined ? [] : [distributorTerm(distributorId)]),
      ...(this.#type === undefined ? [] : [typeTerm(this.#type)]),
      ...others,
    ];
    for (const term of terms) {
      if (slots?.size === 0) break;
      const more = await this.#slotsOfTerm(row, term);
      if (slots === null || more === null) slots ??= more;
      else slots = new Set([...slots].filter((slot) => more.has(slot)));
    }
    return slots ?? new Set(Array.from({ length: CHUNK_SLOTS }, (_, slot) => slot));
  }

  async #slotsOfTerm(row: Doc<"searchTerms">, term: string): Promise<Set<number> | null> {
    const bucket = bucketOf(term);
    if (bucket === row.bucket) return slotsOf(row, term);
    const [other] = await this.#once([bucket, row.chunk], () =>
      this.#ctx.db
        .query("searchTerms")
        .withIndex("by_bucket", (q) => q.eq("bucket", bucket).eq("chunk", row.chunk))
        .take(1),
    );
    return other === undefined ? new Set() : slotsOf(other, term);
  }

  /** Returns rows that another list of the page has read, or reads them. */
  #once(args: readonly unknown[], read: () => Promise<Doc<"searchTerms">[]>) {
    const key = JSON.stringify(args);
    const rows = this.#read.get(key) ?? read();
    this.#read.set(key, rows);
    return rows;
  }

  #blocksOf(slots: ReadonlySet<number>): number[] {
    const blocks = new Set(Array.from(slots, (slot) => Math.floor(slot / SEARCH_BLOCK_SLOTS)));
    const { order } = this.#search;
    return [...blocks].sort((a, b) => (order === "asc" ? a - b : b - a));
  }

  async #inBlock(chunk: number, block: number, slots: ReadonlySet<number>): Promise<Candidate[]> {
    const row = await this.#ctx.db
      .query("searchBlocks")
      .withIndex("by_place", (q) => q.eq("chunk", chunk).eq("block", block))
      .unique();
    if (row === null) return [];
    return row.productIds.flatMap((id, n) =>
      id !== null && slots.has(block * SEARCH_BLOCK_SLOTS + n)
        ? [this.#candidate(id, row.times[n] ?? 0)]
        : [],
    );
  }
}

/** Null stands for the end. */
function positionOf(cursor: string | null | undefined): ListPosition | null {
  if (cursor === null || cursor === undefined || cursor === LIST_END) return null;
  return decodePosition(cursor) ?? invalidCursor();
}

/**
 * The lists that follow each other: the products with the text in their names, then those in which it is heard, each in one list or in
 * lists of single types in order; and the part of each that the page is looking for.
 */
function partsOf<Row>(ctx: QueryCtx, search: Search<Row>, { after, until }: Part) {
  const isByType = search.sort === "type" && search.type === undefined;
  const read: ReadRows = new Map();
  const ways: readonly Way[] = search.way === undefined ? ["written", "heard"] : [search.way];
  const lists = ways.flatMap((way) => {
    const match = matchOf(search.searchText, way);
    if (match.terms.length === 0) return [];
    const prefix = way === "heard" ? HEARD_LABEL : "";
    return isByType
      ? [...PRODUCT_TYPES].sort().map((type) => ({ match, type, label: prefix + type, read }))
      : [{ match, type: search.type, label: prefix, read }];
  });
  return lists
    .filter(({ label }) => label >= (after?.type ?? "") && (until === null || label <= until.type))
    .map((list) => ({
      walk: new Walk(ctx, search, list),
      part: {
        after: after?.type === list.label ? after : null,
        until: until?.type === list.label ? until : null,
      },
    }));
}

/** One page of the products on sale that the search finds. A page with `endCursor` ends there, however many they are. */
export async function pageOfSearch<Row>(
  ctx: QueryCtx,
  search: Search<Row>,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Row>> {
  requirePositions(paginationOpts, true);
  if (paginationOpts.cursor === LIST_END)
    return { page: [], isDone: true, continueCursor: LIST_END };
  const { numItems, endCursor } = pageOptions(paginationOpts);
  const isPinned = typeof endCursor === "string";
  const hits: Hit<Row>[] = [];
  const whole = { after: positionOf(paginationOpts.cursor), until: positionOf(endCursor) };
  for (const { walk, part } of partsOf(ctx, search, whole)) {
    const last = hits.at(-1);
    if (!isPinned && last !== undefined && hits.length === numItems)
      return pageOf(hits, encodePosition(last.at), numItems);
    const found = await walk.find(part, isPinned ? Infinity : numItems - hits.length);
    hits.push(...found.hits);
    if (found.searchedTo !== null) return pageOf(hits, encodePosition(found.searchedTo), numItems);
  }
  return pageOf(hits, endCursor ?? LIST_END, numItems);
}

/** A page that grew to more than twice of what was asked for can be split. */
function pageOf<Row>(
  hits: readonly Hit<Row>[],
  continueCursor: string,
  numItems: number,
): PaginationResult<Row> {
  const middle = hits[Math.floor(hits.length / 2) - 1];
  return {
    page: hits.map(({ row }) => row),
    isDone: continueCursor === LIST_END,
    continueCursor,
    ...(hits.length > 2 * numItems &&
      middle && { splitCursor: encodePosition(middle.at), pageStatus: "SplitRecommended" }),
  };
}
