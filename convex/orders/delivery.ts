/** A distributor's accepted orders in the order of their delivery days: those that are late come first. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v } from "convex/values";
import { parseDay } from "../../domain/dates";
import { ORDER_PAGE_BYTES_MAX, ORDER_SCAN_ROWS } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, pageOptions } from "../paging";
import { searchedText } from "../products/text";
import { keepMatches, type OrderFilter } from "./filter";

/** Days as YYYY-MM-DD, both included. What is no day bounds nothing. */
export const deliveryDays = v.object({ from: v.optional(v.string()), to: v.optional(v.string()) });

export type DeliveryFilter = Omit<OrderFilter, "list"> & {
  readonly delivery: { readonly from?: string | undefined; readonly to?: string | undefined };
};

const FIRST_DAY = "0000-00-00";
const LAST_DAY = "9999-99-99";

function dayOr(day: string | undefined, fallback: string): string {
  return (day === undefined ? null : parseDay(day)) ?? fallback;
}

/** Returns a test of the filters that the index does not know; null if there is none. */
function rowFilter({ partnerId, from, to }: DeliveryFilter) {
  const [first = -Infinity, last = Infinity] = [from, to].map((bound) =>
    bound !== undefined && Number.isFinite(bound) ? bound : undefined,
  );
  if (partnerId === undefined && first === -Infinity && last === Infinity) return null;
  return ({ retailerId, placedAt }: Doc<"orders">) =>
    (partnerId === undefined || retailerId === partnerId) && placedAt >= first && placedAt <= last;
}

/** Delivery days are a range of the index; the other filters look through a bounded number of orders per page. */
export async function ordersByDelivery(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  filter: DeliveryFilter,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"orders">>> {
  const { delivery, text = "" } = filter;
  const searchText = searchedText(text);
  if (searchText === null) return emptyPage();
  const isShown = rowFilter(filter);
  const isScan = searchText !== "" || isShown !== null;
  const result = await ctx.db
    .query("orders")
    .withIndex("by_due", (q) =>
      q
        .eq("sweepAt", undefined)
        .eq("distributorId", distributor._id)
        .eq("distributorList", "accepted")
        .gte("deliveryBefore", dayOr(delivery.from, FIRST_DAY))
        .lte("deliveryBefore", dayOr(delivery.to, LAST_DAY)),
    )
    .paginate(pageOptions(paginationOpts, isScan ? ORDER_SCAN_ROWS : 1, ORDER_PAGE_BYTES_MAX));
  const rows = isShown === null ? result.page : result.page.filter(isShown);
  return { ...result, page: await keepMatches(ctx, rows, "distributor", searchText) };
}
