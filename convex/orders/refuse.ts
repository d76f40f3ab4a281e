/**
 * Taking lines out of a pending order of several: its retailer cancels them, or its distributor has none of them. The order stays pending
 * while a line is left; with the last one it is cancelled or rejected as a whole.
 */
import { LINE_REASONS_MAX } from "../../domain/limits";
import { ORDER_MOVES } from "../../domain/orderLifecycle";
import { keptLines, lineStatus, withPieces } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { emit } from "../events";
import { changeOpenOrders } from "../khata/accounts";
import { closeOffer } from "./offerClose";
import { noteReturned } from "./returns";
import { returnStock } from "../products/stock";
import { advance } from "./advance";

type Refusal = {
  readonly order: Doc<"orders">;
  /** Places of the lines, each once. */
  readonly places: ReadonlySet<number>;
  readonly move: "reject" | "cancel";
  /** The party of the move. */
  readonly actor: Doc<"users">;
  readonly reason: string;
  readonly now: number;
};

/** Places that are still to be refused; none if the same was done before. Errors: ILLEGAL_MOVE {status}. */
function placesToRefuse({ order, places, move, reason }: Refusal): number[] {
  const { to } = ORDER_MOVES[move];
  return [...places].filter((at) => {
    const line = order.lines[at] ?? fail("NOT_FOUND");
    const status = lineStatus(order.status, line);
    // The last lines have the reason of their order.
    const stored = line.refused?.reason ?? order.orderCancelReason;
    if (status === to && stored === reason) return false;
    return status === "pending" || fail("ILLEGAL_MOVE", { status });
  });
}

/** A row with the longest reason on each line would be too large for lists of many. Errors: NO_REASON. */
function requireRoom({ order, reason }: Refusal, places: readonly number[]): void {
  const letters = order.lines.reduce((sum, { refused }) => sum + (refused?.reason.length ?? 0), 0);
  if (letters + places.length * reason.length > LINE_REASONS_MAX) fail("NO_REASON");
}

/** Returns the order as it is afterwards. The actor was checked to be its party. Errors: ILLEGAL_MOVE {status}, NO_REASON. */
export async function refuseLines(ctx: MutationCtx, refusal: Refusal): Promise<Doc<"orders">> {
  const { order, move, actor, reason, now } = refusal;
  const places = placesToRefuse(refusal);
  if (places.length === 0) return order;
  if (places.length === keptLines(order.lines).length) {
    const data = { orderCancelReason: reason };
    return advance(ctx, { order, move, actor, data, now });
  }
  requireRoom(refusal, places);
  const { by } = ORDER_MOVES[move];
  if (order.offer !== undefined) {
    const state = by === "retailer" ? "declined" : "withdrawn";
    await closeOffer(ctx, order.offer.offerId, { state, actor, now, wasMoved: true });
  }
  const lines = order.lines.map((line, at) =>
    places.includes(at) ? { ...withPieces(line, 0), refused: { by, reason } } : line,
  );
  await ctx.db.patch("orders", order._id, { lines });
  const { retailerId, distributorId } = order;
  for (const at of places) {
    const { productId, quantity } = order.lines[at] ?? fail("NOT_FOUND");
    await returnStock(ctx, productId, quantity);
    await noteReturned(ctx, { productId, quantity, retailerId, distributorId }, now);
  }
  await changeOpenOrders(ctx, order, { before: order.lines, now: lines });
  const refused = { ...order, lines, offer: undefined };
  await emit(ctx, { type: "linesRefused", order: refused, places, move, actor, reason, now });
  return refused;
}
