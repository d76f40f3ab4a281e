/**
 * The filters of the lists of orders, for both parties: the other party, a text, and days. Days and the other party are ranges of an
 * index; the text is looked for in a bounded number of orders per page, and so is the other party on the completed list, which stands
 * in the order of completion. Placements stay whole: a line that matches shows the others.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v } from "convex/values";
import { ORDER_SCAN_ROWS } from "../../domain/limits";
import type { OrderList } from "../../domain/orderLifecycle";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, pageOptions } from "../paging";
import { hasText, searchedText } from "../search/text";
import { distributorsOf } from "../users/find";
import { placementOnList, withWholeGroups } from "./group";

export const orderFilter = {
  /** One of the lines of a placement: those on the list are shown, and the other filters are not asked. */
  orderId: v.optional(v.string()),
  /** The distributor of a retailer's orders, and the other way round. */
  partnerId: v.optional(v.string()),
  /** A part of the product's or the other party's name. */
  text: v.optional(v.string()),
  /** Instants, both included: of placing, or of completion on the completed list. */
  from: v.optional(v.number()),
  to: v.optional(v.number()),
};

export type OrderFilter = {
  readonly list: OrderList;
  readonly orderId?: string | undefined;
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
  if (list === "completed")
    return orders.withIndex("by_retailer_list", (q) =>
      q
        .eq("retailerId", _id)
        .eq("retailerList", list)
        .gte("completedOn", from)
        .lte("completedOn", to),
    );
  if (partnerId === undefined)
    return orders.withIndex("by_retailer_placed", (q) =>
      q.eq("retailerId", _id).eq("retailerList", list).gte("placedAt", from).lte("placedAt", to),
    );
  return orders.withIndex("by_retailer_partner", (q) =>
    q
      .eq("retailerId", _id)
      .eq("retailerList", list)
      .eq("distributorId", partnerId)
      .gte("placedAt", from)
      .lte("placedAt", to),
  );
}

function distributorsRows(ctx: QueryCtx, { _id }: Doc<"users">, range: Range) {
  const { list, partnerId, from, to } = range;
  const orders = ctx.db.query("orders");
  if (list === "completed")
    return orders.withIndex("by_distributor_list", (q) =>
      q
        .eq("distributorId", _id)
        .eq("distributorList", list)
        .gte("completedOn", from)
        .lte("completedOn", to),
    );
  if (partnerId === undefined)
    return orders.withIndex("by_distributor_placed", (q) =>
      q
        .eq("distributorId", _id)
        .eq("distributorList", list)
        .gte("placedAt", from)
        .lte("placedAt", to),
    );
  return orders.withIndex("by_distributor_partner", (q) =>
    q
      .eq("distributorId", _id)
      .eq("distributorList", list)
      .eq("retailerId", partnerId)
      .gte("placedAt", from)
      .lte("placedAt", to),
  );
}

/** Returns true for an order with the text in the name of its product, or of the other party. */
function textMatcher(ctx: QueryCtx, party: TradeRole, wanted: string) {
  const distributorOf = distributorsOf(ctx);
  return async (order: Doc<"orders">): Promise<boolean> => {
    const { productName, distributorId, distributorName, userName, shopName } = order;
    if (party === "distributor") return hasText(wanted, productName, userName, shopName);
    if (hasText(wanted, productName, distributorName)) return true;
    return hasText(wanted, (await distributorOf(distributorId))?.companyName);
  };
}

/** The orders with the text in a name; all of them where no text is wanted. */
async function matching(
  ctx: QueryCtx,
  page: readonly Doc<"orders">[],
  party: TradeRole,
  wanted: string,
): Promise<Doc<"orders">[]> {
  const matches = textMatcher(ctx, party, wanted);
  const verdicts = await Promise.all(page.map(matches));
  return page.filter((_, index) => verdicts[index]);
}

/** The placements of a page of which a line has the text in a name. */
export async function keepMatches(
  ctx: QueryCtx,
  page: readonly Doc<"orders">[],
  party: TradeRole,
  wanted: string,
): Promise<Doc<"orders">[]> {
  const found = await matching(ctx, page, party, wanted);
  const placements = new Set(found.map(({ placementId }) => placementId));
  return page.filter(({ placementId }) => placements.has(placementId));
}

/** One page of a party's orders: completed ones by the day of completion, others by the moment of placing, in whole placements. */
export async function filteredOrders(
  ctx: QueryCtx,
  { owner, party, direction }: OrderListOf,
  filter: OrderFilter,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"orders">>> {
  const { list, orderId } = filter;
  if (orderId !== undefined) {
    const lines = await placementOnList(ctx, owner, list, orderId);
    return { ...emptyPage(), page: direction === "asc" ? lines : lines.reverse() };
  }
  const wanted = searchedText(filter.text ?? "");
  const partnerId = ctx.db.normalizeId("users", filter.partnerId ?? "") ?? undefined;
  const isOfNobody = filter.partnerId !== undefined && partnerId === undefined;
  if (wanted === null || isOfNobody) return emptyPage();
  const range = {
    list,
    partnerId,
    from: boundOr(filter.from, 0),
    to: boundOr(filter.to, Number.MAX_SAFE_INTEGER),
  };
  const rowsOf = party === "retailer" ? retailersRows : distributorsRows;
  const isScan = wanted !== "" || (list === "completed" && partnerId !== undefined);
  const result = await rowsOf(ctx, owner, range)
    .order(direction)
    .paginate(pageOptions(paginationOpts, isScan ? ORDER_SCAN_ROWS : 1));
  const isOfPartner = ({ distributorId, retailerId }: Doc<"orders">) =>
    partnerId === undefined || partnerId === (party === "retailer" ? distributorId : retailerId);
  const ofPartner = result.page.filter(isOfPartner);
  // Completed orders stand by the day of completion, where a placement is no group.
  const page =
    list === "completed" ? ofPartner : await withWholeGroups(ctx, ofPartner, party, direction);
  if (list !== "completed") return { ...result, page: await keepMatches(ctx, page, party, wanted) };
  return { ...result, page: await matching(ctx, page, party, wanted) };
}
