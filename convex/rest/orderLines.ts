/**
 * Orders as the calls name them. Calls of the specification answer one row, that of a line; where an order has several lines, an id
 * that such a call can't answer is refused with the call that is for all of them.
 */
import { actionsFor } from "../../domain/orderLifecycle";
import { lineStatus } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { findReadableOrder, type FoundOrder } from "../orders/find";
import { type OrderView, toOrderView } from "../orders/view";
import { toOrderPayload } from "../webhooks/payload";

type CallerCtx = QueryCtx & { readonly user: Doc<"users"> };

/** An order, and the place of a line in it. */
type NamedLine = { readonly order: Doc<"orders">; readonly at: number };

/** `{id}` in the call stands for the order's. */
function wholeOrder({ _id: orderId }: Doc<"orders">, call: string): never {
  return fail("WHOLE_ORDER", { orderId, call: call.replace("{id}", orderId) });
}

/** Errors: NOT_FOUND for an order that is neither the caller's nor read by an admin. */
async function requireFound(ctx: CallerCtx, id: string): Promise<FoundOrder> {
  return (await findReadableOrder(ctx, ctx.user, id)) ?? fail("NOT_FOUND");
}

/** Returns the line that the id names. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} for the id of several lines. */
export async function requireLine(ctx: CallerCtx, id: string, call: string): Promise<NamedLine> {
  const { order, at } = await requireFound(ctx, id);
  if (at !== null) return { order, at };
  return order.lines.length === 1 ? { order, at: 0 } : wholeOrder(order, call);
}

/** Returns a line that can be refused alone: no line of an accepted order, which the party that is left ends as a whole. Errors: as `requireLine`. */
export async function requireRefusable(
  ctx: CallerCtx,
  id: string,
  move: "reject" | "cancel",
): Promise<NamedLine> {
  const call = `POST /api/orders/{id}/${move}`;
  const { order, at } = await requireLine(ctx, id, call);
  const line = order.lines[at] ?? fail("NOT_FOUND");
  const isAccepted = order.lines.length > 1 && lineStatus(order.status, line) === "accepted";
  if (isAccepted && actionsFor(order, ctx.user.role).includes(move)) wholeOrder(order, call);
  return { order, at };
}

/** Returns the order that the id names as a whole. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} for the id of one of several lines. */
export async function requireOrder(
  ctx: CallerCtx,
  id: string,
  call: string,
): Promise<Doc<"orders">> {
  const { order, at } = await requireFound(ctx, id);
  return at === null ? order : wholeOrder(order, call);
}

/** Returns the line of an order that has no other. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} where there are several. */
export async function requireOnlyLine(
  ctx: CallerCtx,
  id: string,
  call: string,
): Promise<NamedLine> {
  const order = await requireOrder(ctx, id, call);
  return order.lines.length === 1 ? { order, at: 0 } : wholeOrder(order, call);
}

/** Returns the order as it is now. */
export async function currentOrder(ctx: QueryCtx, orderId: Id<"orders">): Promise<OrderView> {
  return toOrderView(ctx, (await ctx.db.get("orders", orderId)) ?? fail("NOT_FOUND"));
}

/** Returns the row of the line, as its order is now. */
export async function currentLine(ctx: QueryCtx, { order, at }: NamedLine) {
  return toOrderPayload(await currentOrder(ctx, order._id), at);
}
