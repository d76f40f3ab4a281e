/** The lists of products: search, filter and order (spec §5), one page at a time. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { IN_STOCK_SCAN_ROWS, PRODUCT_SUGGESTIONS_MAX, SEARCH_SCAN_ROWS } from "../../domain/limits";
import { gramsOf } from "../../domain/grams";
import { searchedTerms } from "../../domain/heardTerms";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, mapPage, pageOptions, requirePositions } from "../paging";
import type { ListedProduct } from "../products/find";
import { stockOf } from "../products/stock";
import { hasText, isHeard, productMatcher, searchedText } from "../products/text";
import { isIndexComplete, pageOfSearch, type SearchFilter, type Way } from "../searchIndex/search";
import { distributorsOf } from "../users/find";

export type ProductFilter = SearchFilter & {
  readonly search?: string | undefined;
  readonly countryOfOrigin?: string | undefined;
  /** The order when the sort is "default"; the product lists of the trade show them as they were added. */
  readonly defaultOrder?: "asc" | "desc";
  /** No page has more rows than were asked for, though some then have few, or none while more follow. */
  readonly isLimitStrict?: true;
};

type Order = "asc" | "desc";

function orderOf({ sort = "default", defaultOrder = "asc" }: ProductFilter): Order {
  switch (sort) {
    case "latest":
      return "desc";
    case "type":
      return "asc";
    case "default":
    case "inStock":
      return defaultOrder;
    default:
      return sort satisfies never;
  }
}

/** Returns the narrowest index for the filter; within equal keys every index is in order of creation. */
function rowsFor(ctx: QueryCtx, filter: ProductFilter, order: Order) {
  const { type, sort, distributorId, countryOfOrigin } = filter;
  const products = ctx.db.query("products");
  if (distributorId === undefined) {
    if (type !== undefined) {
      return products
        .withIndex("by_listed_type", (q) => q.eq("archivedAt", undefined).eq("type", type))
        .order(order);
    }
    if (countryOfOrigin !== undefined && sort !== "type") {
      return products
        .withIndex("by_listed_country", (q) =>
          q.eq("archivedAt", undefined).eq("countryOfOrigin", countryOfOrigin),
        )
        .order(order);
    }
    const index = sort === "type" ? "by_listed_type" : "by_listed";
    return products.withIndex(index, (q) => q.eq("archivedAt", undefined)).order(order);
  }
  if (type !== undefined) {
    return products
      .withIndex("by_distributor_type", (q) =>
        q.eq("distributorId", distributorId).eq("archivedAt", undefined).eq("type", type),
      )
      .order(order);
  }
  const index = sort === "type" ? "by_distributor_type" : "by_distributor";
  return products
    .withIndex(index, (q) => q.eq("distributorId", distributorId).eq("archivedAt", undefined))
    .order(order);
}

/** Most products are in stock; few match a search, or come from a country. */
function rowsToScan(
  { sort, isLimitStrict, countryOfOrigin }: ProductFilter,
  searchText: string,
): number {
  if (isLimitStrict === true) return 1;
  if (searchText !== "" || countryOfOrigin !== undefined) return SEARCH_SCAN_ROWS;
  return sort === "inStock" ? IN_STOCK_SCAN_ROWS : 1;
}

