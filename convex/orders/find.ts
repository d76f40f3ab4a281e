/** Finding an order by what a caller sent. "Not yours", "not there" and "no id at all" are one answer. */
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";

/** On which side of the order somebody stands, or null. */
export function partyOf(order: Doc<"orders">, user: Doc<"users">): TradeRole | null {
  if (order.retailerId === user._id) return "retailer";
  return order.distributorId === user._id ? "distributor" : null;
}

/** The order if `user` is a party of it, else null. */
export async function getOwnOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<Doc<"orders"> | null> {
  const id = ctx.db.normalizeId("orders", orderId);
  const order = id === null ? null : await ctx.db.get("orders", id);
  return order === null || partyOf(order, user) === null ? null : order;
}

/** The order if `user` is a party of it, or NOT_FOUND. */
export async function requireOwnOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<Doc<"orders">> {
  return (await getOwnOrder(ctx, user, orderId)) ?? fail("NOT_FOUND");
}

/** The placement if `user` is a party of it, or NOT_FOUND. */
export async function requireOwnPlacement(
  ctx: QueryCtx,
  user: Doc<"users">,
  placementId: string,
): Promise<Doc<"placements">> {
  const id = ctx.db.normalizeId("placements", placementId);
  const placement = id === null ? null : await ctx.db.get("placements", id);
  const isParty = placement?.retailerId === user._id || placement?.distributorId === user._id;
  return placement !== null && isParty ? placement : fail("NOT_FOUND");
}

/** The order if `user` is a party of it or an admin, else null. */
export async function getReadableOrder(
  ctx: QueryCtx,
  user: Doc<"users">,
  orderId: string,
): Promise<Doc<"orders"> | null> {
  if (user.role !== "admin") return getOwnOrder(ctx, user, orderId);
  const id = ctx.db.normalizeId("orders", orderId);
  return id === null ? null : ctx.db.get("orders", id);
}
