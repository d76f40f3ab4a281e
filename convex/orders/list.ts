/** The lists of orders of either party, and the timeline of one. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Language } from "../../domain/language/languages";
import { BADGE_MAX, COUNTED_BYTES_MAX, ORDER_EVENTS_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, type ReadBudget, takeWithin } from "../paging";
import { type DeliveryFilter, ordersByDelivery } from "./delivery";
import { filteredOrders, type OrderFilter } from "./filter";
import { findReadableOrder, ordersOn } from "./find";
import { toOrderEventView, toOrderView, type OrderEventView, type OrderView } from "./view";

type ToRow<Row> = (ctx: QueryCtx, order: Doc<"orders">) => Promise<Row>;

export type IncomingFilter = OrderFilter & {
  readonly sort?: "latest" | "oldest" | undefined;
  /** The order of the accepted list: by delivery day, the earliest first. */
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
  if (delivery !== undefined && filter.list === "accepted") {
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

/** The order that the id, or that of a line, names; null for whoever is neither a party nor an admin, and for what is no id. */
export async function readOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<OrderView | null> {
  const found = await findReadableOrder(ctx, user, orderId);
  return found === null ? null : toOrderView(ctx, found.order);
}

/** The caller's pending or accepted orders, counted to 100, which stands for more, or as far as the budget goes; an admin has none. */
async function countOn(
  ctx: QueryCtx,
  user: Doc<"users">,
  list: "pending" | "accepted",
  budget: ReadBudget = { bytesLeft: COUNTED_BYTES_MAX },
): Promise<number> {
  if (user.role === "admin") return 0;
  return (await takeWithin(ordersOn(ctx, user, list), BADGE_MAX, budget)).length;
}

/** Orders that wait for this distributor's answer, counted to 100: the figure on its badge. */
export function countWaiting(ctx: QueryCtx, distributor: Doc<"users">): Promise<number> {
  return countOn(ctx, distributor, "pending");
}

/** The caller's pending and accepted orders, each counted to 100. */
export async function countOpen(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<{ pending: number; accepted: number }> {
  const budget = { bytesLeft: COUNTED_BYTES_MAX };
  return {
    pending: await countOn(ctx, user, "pending", budget),
    accepted: await countOn(ctx, user, "accepted", budget),
  };
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

/** Descriptions of the lines' products, as they were when the order was placed: its first event has them. */
export async function descriptionsOf(
  ctx: QueryCtx,
  orderId: Id<"orders">,
): Promise<readonly string[]> {
  const placed = await ctx.db
    .query("orderEvents")
    .withIndex("by_order", (q) => q.eq("orderId", orderId))
    .first();
  return placed?.descriptions ?? [];
}

/** Returns the language of the order's retailer, English where it chose none and for what is no order of the distributor's. */
export async function retailerLanguageOf(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  orderId: string,
): Promise<Language> {
  const found = await findReadableOrder(ctx, distributor, orderId);
  if (found === null) return "en";
  const retailer = await ctx.db.get("users", found.order.retailerId);
  return retailer?.language ?? "en";
}

/** Returns an order's events as `latestEventsOf` does; an empty list for callers who may not read it. */
export async function timelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
  most = ORDER_EVENTS_MAX,
): Promise<OrderEventView[]> {
  const found = await findReadableOrder(ctx, user, orderId);
  if (found === null) return [];
  const { order } = found;
  const events = await latestEventsOf(ctx, order._id, most);
  return events.map((event) => toOrderEventView(order, event));
}
