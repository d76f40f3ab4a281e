/**
 * Accepting an order: date, quantities, QR code and one invoice are one step. There is no accepted order without its invoice
 * (deviation 6). Input is checked by `answer.ts`, or came with the offer that the retailer agreed to.
 */
import { NOT_AVAILABLE } from "../../domain/orderAnswer";
import { keptLines } from "../../domain/orderLines";
import { withPrice } from "../../domain/price";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { issueInvoice, type Payment } from "../invoices/issue";
import { requireAccount } from "../khata/accounts";
import { noteReturned } from "./returns";
import { returnStock } from "../products/stock";
import { documentPrices, isRaised } from "../tax/document";
import { advance, moveOrder } from "./advance";
import { takeRaise } from "./credit";
import { type Line, linesAsSent, type SentLine } from "./sent";

export type Acceptance = {
  readonly order: Doc<"orders">;
  /** The sent pieces of each line of the order. */
  readonly sent: readonly SentLine[];
  readonly deliveryBefore: string;
  readonly payment: Payment;
  readonly now: number;
};

type Parties = {
  readonly distributor: Doc<"users">;
  /** The retailer, where the distributor offered fewer pieces first. */
  readonly agreedBy?: Doc<"users">;
};

/**
 * The lines at the tax that their invoice adds to their price: at most the one that the retailer agreed to. Errors: TAX_DETAILS_MISSING
 * {missing, detail}, PRICE_CHANGED {sentPricePaise and the price} where more is asked for by now.
 */
async function atDocumentTax(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  order: Doc<"orders">,
  issuedAt: number,
): Promise<Line[]> {
  const prices = await documentPrices(ctx, { distributor, order, issuedAt });
  return order.lines.map((line, at) => {
    const price = prices[at];
    if (line.refused !== undefined || price === undefined) return line;
    if (isRaised(line, price)) fail("PRICE_CHANGED", { ...price, sentPricePaise: line.pricePaise });
    return withPrice(line, price);
  });
}

/** Gives the pieces that are not sent back to the stock. */
async function returnRest(
  ctx: MutationCtx,
  before: Doc<"orders">,
  after: readonly Line[],
  now: number,
): Promise<void> {
  const { retailerId, distributorId } = before;
  for (const [at, { productId, quantity, refused }] of before.lines.entries()) {
    const line = after[at];
    if (refused !== undefined || line === undefined) continue;
    const rest = quantity - line.quantity;
    if (rest > 0) await returnStock(ctx, productId, rest);
    if (line.refused !== undefined)
      await noteReturned(ctx, { productId, quantity, retailerId, distributorId }, now);
  }
}

/**
 * Accepts a pending order and issues its invoice, or rejects it where nothing of it is sent, and then returns null. Errors:
 * TAX_DETAILS_MISSING {missing, detail}, PRICE_CHANGED {sentPricePaise and the price}, CREDIT_LIMIT {limitPaise, usedPaise,
 * neededPaise, ofRetailer}.
 */
export async function acceptOrder(
  ctx: MutationCtx,
  { distributor, agreedBy }: Parties,
  { order, sent, deliveryBefore, payment, now }: Acceptance,
): Promise<Id<"invoices"> | null> {
  const actor = agreedBy ?? distributor;
  const by = { actor, isAgreed: agreedBy !== undefined, now };
  const lines = linesAsSent(order, sent);
  if (keptLines(lines).length === 0) {
    const data = { orderCancelReason: NOT_AVAILABLE };
    await advance(ctx, { ...by, order, move: "reject", data });
    return null;
  }
  const before = await requireAccount(ctx, order);
  const taxed = await atDocumentTax(ctx, distributor, { ...order, lines }, now);
  await returnRest(ctx, order, taxed, now);
  const bill = { order: { ...order, lines: taxed }, deliveryBefore, acceptedAt: now, payment };
  const { _id: invoiceId, payablePaise: neededPaise } = await issueInvoice(ctx, distributor, bill);
  const data = { deliveryBefore, invoiceId, lines: taxed };
  await moveOrder(ctx, { ...by, order, move: "accept", data });
  await takeRaise(ctx, before, { before, neededPaise }, { reader: actor, now });
  return invoiceId;
}
