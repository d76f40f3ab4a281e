/**
 * The only place where the status of an order moves. The table in `domain/orderLifecycle.ts` says which moves there are; here
 * they take effect, with everything that must happen with them: stock, lists, timeline, counters.
 */
import {
  LIST_OF_STATUS,
  ORDER_MOVES,
  canMove,
  type OrderMove,
  type OrderStatus,
} from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { bump, bumpUser } from "../admin/counters";
import { enqueueOrderEvents } from "../developers/enqueue";
import { fail } from "../errors";
import { returnStock } from "../products/stock";
import { partyOf } from "./find";

/** Fields that each move writes besides the status. */
type MoveData = {
  accept: { readonly deliveryBefore: string };
  reject: { readonly orderCancelReason: string };
  cancel: { readonly orderCancelReason: string; readonly msg: string };
  complete: Readonly<Record<string, never>>;
};

export type Advanced = {
  readonly order: Doc<"orders">;
  /** False when the same move had been made before: nothing was written. */
  readonly moved: boolean;
};

/** The same move, made before with the same data: asking again, after a lost answer say, is not an error. */
function isRepeat(order: Doc<"orders">, move: OrderMove, data: MoveData[OrderMove]): boolean {
  if (order.status !== ORDER_MOVES[move].to) return false;
  const needs: readonly (keyof Doc<"orders">)[] = ORDER_MOVES[move].needs;
  return needs.every((field) => order[field] === (data as Partial<Doc<"orders">>)[field]);
}

/** The market's figures, and the distributor's badge. */
async function count(
  ctx: MutationCtx,
  order: Doc<"orders">,
  to: OrderStatus,
  actorId: Id<"users">,
  now: number,
) {
  await bump(ctx, `orders.${order.status}`, -1, actorId);
  await bump(ctx, `orders.${to}`, 1, actorId);
  if (order.status === "pending")
    await bump(ctx, "orders.pending", -1, actorId, order.distributorId);
  if (to === "completed") await bumpUser(ctx, order.distributorId, "ordersCompleted", 1, now);
}

/**
 * Makes `move`, once, without its webhook event. Repeated with the same data it answers the current order. Errors: ILLEGAL_MOVE
 * {status} from any other status; NOT_FOUND for an actor who is not the party that the table names. A null actor is the market
 * itself, which moves an order when its time is up.
 */
export async function makeMove<Move extends OrderMove>(
  ctx: MutationCtx,
  order: Doc<"orders">,
  move: Move,
  actor: Doc<"users"> | null,
  data: MoveData[Move],
  now: number,
): Promise<Advanced> {
  const rule = ORDER_MOVES[move];
  if (actor !== null && partyOf(order, actor) !== rule.by) fail("NOT_FOUND");
  if (!canMove(order, move)) {
    if (isRepeat(order, move, data)) return { order, moved: false };
    fail("ILLEGAL_MOVE", { status: order.status });
  }
  const list = LIST_OF_STATUS[rule.to];
  const changes = {
    ...data,
    status: rule.to,
    [rule.stamps]: now,
    sweepAt: undefined,
    ...(rule.returnsStock && { stockReturnedAt: now }),
    retailerShelf: list,
    distributorShelf: list,
  };
  await ctx.db.patch("orders", order._id, changes);
  if (rule.returnsStock) await returnStock(ctx, order.productId, order.quantity);

  const moved: Doc<"orders"> = { ...order, ...changes };
  await ctx.db.insert("orderEvents", {
    orderId: order._id,
    kind: rule.to,
    actorId: actor?._id,
    at: now,
    from: order.status,
    to: rule.to,
    reason: moved.orderCancelReason,
  });
  await count(ctx, order, rule.to, actor?._id ?? order.distributorId, now);
  return { order: moved, moved: true };
}

/** `makeMove` for moves that are the whole step: their webhook event is queued here. An acceptance also issues an invoice. */
export async function advance<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  order: Doc<"orders">,
  move: Move,
  actor: Doc<"users"> | null,
  data: MoveData[Move],
  now: number,
): Promise<Advanced> {
  const advanced = await makeMove(ctx, order, move, actor, data, now);
  const type = `order.${ORDER_MOVES[move].to}` as const;
  if (advanced.moved) await enqueueOrderEvents(ctx, type, order, [order._id], now);
  return advanced;
}
