/** The distributor's products of which few pieces are left, those with the fewest first. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { LOW_STOCK_MAX, SEARCH_SCAN_ROWS } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, mapPage, pageOptions } from "../paging";
import { searchedText } from "./text";
import type { ProductFilter } from "./list";
import { requireCursors } from "./search";
import { searchedName } from "./searchIndex";

/**
 * One page of them by the index of stock, and so without a sort of its own, except that "in stock" leaves out what is sold out. A
 * search or a type is looked for in a bounded number of rows per page.
 */
export async function listLowStock<Row>(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { search = "", type, sort }: ProductFilter,
  paginationOpts: PaginationOptions,
  toRow: (ctx: QueryCtx, product: Doc<"products">) => Promise<Row>,
): Promise<PaginationResult<Row>> {
  const wanted = searchedText(search);
  if (wanted === null) return emptyPage();
  requireCursors(paginationOpts, false);
  const isScan = wanted !== "" || type !== undefined;
  const levels = await ctx.db
    .query("stockLevels")
    .withIndex("by_distributor", (q) =>
      q
        .eq("distributorId", distributor._id)
        .gte("stock", sort === "inStock" ? 1 : 0)
        .lte("stock", LOW_STOCK_MAX),
    )
    .paginate(pageOptions(paginationOpts, isScan ? SEARCH_SCAN_ROWS : 1));
  return mapPage(levels, async ({ productId }) => {
    const product = await ctx.db.get("products", productId);
    if (product === null || (type !== undefined && product.type !== type)) return null;
    return searchedName(product).includes(wanted) ? toRow(ctx, product) : null;
  });
}
