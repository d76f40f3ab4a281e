/**
 * Accepting lines of one placement: dates, quantities, QR code and one invoice are one step. There is no accepted order without its
 * invoice (deviation 6). Input is checked by `answer.ts`, or came with the offer that the retailer agreed to.
 */
import { NOT_AVAILABLE } from "../../domain/orderAnswer";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueAcceptance, enqueueOrderEvents } from "../developers/enqueue";
import { issueInvoice, type Payment } from "../invoices/issue";
import { requireAccount } from "../khata/accounts";
import { notifyOfMoves } from "../notifications/ofTrade";
import { returnStock } from "../products/stock";
import { moveOrder, settleMoves } from "./advance";
import { type AcceptedLine, atAgreedTax } from "./agreed";
import { takeRaise } from "./credit";
import type { Moved } from "./moved";

export type LinesToAccept = {
  readonly lines: readonly AcceptedLine[];
  readonly deliveryBefore: string;
  readonly payment: Payment;
  readonly now: number;
};

type Parties = {
  readonly distributor: Doc<"users">;
  /** The retailer, where the distributor offered fewer pieces first. */
  readonly agreedBy?: Doc<"users">;
};

/** Gives the pieces that are not sent back to the stock. The price stays: the shortage is not the retailer's fault. */
async function shrink(ctx: MutationCtx, { order, quantity }: AcceptedLine): Promise<Doc<"orders">> {
  if (quantity === order.quantity) return order;
  const changes = { quantity, askedQuantity: order.quantity };
  await ctx.db.patch("orders", order._id, changes);
  await returnStock(ctx, order.productId, order.quantity - quantity);
  return { ...order, ...changes };
}

/**
 * Accepts the lines and issues their invoice; lines of no pieces are rejected. Returns null where nothing is left to invoice. The
 * orders are pending and of one placement. Errors: TAX_DETAILS_MISSING {missing, detail}, PRICE_CHANGED and CREDIT_LIMIT as in
 * `agreed.ts` and `credit.ts`.
 */
export async function acceptLines(
  ctx: MutationCtx,
  { distributor, agreedBy }: Parties,
  { lines, deliveryBefore, payment, now }: LinesToAccept,
): Promise<Id<"invoices"> | null> {
  const by = { actor: agreedBy ?? distributor, isAgreed: agreedBy !== undefined, now };
  const moves: Moved[] = [];
  const refused = { orderCancelReason: NOT_AVAILABLE };
  const [first] = lines;
  const before = first && (await requireAccount(ctx, first.order));
  for (const { order, quantity } of lines) {
    if (quantity === 0)
      moves.push(await moveOrder(ctx, { ...by, order, move: "reject", data: refused }));
  }
  const sent: Doc<"orders">[] = [];
  for (const line of await atAgreedTax(ctx, distributor, lines, now))
    sent.push(await shrink(ctx, line));
  const bill = { orders: sent, deliveryBefore, acceptedAt: now, payment };
  const invoiceId = sent.length === 0 ? null : await issueInvoice(ctx, distributor, bill);
  if (invoiceId !== null) {
    const data = { deliveryBefore, invoiceId };
    for (const order of sent)
      moves.push(await moveOrder(ctx, { ...by, order, move: "accept", data }));
  }
  await settleMoves(ctx, moves, now);
  if (invoiceId !== null && before !== undefined) {
    const { payablePaise: neededPaise = 0 } = (await ctx.db.get("invoices", invoiceId)) ?? {};
    await takeRaise(ctx, before, { before, neededPaise }, { reader: by.actor, now });
  }
  for (const { order } of moves) {
    if (invoiceId !== null && order.status === "accepted")
      await enqueueAcceptance(ctx, order, invoiceId, now);
    else await enqueueOrderEvents(ctx, "order.rejected", order, [order._id], now);
  }
  await notifyOfMoves(ctx, moves, by.actor, now);
  return invoiceId;
}
