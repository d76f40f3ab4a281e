/**
 * The only place that changes the status of an order. `domain/orderLifecycle.ts` lists the allowed moves; each move also changes
 * stock, lists, timeline, khata and counters in the same transaction.
 */
import { todayIst } from "../../domain/dates";
import {
  LIST_OF_STATUS,
  ORDER_MOVES,
  judgeOrderMove,
  type OrderMove,
} from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendCounts, type CountChange } from "../admin/counters";
import { creditCancelled } from "../creditNotes/cancel";
import { restOfOrder } from "../creditNotes/rest";
import { enqueueOrderEvents } from "../developers/enqueue";
import { fail } from "../errors";
import { getInvoiceOf } from "../invoices/list";
import { changeOpenOrders } from "../khata/accounts";
import { enterCancellation } from "../khata/ledger";
import { endToDo } from "../notifications/notify";
import { notifyOfMoves } from "../notifications/ofTrade";
import { closeOffer } from "../offers/close";
import { soldChanges } from "../home/sold";
import { returnStock } from "../products/stock";
import { owedOf } from "./owed";
import { partyOf } from "./find";
import type { Moved } from "./moved";

/** Fields that each move writes besides the status. */
type MoveData = {
  accept: { readonly deliveryBefore: string; readonly invoiceId: Id<"invoices"> };
  reject: { readonly orderCancelReason: string };
  cancel: { readonly orderCancelReason: string };
  complete: Readonly<Record<string, never>>;
};

/** Changes of the market's counters, and of the daily figures. */
function countChanges({ before, order }: Moved, now: number): CountChange[] {
  const { status: to, distributorId } = order;
  const changes: CountChange[] = [
    ...soldChanges(before, order),
    { counter: `orders.${before.status}`, ownerId: null, by: -1 },
    { counter: `orders.${to}`, ownerId: null, by: 1 },
  ];
  if (to === "completed") {
    const day = todayIst(now);
    changes.push({ counter: "ordersCompleted", userId: distributorId, day, by: 1 });
  }
  return changes;
}

/** The same changes in fewer entries: one for each figure. */
function summed(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of changes) {
    const key = JSON.stringify({ ...change, by: 0 });
    sums.set(key, { ...change, by: change.by + (sums.get(key)?.by ?? 0) });
  }
  return [...sums.values()];
}

/** A null actor is the market itself, which moves an order when its time is up. */
export type Step<Move extends OrderMove> = {
  readonly order: Doc<"orders">;
  readonly move: Move;
  readonly actor: Doc<"users"> | null;
  readonly data: MoveData[Move];
  readonly now: number;
  /** The distributor's move, which waited as an offer for this retailer's agreement. */
  readonly isAgreed?: boolean;
};

/** An offer of fewer pieces ends with any other move of one of its lines. */
async function endOffer(
  ctx: MutationCtx,
  { order: { offer }, move, actor, now }: Step<OrderMove>,
): Promise<void> {
  if (offer === undefined) return;
  const ended = actor === null ? "expired" : "withdrawn";
  const state = ORDER_MOVES[move].by === "retailer" ? "declined" : ended;
  await closeOffer(ctx, offer.offerId, { state, actor, now });
}

/**
 * Returns the goods that are not sent to stock, and the sum of an accepted order to the khata. Pieces that credit notes gave back are
 * settled: their notes said what becomes of them. On tax documents these are all, by the note of the cancellation itself.
 */
async function takeBack(ctx: MutationCtx, { order, actor, now }: Step<OrderMove>): Promise<void> {
  const invoice = order.status === "accepted" ? await getInvoiceOf(ctx, order) : null;
  if (invoice === null) {
    await returnStock(ctx, order.productId, order.quantity);
    return;
  }
  const { pieces, paise } = await restOfOrder(ctx, invoice, order);
  if (pieces > 0) await returnStock(ctx, order.productId, pieces);
  if (paise > 0 && actor !== null)
    await enterCancellation(ctx, invoice, { paise, actorId: actor._id, now });
}

/**
 * Makes the move, without its figures, which `settleMoves` counts once for all lines of a step, and without its webhook event.
 * Repeated with the same data it returns the current order. Errors: ILLEGAL_MOVE {status} from any other status; NOT_FOUND for an
 * actor who is not the party that the table names.
 */
