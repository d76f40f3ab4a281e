/** The distributor's products of which few pieces are left, those with the fewest first. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { LOW_STOCK_MAX, SEARCH_SCAN_ROWS } from "../../domain/limits";
import type { ProductSort, ProductType } from "../../domain/productTypes";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, mapPage, pageOptions, requirePositions } from "../paging";
import { productMatcher, searchedText } from "./text";

type LowStockFilter = {
  readonly search?: string | undefined;
  readonly type?: ProductType | undefined;
  readonly sort?: ProductSort | undefined;
};

/**
 * One page of them by the index of stock, and so without a sort of its own, except that "in stock" leaves out what is sold out. A
 * search or a type is looked for in a bounded number of rows per page.
 */
export async function listLowStock<Row>(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { search = "", type, sort }: LowStockFilter,
  paginationOpts: PaginationOptions,
  toRow: (ctx: QueryCtx, product: Doc<"products">) => Promise<Row>,
): Promise<PaginationResult<Row>> {
  const searchText = searchedText(search);
  if (searchText === null) return emptyPage();
  requirePositions(paginationOpts, false);
  const isScan = searchText !== "" || type !== undefined;
  const levels = await ctx.db
    .query("stockLevels")
    .withIndex("by_distributor", (q) =>
      q
        .eq("distributorId", distributor._id)
        .gte("stock", sort === "inStock" ? 1 : 0)
        .lte("stock", LOW_STOCK_MAX),
    )
    .paginate(pageOptions(paginationOpts, isScan ? SEARCH_SCAN_ROWS : 1));
  const isFound = productMatcher(searchText);
  return mapPage(levels, async ({ productId }) => {
    const product = await ctx.db.get("products", productId);
    if (product === null || (type !== undefined && product.type !== type)) return null;
    return isFound(product) ? toRow(ctx, product) : null;
  });
}
