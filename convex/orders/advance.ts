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
import { keptLines, owedPaiseOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendCounts, type CountChange } from "../admin/counters";
import { creditCancelled } from "../creditNotes/cancel";
import { restOfInvoice } from "../creditNotes/rest";
import { enqueueOrderEvents } from "../developers/enqueue";
import { fail } from "../errors";
import { soldChanges } from "../home/sold";
import { getInvoiceOf } from "../invoices/list";
import { changeOpenOrders } from "../khata/accounts";
import { enterCancellation } from "../khata/ledger";
import { endToDo } from "../notifications/notify";
import { notifyOfMove } from "../notifications/ofTrade";
import { closeOffer } from "../offers/close";
import { noteReturned } from "../products/returns";
import { returnStock } from "../products/stock";
import { partyOf } from "./find";

/** Fields that each move writes besides the status. */
type MoveData = {
  accept: {
    readonly deliveryBefore: string;
    readonly invoiceId: Id<"invoices">;
    /** As they are sent. */
    readonly lines: Doc<"orders">["lines"];
  };
  reject: { readonly orderCancelReason: string };
  cancel: { readonly orderCancelReason: string };
  complete: Readonly<Record<string, never>>;
};

/** A move that was made, or was made before. */
export type Moved = {
  readonly before: Doc<"orders">;
  readonly order: Doc<"orders">;
  /** False when the same move had been made before: nothing was written. */
  readonly moved: boolean;
};

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

/** Counts the move in the market's figures, in the pair's open orders, and in what waits for the distributor. */
async function settle(ctx: MutationCtx, moved: Moved, now: number): Promise<void> {
  const { before, order } = moved;
  await appendCounts(ctx, countChanges(moved, now));
  if (before.status !== "pending") return;
  await endToDo(ctx, order.distributorId, order._id, now);
  await changeOpenOrders(ctx, order, -owedPaiseOf(before.lines));
}

/** An offer of fewer pieces ends with any other move of its order. */
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
  const { retailerId, distributorId } = order;
  const lines = keptLines(order.lines);
  for (const { productId, quantity } of lines)
    await noteReturned(ctx, { productId, quantity, retailerId, distributorId }, now);
  const invoice = order.status === "accepted" ? await getInvoiceOf(ctx, order) : null;
  if (invoice === null) {
    for (const { productId, quantity } of lines) await returnStock(ctx, productId, quantity);
    return;
  }
  const { pieces, paise } = await restOfInvoice(ctx, invoice);
  for (const { productId, quantity } of pieces) await returnStock(ctx, productId, quantity);
  if (paise > 0 && actor !== null)
    await enterCancellation(ctx, invoice, { paise, actorId: actor._id, now });
}

/**
 * Makes the move with its figures, without its webhook event and its notification. Repeated with the same data it returns the current
 * order. Errors: ILLEGAL_MOVE {status} from any other status; NOT_FOUND for an actor who is not the party that the table names.
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
    ...(rule.to === "accepted" && { soldOn: todayIst(now) }),
    ...(rule.to === "completed" && { listedAt: now }),
    retailerList: list,
    distributorList: list,
  };
  await ctx.db.patch("orders", order._id, changes);
  if (rule.returnsStock) await takeBack(ctx, step);

  const moved: Doc<"orders"> = { ...order, ...changes };
  await ctx.db.insert("orderEvents", {
    orderId: order._id,
    kind: rule.to,
    actorId: actor?._id,
    at: now,
    from: order.status,
    to: rule.to,
    reason: moved.orderCancelReason,
    ...(rule.to === "accepted" && { quantities: moved.lines.map(({ quantity }) => quantity) }),
  });
  const made = { before: order, order: moved, moved: true };
  await settle(ctx, made, now);
  return made;
}

/**
 * Makes one move with its webhook events and the other party's notification. Acceptances are in `accept.ts`: they also issue the invoice.
 * Errors: as `moveOrder`; INVOICE_SERIES_FULL where an accepted order on a tax document is cancelled.
 */
export async function advance<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Moved> {
  const { order, move, actor, now } = step;
  if (ORDER_MOVES[move].returnsStock && actor !== null)
    await creditCancelled(ctx, order, { actor, now });
  const moved = await moveOrder(ctx, step);
  if (!moved.moved) return moved;
  await enqueueOrderEvents(ctx, `order.${ORDER_MOVES[move].to}` as const, moved.order, now);
  await notifyOfMove(ctx, moved.order, actor, now);
  return moved;
}
