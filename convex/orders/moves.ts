/** Rejecting, completing and cancelling an order: each checks its input, then calls `advance`. Accepting is in `accept.ts`. */
import { parseDelivery } from "../../domain/dates";
import { REASON_MAX } from "../../domain/limits";
import { bareCancelReason, cancelMessage } from "../../domain/orderLifecycle";
import { cleanText } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { advance } from "./advance";
import { requireOwnOrder } from "./find";

function requireReason(text: string): string {
  return cleanText(text, { min: 1, max: REASON_MAX, multiline: true }) ?? fail("NO_REASON");
}

/** The day until which delivery is promised: today to two years ahead, in India. */
export function requireDelivery(text: string, now: number): string {
  if (text.trim() === "") fail("NO_DELIVERY_DATE");
  return parseDelivery(text, now) ?? fail("BAD_DELIVERY_DATE");
}

/** Rejects an order, by its distributor: a pending one, or an accepted one whose retailer closed the account. The stock returns. */
export async function reject(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { orderId, reason }: { orderId: string; reason: string },
  now: number,
): Promise<Doc<"orders">> {
  const order = await requireOwnOrder(ctx, distributor, orderId);
  const data = { orderCancelReason: requireReason(reason) };
  return (await advance(ctx, { order, move: "reject", actor: distributor, data, now })).order;
}

/** Accepted → completed, by the distributor, on the server's clock. */
export async function complete(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { orderId }: { orderId: string },
  now: number,
): Promise<Doc<"orders">> {
  const order = await requireOwnOrder(ctx, distributor, orderId);
  return (await advance(ctx, { order, move: "complete", actor: distributor, data: {}, now })).order;
}

/**
 * Cancels an order, by its retailer: a pending one, or an accepted one whose distributor closed the account. The stock returns, and
 * the message says so (spec §4).
 */
export async function cancel(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { orderId, reason }: { orderId: string; reason: string },
  now: number,
): Promise<Doc<"orders">> {
  const order = await requireOwnOrder(ctx, retailer, orderId);
  const orderCancelReason = requireReason(bareCancelReason(reason));
  const data = { orderCancelReason, msg: cancelMessage(orderCancelReason) };
  return (await advance(ctx, { order, move: "cancel", actor: retailer, data, now })).order;
}