export async function moveOrder<Move extends OrderMove>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Moved> {
  const { order, move, actor, data, now, isAgreed = false } = step;
  const rule = ORDER_MOVES[move];
  const mover = isAgreed ? "retailer" : rule.by;
  if (actor !== null && partyOf(order, actor) !== mover) fail("NOT_FOUND");
  const verdict = judgeOrderMove(order, move, data);
  if (verdict === "refused") fail("ILLEGAL_MOVE", { status: order.status });
  if (verdict === "repeat") return { before: order, order, moved: false };
  await endOffer(ctx, step);
  const list = LIST_OF_STATUS[rule.to];
  const changes = {
    ...data,
    status: rule.to,
    [rule.stamps]: now,
    sweepAt: undefined,
    offer: undefined,
    ...(rule.returnsStock && { stockReturnedAt: now }),
    ...(rule.to === "accepted" && { soldOn: todayIst(now) }),
    retailerList: list,
    distributorList: list,
  };
  await ctx.db.patch("orders", order._id, changes);
  if (rule.returnsStock) await takeBack(ctx, step);

  const moved: Doc<"orders"> = { ...order, ...changes };
  const { quantity, askedQuantity } = order;
  await ctx.db.insert("orderEvents", {
    orderId: order._id,
    kind: rule.to,
    actorId: actor?._id,
    at: now,
    from: order.status,
    to: rule.to,
    reason: moved.orderCancelReason,
    ...(rule.to === "accepted" && { quantity, askedQuantity }),
  });
  return { before: order, order: moved, moved: true };
}

/** Counts the moves in the market's figures, and what no longer waits in the badge of the distributor. All are of one placement. */
export async function settleMoves(
  ctx: MutationCtx,
  moves: readonly Moved[],
  now: number,
): Promise<void> {
  const made = moves.filter(({ moved }) => moved);
  const [first] = made;
  if (first === undefined) return;
  await appendCounts(ctx, summed(made.flatMap((move) => countChanges(move, now))));
  const answered = made.filter(({ before }) => before.status === "pending").map(asAsked);
  if (answered.length > 0) {
    await countAnswered(ctx, first.order.placementId, answered.length, now);
    await changeOpenOrders(ctx, first.order, -answered.reduce((sum, paise) => sum + paise, 0));
  }
}

/** The sum that an order asked for as it was placed, paise: before an acceptance of fewer pieces. */
function asAsked({ before }: Moved): number {
  return owedOf({ ...before, quantity: before.askedQuantity ?? before.quantity });
}

async function countAnswered(
  ctx: MutationCtx,
  placementId: Id<"placements">,
  answered: number,
  now: number,
): Promise<void> {
  const placement = await ctx.db.get("placements", placementId);
  if (placement?.waitingLines === undefined) throw new Error("A pending order is not counted.");
  const left = placement.waitingLines - answered;
  if (left <= 0) await endToDo(ctx, placement.distributorId, placementId, now);
  await ctx.db.patch("placements", placementId, { waitingLines: left > 0 ? left : undefined });
}

/** Makes one move with its figures and its webhook event. Acceptances are in `accept.ts`: they also issue the invoice. */
async function advance<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Moved> {
  const { order, move, now } = step;
  const advanced = await moveOrder(ctx, step);
  await settleMoves(ctx, [advanced], now);
  const type = `order.${ORDER_MOVES[move].to}` as const;
  if (advanced.moved) await enqueueOrderEvents(ctx, type, order, [order._id], now);
  return advanced;
}

/** Makes the move of each of these orders. The other party is notified once for each placement. */
export async function advanceAll<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  orders: readonly Doc<"orders">[],
  step: Omit<Step<Move>, "order">,
): Promise<void> {
  const { move, actor, now } = step;
  if (ORDER_MOVES[move].returnsStock && actor !== null)
    await creditCancelled(ctx, orders, { actor, now });
  const moves: Moved[] = [];
  for (const order of orders) moves.push(await advance(ctx, { ...step, order }));
  await notifyOfMoves(ctx, moves, actor, now);
}
