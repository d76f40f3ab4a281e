/**
 * The filters of the lists of orders, for both parties: the other party, a text, and days. Days and the other party are ranges of an
 * index; the text is looked for in a bounded number of orders per page.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v } from "convex/values";
import { ORDER_PAGE_BYTES_MAX, ORDER_SCAN_ROWS } from "../../domain/limits";
import type { OrderList } from "../../domain/orderLifecycle";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, pageOptions } from "../paging";
import { hasText, searchedText } from "../products/text";
import { distributorsOf } from "../users/find";

export const orderFilter = {
  /** The distributor of a retailer's orders, and the other way round. */
  partnerId: v.optional(v.string()),
  /** A part of a product's or the other party's name. */
  text: v.optional(v.string()),
  /** Instants, both included: of placing, or of completion on the completed list. */
  from: v.optional(v.number()),
  to: v.optional(v.number()),
};

export type OrderFilter = {
  readonly list: OrderList;
  readonly partnerId?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** The owner of a list, and the order of its rows. */
export type OrderListOf = {
  readonly owner: Doc<"users">;
  readonly party: TradeRole;
  readonly direction: "asc" | "desc";
};

/** A filter with its ids and bounds checked. */
type Range = {
  readonly list: OrderList;
  readonly partnerId: Id<"users"> | undefined;
  readonly from: number;
  readonly to: number;
};

/** A bound that is no number bounds nothing. */
function boundOr(bound: number | undefined, fallback: number): number {
  return bound !== undefined && Number.isFinite(bound) ? bound : fallback;
}

function retailersRows(ctx: QueryCtx, { _id }: Doc<"users">, range: Range) {
  const { list, partnerId, from, to } = range;
  const orders = ctx.db.query("orders");
  if (partnerId === undefined)
    return orders.withIndex("by_retailer_list", (q) =>
      q.eq("retailerId", _id).eq("retailerList", list).gte("listedAt", from).lte("listedAt", to),
    );
  return orders.withIndex("by_pair_list", (q) =>
    q
      .eq("retailerId", _id)
      .eq("distributorId", partnerId)
      .eq("retailerList", list)
      .gte("listedAt", from)
      .lte("listedAt", to),
  );
}

function distributorsRows(ctx: QueryCtx, { _id }: Doc<"users">, range: Range) {
  const { list, partnerId, from, to } = range;
  const orders = ctx.db.query("orders");
  if (partnerId === undefined)
    return orders.withIndex("by_distributor_list", (q) =>
      q
        .eq("distributorId", _id)
        .eq("distributorList", list)
        .gte("listedAt", from)
        .lte("listedAt", to),
    );
  return orders.withIndex("by_distributor_partner", (q) =>
    q
      .eq("distributorId", _id)
      .eq("distributorList", list)
      .eq("retailerId", partnerId)
      .gte("listedAt", from)
      .lte("listedAt", to),
  );
}

/** The orders with the text in the name of a product, or of the other party; all of them where no text is wanted. */
export async function keepMatches(
  ctx: QueryCtx,
  page: readonly Doc<"orders">[],
  party: TradeRole,
  searchText: string,
): Promise<Doc<"orders">[]> {
  const distributorOf = distributorsOf(ctx);
  const matches = async ({ lines, ...order }: Doc<"orders">): Promise<boolean> => {
    const { distributorId, distributorName, userName, shopName } = order;
    if (lines.some(({ productName }) => hasText(searchText, productName))) return true;
    if (party === "distributor") return hasText(searchText, userName, shopName);
    if (hasText(searchText, distributorName)) return true;
    return hasText(searchText, (await distributorOf(distributorId))?.companyName);
  };
  const matched = await Promise.all(page.map(matches));
  return page.filter((_, index) => matched[index]);
}

/** One page of a party's orders: completed ones by the moment of completion, others by that of placing. */
export async function filteredOrders(
  ctx: QueryCtx,
  { owner, party, direction }: OrderListOf,
  filter: OrderFilter,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"orders">>> {
  const { list } = filter;
  const searchText = searchedText(filter.text ?? "");
  const partnerId = ctx.db.normalizeId("users", filter.partnerId ?? "") ?? undefined;
  const isOfNobody = filter.partnerId !== undefined && partnerId === undefined;
  if (searchText === null || isOfNobody) return emptyPage();
  const range = {
    list,
    partnerId,
    from: boundOr(filter.from, 0),
    to: boundOr(filter.to, Number.MAX_SAFE_INTEGER),
  };
  const rowsOf = party === "retailer" ? retailersRows : distributorsRows;
  const result = await rowsOf(ctx, owner, range)
    .order(direction)
    .paginate(
      pageOptions(paginationOpts, searchText === "" ? 1 : ORDER_SCAN_ROWS, ORDER_PAGE_BYTES_MAX),
    );
  return { ...result, page: await keepMatches(ctx, result.page, party, searchText) };
}
