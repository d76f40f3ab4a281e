/** Changes to an order besides its status: the retailer's message, and hiding it from one's own lists. */
import type { ErrorCode } from "../../domain/errors";
import { actionsFor, type OrderAction } from "../../domain/orderLifecycle";
import { orderMessage } from "../../domain/orderRequest";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { emit } from "../events";
import { requireUnblocked } from "../network/find";
import { requireOwnOrder } from "./find";
import { requireOwnOrders } from "./moves";

function requireAction(order: Doc<"orders">, user: Doc<"users">, action: OrderAction): void {
  if (!actionsFor(order, user.role).includes(action))
    fail("ILLEGAL_MOVE", { status: order.status });
}

export const REWORD_ERRORS = [
  "NO_MESSAGE",
  "NOT_FOUND",
  "ILLEGAL_MOVE",
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
  "TOO_MANY",
  "TOO_MUCH_DATA",
] as const satisfies readonly ErrorCode[];

/**
 * Rewords the message of a pending or accepted order, named by its id or that of a line; earlier words stay in the timeline.
 * Errors: REWORD_ERRORS.
 */
export async function updateMessage(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { orderId, msg: text }: { orderId: string; msg: string },
  now: number,
): Promise<Doc<"orders">> {
  const order = await requireOwnOrder(ctx, retailer, orderId);
  const msg = orderMessage(text) ?? fail("NO_MESSAGE");
  requireAction(order, retailer, "updateMessage");
  if (msg === order.msg) return order;
  await requireUnblocked(ctx, order, "retailer");
  await spend(ctx, "memberChanges", retailer._id);
  await spendBytes(ctx, retailer._id, bytesOf(msg));
  await ctx.db.patch("orders", order._id, { msg });
  const changed = { ...order, msg };
  await emit(ctx, { type: "messageChanged", order: changed, now });
  return changed;
}

/** Takes orders off the caller's lists; the other party, the invoice and the figures keep them (deviation 9). Admins have none. */
export async function hide(
  ctx: MutationCtx,
  user: Doc<"users">,
  orderIds: readonly string[],
): Promise<void> {
  if (user.role === "admin") fail("FORBIDDEN");
  for (const order of await requireOwnOrders(ctx, user, { orderIds })) {
    requireAction(order, user, "hide");
    const list = user._id === order.retailerId ? "retailerList" : "distributorList";
    await ctx.db.patch("orders", order._id, { [list]: "removed" });
  }
}
