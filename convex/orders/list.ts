/** The lists of orders of either party, and the timeline of one. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { ORDER_EVENTS_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage } from "../paging";
import { type DeliveryFilter, ordersByDelivery } from "./delivery";
import { filteredOrders, type OrderFilter } from "./filter";
import { getReadableOrder } from "./find";
import { toOrderEventView, toOrderView, type OrderEventView, type OrderView } from "./view";

type ToRow<Row> = (ctx: QueryCtx, order: Doc<"orders">) => Promise<Row>;

export type IncomingFilter = OrderFilter & {
  readonly sort?: "latest" | "oldest" | undefined;
  /** Of the accepted list: by delivery day, the earliest first. */
  readonly delivery?: DeliveryFilter["delivery"] | undefined;
};

/** A distributor's orders: completed ones by the day of completion, others by the moment of placing; the latest first unless asked. */
export async function listIncoming<Row>(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { sort = "latest", delivery, ...filter }: IncomingFilter,
  paginationOpts: PaginationOptions,
  toRow: ToRow<Row>,
): Promise<PaginationResult<Row>> {
  if (delivery !== undefined && filter.list === "accepted" && filter.orderId === undefined) {
    const byDelivery = { ...filter, delivery };
    const result = await ordersByDelivery(ctx, distributor, byDelivery, paginationOpts);
    return mapPage(result, (order) => toRow(ctx, order));
  }
  const direction = sort === "latest" ? "desc" : "asc";
  const ofDistributor = { owner: distributor, party: "distributor", direction } as const;
  const result = await filteredOrders(ctx, ofDistributor, filter, paginationOpts);
  return mapPage(result, (order) => toRow(ctx, order));
}

/** A retailer's orders, the latest first. */
export async function listOutgoing<Row>(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  filter: OrderFilter,
  paginationOpts: PaginationOptions,
  toRow: ToRow<Row>,
): Promise<PaginationResult<Row>> {
  const ofRetailer = { owner: retailer, party: "retailer", direction: "desc" } as const;
  const result = await filteredOrders(ctx, ofRetailer, filter, paginationOpts);
  return mapPage(result, (order) => toRow(ctx, order));
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
 * Returns an order's events, oldest first. Bounded: of endless rewordings only the latest are returned, so that the order's end is
 * always among them.
 */
export async function latestEventsOf(
  ctx: QueryCtx,
  orderId: Id<"orders">,
  most = ORDER_EVENTS_MAX,
): Promise<Doc<"orderEvents">[]> {
  const events = await ctx.db
    .query("orderEvents")
    .withIndex("by_order", (q) => q.eq("orderId", orderId))
    .order("desc")
    .take(most);
  return events.reverse();
}

/** Returns an order's events as `latestEventsOf` does; an empty list for callers who may not read it. */
export async function timelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
  most = ORDER_EVENTS_MAX,
): Promise<OrderEventView[]> {
  const order = await getReadableOrder(ctx, user, orderId);
  if (order === null) return [];
  const events = await latestEventsOf(ctx, order._id, most);
  return events.map((event) => toOrderEventView(order, event));
}
