/**
 * Search by one gram of the text: reads the rows of that gram, in catalogue order, instead of the whole catalogue. The share of them
 * that contains the whole text differs (all of "lam", few of "lamp shade"). It is estimated from a sample, so that a page reads about
 * as many rows as it needs.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { GRAM_SAMPLE_ROWS, GRAM_SCAN_ROWS, IN_STOCK_SCAN_ROWS } from "../../domain/limits";
import type { ProductSort, ProductType } from "../../domain/productTypes";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";

/** The conditions of a list that the rows of a gram can answer. */
export type GramFilter = {
  readonly type?: ProductType | undefined;
  readonly sort?: ProductSort | undefined;
  /** Only this distributor's. */
  readonly distributorId?: Id<"users">;
};

export type GramSearch = {
  /** In lower case. */
  readonly wanted: string;
  /** One of its grams, always the same one. */
  readonly gram: string;
  readonly order: "asc" | "desc";
};

function rowsFor(ctx: QueryCtx, { type, sort }: GramFilter, { gram, order }: GramSearch) {
  const rows = ctx.db.query("productGrams");
  if (type !== undefined) {
    return rows.withIndex("by_gram_type", (q) => q.eq("gram", gram).eq("type", type)).order(order);
  }
  const index = sort === "type" ? "by_gram_type" : "by_gram";
  return rows.withIndex(index, (q) => q.eq("gram", gram)).order(order);
}

/** From the share of hits among the first rows. */
function rowsToRead(wantedRows: number, hits: number, looked: number): number {
  return hits === 0
    ? GRAM_SCAN_ROWS
    : Math.min(Math.ceil((wantedRows * looked) / hits), GRAM_SCAN_ROWS);
}

/** One page of the products on sale that the search finds, as far as their rows can tell. */
export async function pageOfGram(
  ctx: QueryCtx,
  filter: GramFilter,
  search: GramSearch,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"products">>> {
  const { sort, distributorId } = filter;
  // An index of each distributor's grams would be one more entry for each row; the row says whose it is.
  const isHit = (row: Doc<"productGrams">) =>
    row.name.includes(search.wanted) &&
    (distributorId === undefined || row.distributorId === distributorId);

  const first = await rowsFor(ctx, filter, search).take(GRAM_SAMPLE_ROWS);
  const asked = pageOptions(paginationOpts, sort === "inStock" ? IN_STOCK_SCAN_ROWS : 1);
  const numItems = rowsToRead(asked.numItems, first.filter(isHit).length, first.length);
  const rows = await rowsFor(ctx, filter, search).paginate({ ...asked, numItems });
  return mapPage(rows, async (row) => {
    const product = isHit(row) ? await ctx.db.get("products", row.productId) : null;
    return product?.archivedAt === undefined ? product : null;
  });
}
