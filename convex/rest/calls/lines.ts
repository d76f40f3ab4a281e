/**
 * Orders as the calls name them. Calls of the specification answer one row, that of a line; where an order has several lines, an id
 * that such a call can't answer is refused with the call that is for all of them.
 */
import { v, type Infer } from "convex/values";
import { actionsFor } from "../../../domain/orderLifecycle";
import { lineStatus } from "../../../domain/orderLines";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../errors";
import { findOwnOrder, findReadableOrder, type FoundOrder } from "../../orders/find";
import { orderView, toOrderView } from "../../orders/view";

type OwnCtx = QueryCtx & { readonly user: Doc<"users"> };

/** An order, and the place of a line in it. */
export const namedLine = v.object({ order: orderView, at: v.number() });

export type NamedLineView = Infer<typeof namedLine>;

type NamedLine = { readonly order: Doc<"orders">; readonly at: number };

/** `{id}` in the call stands for the order's. */
function wholeOrder({ _id: orderId }: Doc<"orders">, call: string): never {
  return fail("WHOLE_ORDER", { orderId, call: call.replace("{id}", orderId) });
}

function lineOf(found: FoundOrder | null, call: string): NamedLine {
  const { order, at } = found ?? fail("NOT_FOUND");
  if (at !== null) return { order, at };
  return order.lines.length === 1 ? { order, at: 0 } : wholeOrder(order, call);
}

/** The line of an own order that the id names. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} for the id of several lines. */
export async function requireLine(ctx: OwnCtx, id: string, call: string): Promise<NamedLine> {
  return lineOf(await findOwnOrder(ctx, ctx.user, id), call);
}

/** As `requireLine`, also for admins. */
export async function requireReadableLine(
  ctx: OwnCtx,
  id: string,
  call: string,
): Promise<NamedLine> {
  return lineOf(await findReadableOrder(ctx, ctx.user, id), call);
}

/** A line that can be refused alone: no line of an accepted order, which the party that is left ends as a whole. Errors: as `requireLine`. */
export async function requireRefusable(
  ctx: OwnCtx,
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

/** The line of an own order that has no other. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} where there are several. */
export async function requireOnlyLine(ctx: OwnCtx, id: string, call: string): Promise<NamedLine> {
  const { order } = (await findOwnOrder(ctx, ctx.user, id)) ?? fail("NOT_FOUND");
  return order.lines.length === 1 ? { order, at: 0 } : wholeOrder(order, call);
}

/** The own order that the id names as a whole. Errors: NOT_FOUND; WHOLE_ORDER {orderId, call} for the id of one of several lines. */
export async function requireOrder(ctx: OwnCtx, id: string, call: string): Promise<Doc<"orders">> {
  const { order, at } = (await findOwnOrder(ctx, ctx.user, id)) ?? fail("NOT_FOUND");
  return at === null ? order : wholeOrder(order, call);
}

/** The order as it is now. */
export async function currentView(ctx: QueryCtx, orderId: Id<"orders">) {
  return toOrderView(ctx, (await ctx.db.get("orders", orderId)) ?? fail("NOT_FOUND"));
}

/** The order as it is now, and the place of the line. */
export async function currentLine(ctx: QueryCtx, { order, at }: NamedLine): Promise<NamedLineView> {
  return { order: await currentView(ctx, order._id), at };
}
