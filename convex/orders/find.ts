/** Finding an order by what a caller sent. "Not yours", "not there" and "no id at all" are one answer. */
import type { OrderList } from "../../domain/orderLifecycle";
import { readLineId } from "../../domain/orderLines";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { findRow } from "../rows";

/** Returns the side of the order on which somebody stands, or null. */
export function partyOf(order: Doc<"orders">, user: Doc<"users">): TradeRole | null {
  if (order.retailerId === user._id) return "retailer";
  return order.distributorId === user._id ? "distributor" : null;
}

/** An order, and the place of the line in it that an id named: null where it named the order. */
export type FoundOrder = { readonly order: Doc<"orders">; readonly at: number | null };

function placeIn(order: Doc<"orders"> | null, at: number | undefined): FoundOrder | null {
  if (order === null) return null;
  if (at === undefined) return { order, at: null };
  // A single line has its order's id alone: no order has two names.
  return order.lines.length > 1 && at < order.lines.length ? { order, at } : null;
}

/** Returns the orders on one of the user's lists. */
export function ordersOn(ctx: QueryCtx, { _id, role }: Doc<"users">, list: OrderList) {
  const orders = ctx.db.query("orders");
  return role === "retailer"
    ? orders.withIndex("by_retailer_list", (q) => q.eq("retailerId", _id).eq("retailerList", list))
    : orders.withIndex("by_distributor_list", (q) =>
        q.eq("distributorId", _id).eq("distributorList", list),
      );
}

async function findOrder(ctx: QueryCtx, text: string): Promise<FoundOrder | null> {
  const { orderId, at } = readLineId(text);
  return placeIn(await findRow(ctx, "orders", orderId), at);
}

/** The order or line if `user` is a party of it, else null. */
async function findOwnOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  id: string,
): Promise<FoundOrder | null> {
  const found = await findOrder(ctx, id);
  return found === null || partyOf(found.order, user) === null ? null : found;
}

/** Own orders and lines. However many lines of it are named, an order is read once: its row may be large. Errors: NOT_FOUND. */
export async function requireOwnLines(
  ctx: QueryCtx,
  user: Doc<"users">,
  ids: Iterable<string>,
): Promise<FoundOrder[]> {
  const orders = new Map<string, Doc<"orders"> | null>();
  const found: FoundOrder[] = [];
  for (const id of ids) {
    const { orderId, at } = readLineId(id);
    if (!orders.has(orderId)) orders.set(orderId, await findRow(ctx, "orders", orderId));
    const one = placeIn(orders.get(orderId) ?? null, at) ?? fail("NOT_FOUND");
    if (partyOf(one.order, user) === null) fail("NOT_FOUND");
    found.push(one);
  }
  return found;
}

/** The order that the id, or that of one of its lines, names, if `user` is a party of it; else null. */
export async function getOwnOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  id: string,
): Promise<Doc<"orders"> | null> {
  return (await findOwnOrder(ctx, user, id))?.order ?? null;
}

/** As `getOwnOrder`, or NOT_FOUND. */
export async function requireOwnOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  id: string,
): Promise<Doc<"orders">> {
  return (await getOwnOrder(ctx, user, id)) ?? fail("NOT_FOUND");
}

/**
 * The order that an id names as a whole. Errors: NOT_FOUND; WHOLE_ORDER {orderId} for the id of one of several lines, which can't be
 * moved alone.
 */
export async function requireWholeOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  id: string,
): Promise<Doc<"orders">> {
  const { order, at } = (await findOwnOrder(ctx, user, id)) ?? fail("NOT_FOUND");
  if (at !== null) fail("WHOLE_ORDER", { orderId: order._id });
  return order;
}

/** The order or line if `user` is a party of it or an admin, else null. */
export async function findReadableOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  id: string,
): Promise<FoundOrder | null> {
  return user.role === "admin" ? findOrder(ctx, id) : findOwnOrder(ctx, user, id);
}
