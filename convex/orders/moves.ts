/** Rejecting, completing and cancelling orders: each checks its input, then calls `advanceAll`. Accepting is in `answer.ts`. */
import { parseDelivery } from "../../domain/dates";
import { ORDER_LINES_MAX } from "../../domain/limits";
import { bareCancelReason } from "../../domain/orderLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { reasonAcross } from "../network/words";
import { requireReason } from "../reason";
import { advanceAll } from "./advance";
import { requireOwnOrder } from "./find";
import { markBelowMinimum } from "./terms";

/** The day until which delivery is promised: today to two years ahead, in India. */
export function requireDelivery(text: string, now: number): string {
  if (text.trim() === "") fail("NO_DELIVERY_DATE");
  return parseDelivery(text, now) ?? fail("BAD_DELIVERY_DATE");
}

/** Own orders by their ids: at least one, as many as a placement has at most. Errors: BAD_LINES, NOT_FOUND. */
export async function requireOwnOrders(
  ctx: MutationCtx,
  user: Doc<"users">,
  orderIds: readonly string[],
): Promise<Doc<"orders">[]> {
  if (orderIds.length === 0 || orderIds.length > ORDER_LINES_MAX) fail("BAD_LINES");
  const orders: Doc<"orders">[] = [];
  for (const orderId of new Set(orderIds)) orders.push(await requireOwnOrder(ctx, user, orderId));
  return orders;
}

/** The orders by the reason that the other party of each reads: a block between the two withholds it. */
async function byReason(
  ctx: MutationCtx,
  orders: readonly Doc<"orders">[],
  reason: string,
): Promise<Map<string, Doc<"orders">[]>> {
  const groups = new Map<string, Doc<"orders">[]>();
  for (const order of orders) {
    const words = await reasonAcross(ctx, order, reason, order.orderCancelReason);
    groups.set(words, [...(groups.get(words) ?? []), order]);
  }
  return groups;
}

type Ids = { readonly orderIds: readonly string[] };

/** Rejects orders, by their distributor: pending ones, or accepted ones whose retailer closed the account. The stock returns. */
export async function reject(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { orderIds, reason }: Ids & { reason: string },
  now: number,
): Promise<void> {
  const orders = await requireOwnOrders(ctx, distributor, orderIds);
  for (const [orderCancelReason, own] of await byReason(ctx, orders, requireReason(reason))) {
    const data = { orderCancelReason };
    await advanceAll(ctx, own, { move: "reject", actor: distributor, data, now });
  }
}

/** Accepted → completed, by the distributor, on the server's clock. */
export async function complete(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { orderIds }: Ids,
  now: number,
): Promise<void> {
  const orders = await requireOwnOrders(ctx, distributor, orderIds);
  await advanceAll(ctx, orders, { move: "complete", actor: distributor, data: {}, now });
}

/**
 * Cancels orders, by their retailer: pending ones, or accepted ones whose distributor closed the account. The stock returns. What is left below the distributor's minimum is shown to it as such.
 */
export async function cancel(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { orderIds, reason }: Ids & { reason: string },
  now: number,
): Promise<void> {
  const orders = await requireOwnOrders(ctx, retailer, orderIds);
  const bare = requireReason(bareCancelReason(reason));
  for (const [orderCancelReason, own] of await byReason(ctx, orders, bare)) {
    const data = { orderCancelReason };
    await advanceAll(ctx, own, { move: "cancel", actor: retailer, data, now });
  }
  for (const placementId of new Set(orders.map((order) => order.placementId)))
    await markBelowMinimum(ctx, placementId);
}
