/**
 * The only place that changes the status of an order. `domain/orderLifecycle.ts` lists the allowed moves; each move also changes
 * stock, lists, timeline and counters in the same transaction.
 */
import { todayIst } from "../../domain/dates";
import {
  LIST_OF_STATUS,
  ORDER_MOVES,
  judgeOrderMove,
  type OrderMove,
  type OrderStatus,
} from "../../domain/orderLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendCounts, type CountChange } from "../admin/counters";
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

/** Changes of the market's counters and of the distributor's badge. */
function countChanges(
  { status: from, distributorId }: Doc<"orders">,
  to: OrderStatus,
  now: number,
): CountChange[] {
  const changes: CountChange[] = [
    { counter: `orders.${from}`, ownerId: null, by: -1 },
    { counter: `orders.${to}`, ownerId: null, by: 1 },
  ];
  if (from === "pending")
    changes.push({ counter: "orders.pending", ownerId: distributorId, by: -1 });
  if (to === "completed") {
    const day = todayIst(now);
    changes.push({ counter: "ordersCompleted", userId: distributorId, day, by: 1 });
  }
  return changes;
}

/** A null actor is the market itself, which moves an order when its time is up. */
export type Step<Move extends OrderMove> = {
  readonly order: Doc<"orders">;
  readonly move: Move;
  readonly actor: Doc<"users"> | null;
  readonly data: MoveData[Move];
  readonly now: number;
};

/**
 * Makes the move, without its webhook event. Repeated with the same data it returns the current order. Errors: ILLEGAL_MOVE
 * {status} from any other status; NOT_FOUND for an actor who is not the party that the table names.
 */
export async function makeMove<Move extends OrderMove>(
  ctx: MutationCtx,
  { order, move, actor, data, now }: Step<Move>,
): Promise<Advanced> {
  const rule = ORDER_MOVES[move];
  if (actor !== null && partyOf(order, actor) !== rule.by) fail("NOT_FOUND");
  const verdict = judgeOrderMove(order, move, data);
  if (verdict === "refused") fail("ILLEGAL_MOVE", { status: order.status });
  if (verdict === "repeat") return { order, moved: false };
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
  await appendCounts(ctx, countChanges(order, rule.to, now));
  return { order: moved, moved: true };
}

/** `makeMove` with the move's webhook event. An acceptance calls `makeMove`, because it also issues the invoice. */
export async function advance<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Advanced> {
  const { order, move, now } = step;
  const advanced = await makeMove(ctx, step);
  const type = `order.${ORDER_MOVES[move].to}` as const;
  if (advanced.moved) await enqueueOrderEvents(ctx, type, order, [order._id], now);
  return advanced;
}
