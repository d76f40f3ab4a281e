/** The lists of orders of either party, and the timeline of one. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { ORDER_EVENTS_MAX } from "../../domain/limits";
import type { OrderList } from "../../domain/orderLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { getReadableOrder } from "./find";
import { withWholeGroups } from "./group";
import { toOrderEventView, toOrderView, type OrderEventView, type OrderView } from "./view";

type ToRow<Row> = (ctx: QueryCtx, order: Doc<"orders">) => Promise<Row>;

export type IncomingFilter = {
  readonly list: OrderList;
  /** Bounds of `completedOn`, both included; they mean something on the completed list only. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly sort?: "latest" | "oldest" | undefined;
};

/** A bound that is no number bounds nothing. */
function boundOr(bound: number | undefined, fallback: number): number {
  return bound !== undefined && Number.isFinite(bound) ? bound : fallback;
}

/** A distributor's orders: completed ones by the day of completion, others by the moment of placing; the latest first unless asked. */
export async function listIncoming<Row>(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { list, from, to, sort = "latest" }: IncomingFilter,
  paginationOpts: PaginationOptions,
  toRow: ToRow<Row>,
): Promise<PaginationResult<Row>> {
  const orders = ctx.db.query("orders").withIndex("by_distributor_shelf", (q) => {
    const ofList = q.eq("distributorId", distributor._id).eq("distributorShelf", list);
    if (list !== "completed") return ofList;
    return ofList
      .gte("completedOn", boundOr(from, 0))
      .lte("completedOn", boundOr(to, Number.MAX_SAFE_INTEGER));
  });
  const direction = sort === "latest" ? "desc" : "asc";
  const result = await orders.order(direction).paginate(pageOptions(paginationOpts));
  // Completed orders stand by the day of completion, where a placement is no group.
  if (list === "completed") return mapPage(result, (order) => toRow(ctx, order));
  const page = await withWholeGroups(ctx, result.page, "distributor", direction);
  return mapPage({ ...result, page }, (order) => toRow(ctx, order));
}

/** A retailer's orders, the latest first. */
export async function listOutgoing<Row>(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  list: OrderList,
  paginationOpts: PaginationOptions,
  toRow: ToRow<Row>,
): Promise<PaginationResult<Row>> {
  const result = await ctx.db
    .query("orders")
    .withIndex("by_retailer_shelf", (q) =>
      q.eq("retailerId", retailer._id).eq("retailerShelf", list),
    )
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  if (list === "completed") return mapPage(result, (order) => toRow(ctx, order));
  const page = await withWholeGroups(ctx, result.page, "retailer", "desc");
  return mapPage({ ...result, page }, (order) => toRow(ctx, order));
}

/** Null for whoever is neither a party nor an admin, and for what is no id. */
export async function readOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<OrderView | null> {
  const order = await getReadableOrder(ctx, user, orderId);
  return order === null ? null : toOrderView(ctx, order);
}

/**
 * Returns an order's events, oldest first; an empty list for callers who may not read it. Bounded: of endless rewordings only the
 * latest are returned, so that the order's end is always among them.
 */
export async function timelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
  most = ORDER_EVENTS_MAX,
): Promise<OrderEventView[]> {
  const order = await getReadableOrder(ctx, user, orderId);
  if (order === null) return [];
  const events = await ctx.db
    .query("orderEvents")
    .withIndex("by_order", (q) => q.eq("orderId", order._id))
    .order("desc")
    .take(most);
  return events.reverse().map((event) => toOrderEventView(order, event));
}