/** Returns a page of the catalogue, in the same order as the search's list. */
function pageOfCatalogue(
  ctx: QueryCtx,
  filter: ProductFilter,
  searchText: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"products">>> {
  requirePositions(paginationOpts, false);
  const options = pageOptions(paginationOpts, rowsToScan(filter, searchText));
  return rowsFor(ctx, filter, orderOf(filter)).paginate(options);
}

/**
 * One page of the products on sale. The search finds products with the text in their names, in any case, then those in which it is heard;
 * without its index both are in one list. It reads a bounded number of rows per page. Products of closed accounts are left out.
 */
export async function listProducts<Row>(
  ctx: QueryCtx,
  filter: ProductFilter,
  paginationOpts: PaginationOptions,
  toRow: (ctx: QueryCtx, product: Doc<"products">, distributor: Doc<"users">) => Promise<Row>,
): Promise<PaginationResult<Row>> {
  const searchText = searchedText(filter.search ?? "");
  if (searchText === null) return emptyPage();
  const distributorOf = distributorsOf(ctx);
  const toListed = async (product: Doc<"products">): Promise<Row | null> => {
    const { countryOfOrigin = product.countryOfOrigin } = filter;
    if (product.countryOfOrigin !== countryOfOrigin) return null;
    if (filter.sort === "inStock" && (await stockOf(ctx, product)) === 0) return null;
    const distributor = await distributorOf(product.distributorId);
    return distributor === null ? null : toRow(ctx, product, distributor);
  };
  if (gramsOf(searchText).length > 0 && (await isIndexComplete(ctx))) {
    const search = { ...filter, searchText, order: orderOf(filter), toRow: toListed };
    return pageOfSearch(ctx, search, paginationOpts);
  }
  const result = await pageOfCatalogue(ctx, filter, searchText, paginationOpts);
  const isFound = productMatcher(searchText);
  return mapPage(result, async (product) => (isFound(product) ? toListed(product) : null));
}

/** The newest products that a short text is looked for among, read once for all texts of a query. */
export type NewestProducts = () => Promise<readonly Doc<"products">[]>;

export function newestProducts(
  ctx: QueryCtx,
  own: Pick<ProductFilter, "distributorId"> = {},
): NewestProducts {
  let rows: Promise<Doc<"products">[]> | undefined;
  return () => (rows ??= rowsFor(ctx, own, "desc").take(SEARCH_SCAN_ROWS + 1));
}

export type FoundProducts = {
  readonly hits: readonly ListedProduct[];
  /** True if nothing further can have the text. */
  readonly isDone: boolean;
  /** Those in whose words the text is heard, if the others are fewer than are shown. */
  readonly heard: readonly ListedProduct[];
};

/**
 * Returns at most `max` products whose names have the text, the newest first, and some in which it is heard. A query may read one page
 * alone, and this reads none: it can be asked for many texts.
 */
export async function findByName(
  ctx: QueryCtx,
  {
    searchText,
    max,
    ...own
  }: Pick<ProductFilter, "distributorId"> & { searchText: string; max: number },
  newest: NewestProducts,
): Promise<FoundProducts> {
  const distributorOf = distributorsOf(ctx);
  const toRow = async (product: Doc<"products">): Promise<ListedProduct | null> => {
    const distributor = await distributorOf(product.distributorId);
    return distributor === null ? null : { product, distributor };
  };
  if (gramsOf(searchText).length > 0 && (await isIndexComplete(ctx))) {
    const search = { ...own, searchText, order: "desc" as const, toRow };
    const find = (way: Way, numItems: number) =>
      pageOfSearch(ctx, { ...search, way }, { numItems, cursor: null });
    const { page: hits, isDone } = await find("written", max);
    const room = PRODUCT_SUGGESTIONS_MAX - hits.length;
    const { page: heard } = room > 0 ? await find("heard", room) : { page: [] };
    return { hits, isDone, heard };
  }
  const rows = await newest();
  const hits: ListedProduct[] = [];
  const heard: ListedProduct[] = [];
  const terms = searchedTerms(searchText);
  for (const product of rows.slice(0, SEARCH_SCAN_ROWS)) {
    const isWritten = hasText(searchText, product.name);
    if (!isWritten && !isHeard(terms, product.name, product.aliases)) continue;
    const listed = await toRow(product);
    if (listed === null) continue;
    if (isWritten && hits.length === max) return { hits, isDone: false, heard: [] };
    (isWritten ? hits : heard).push(listed);
  }
  return { hits, isDone: rows.length <= SEARCH_SCAN_ROWS, heard };
}
