/**
 * The only place that changes the status of an order. `domain/orderLifecycle.ts` lists the allowed moves; each move also changes
 * stock, lists, timeline, khata and counters in the same transaction.
 */
import { todayIst } from "../../domain/dates";
import {
  LIST_OF_STATUS,
  ORDER_MOVES,
  validateOrderMove,
  type OrderMove,
} from "../../domain/orderLifecycle";
import { keptLines } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { creditCancelled } from "../creditNotes/cancel";
import { restOfInvoice } from "../creditNotes/credits";
import { fail } from "../errors";
import { emit } from "../events";
import { getInvoiceOf } from "../invoices/list";
import { changeOpenOrders } from "../khata/accounts";
import { enterCancellation } from "../khata/ledger";
import { closeOffer } from "./offerClose";
import { noteReturned } from "./returns";
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

/** An offer of fewer pieces ends with any other move of its order. */
async function endOffer(
  ctx: MutationCtx,
  { order: { offer }, move, actor, now }: Step<OrderMove>,
): Promise<void> {
  if (offer === undefined) return;
  const ended = actor === null ? "expired" : "withdrawn";
  const state = ORDER_MOVES[move].by === "retailer" ? "declined" : ended;
  await closeOffer(ctx, offer.offerId, { state, actor, now, wasMoved: true });
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
 * Makes the move, and says so. Repeated with the same data it returns the current order. Errors: ILLEGAL_MOVE {status} from any other
 * status; NOT_FOUND for an actor who is not the party that the table names.
 */
export async function moveOrder<Move extends OrderMove>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Doc<"orders">> {
  const { order, move, actor, data, now, isAgreed = false } = step;
  const rule = ORDER_MOVES[move];
  const mover = isAgreed ? "retailer" : rule.by;
  if (actor !== null && partyOf(order, actor) !== mover) fail("NOT_FOUND");
  const result = validateOrderMove(order, move, data);
  if (result === "refused") fail("ILLEGAL_MOVE", { status: order.status });
  if (result === "repeat") return order;
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
  if (order.status === "pending")
    await changeOpenOrders(ctx, order, { before: order.lines, now: [] });
  await emit(ctx, { type: "orderMoved", before: order, order: moved, actor, now });
  return moved;
}

/**
 * Makes a move that is no acceptance (`accept.ts`, which also issues the invoice). Errors: as `moveOrder`; INVOICE_SERIES_FULL where an
 * accepted order on a tax document is cancelled.
 */
export async function advance<Move extends Exclude<OrderMove, "accept">>(
  ctx: MutationCtx,
  step: Step<Move>,
): Promise<Doc<"orders">> {
  const { order, move, actor, now } = step;
  if (ORDER_MOVES[move].returnsStock && actor !== null)
    await creditCancelled(ctx, order, { actor, now });
  return moveOrder(ctx, step);
}
