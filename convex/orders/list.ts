/** The lists of orders of either party, and the timeline of one. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { ORDER_EVENTS_MAX } from "../../domain/limits";
import type { OrderList, OrderParty } from "../../domain/orderLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { getReadableOrder } from "./find";
import { orderEventKind, orderStatus } from "./schema";
import { toOrderView, type OrderView } from "./view";

export type IncomingQuestion = {
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
export async function listIncoming(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { list, from, to, sort = "latest" }: IncomingQuestion,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OrderView>> {
  const orders = ctx.db.query("orders").withIndex("by_distributor_shelf", (q) => {
    const ofList = q.eq("distributorId", distributor._id).eq("distributorShelf", list);
    if (list !== "completed") return ofList;
    return ofList
      .gte("completedOn", boundOr(from, 0))
      .lte("completedOn", boundOr(to, Number.MAX_SAFE_INTEGER));
  });
  const result = await orders
    .order(sort === "latest" ? "desc" : "asc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, (order) => toOrderView(ctx, order));
}

/** A retailer's orders, the latest first. */
export async function listOutgoing(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  list: OrderList,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OrderView>> {
  const result = await ctx.db
    .query("orders")
    .withIndex("by_retailer_shelf", (q) =>
      q.eq("retailerId", retailer._id).eq("retailerShelf", list),
    )
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, (order) => toOrderView(ctx, order));
}

export const orderEventView = v.object({
  _id: v.id("orderEvents"),
  kind: orderEventKind,
  /** Which side acted, or the market itself. */
  by: v.union(v.literal("retailer"), v.literal("distributor"), v.literal("market")),
  at: v.number(),
  from: v.optional(orderStatus),
  to: orderStatus,
  reason: v.optional(v.string()),
  msg: v.optional(v.string()),
});

function sideOf(order: Doc<"orders">, event: Doc<"orderEvents">): OrderParty | "market" {
  if (event.actorId === undefined) return "market";
  return event.actorId === order.retailerId ? "retailer" : "distributor";
}

/**
 * Returns an order's events, oldest first; an empty list for callers who may not read it. Bounded: of endless rewordings only the
 * latest are returned, so that the order's end is always among them.
 */
export async function timelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<Infer<typeof orderEventView>[]> {
  const order = await getReadableOrder(ctx, user, orderId);
  if (order === null) return [];
  const events = await ctx.db
    .query("orderEvents")
    .withIndex("by_order", (q) => q.eq("orderId", order._id))
    .order("desc")
    .take(ORDER_EVENTS_MAX);
  return events.reverse().map((event) => ({
    _id: event._id,
    kind: event.kind,
    by: sideOf(order, event),
    at: event.at,
    from: event.from,
    to: event.to,
    reason: event.reason,
    msg: event.msg,
  }));
}
