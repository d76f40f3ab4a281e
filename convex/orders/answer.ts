/**
 * A distributor's answer to an order. With all pieces it is accepted at once; with fewer, as the retailer chose when placing: at once, or
 * after the retailer agreed to them as an offer.
 */
import type { ErrorCode } from "../../domain/errors";
import { answerKind, isAnswer, NOT_AVAILABLE } from "../../domain/orderAnswer";
import { validateOrderMove } from "../../domain/orderLifecycle";
import { askedOf, keptLines, owedPaiseOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { getInvoiceOf } from "../invoices/list";
import { requireAccount } from "../khata/accounts";
import { isBlocked } from "../network/find";
import { makeOffer } from "./offerMake";
import {
  requireTaxDocument,
  documentPrices,
  isRaised,
  type Destination,
  noteDestination,
} from "../tax/document";
import { acceptOrder } from "./accept";
import { exposureOf, requireCredit } from "./credit";
import { requireWholeOrder } from "./find";
import { requireDelivery } from "./moves";
import { requirePayment, type PaymentRequest } from "../invoices/issue";
import { linesAsSent, sentAt, type SentLine } from "./sent";

export type Answer = PaymentRequest & {
  readonly orderId: string;
  /** Lines of which other than all pieces are sent, by their places from 0; of the others all. */
  readonly lines?: readonly { readonly line: number; readonly quantity: number }[] | undefined;
  readonly deliveryBefore: string;
  /** The destination of the goods, of a retailer that has not said so itself. */
  readonly delivery?: Destination | undefined;
};

export type Answered = {
  /** Null where nothing was accepted: it is offered, or nothing can be sent. */
  readonly invoiceId: Id<"invoices"> | null;
  /** Null unless fewer pieces, or more tax, were offered. */
  readonly offerId: Id<"offers"> | null;
};

/** Pieces of each line that are sent. Errors: BAD_LINES for a line that there is not, or twice; BAD_QUANTITY, also for pieces of a refused line. */
function requireSent(
  { status, lines }: Doc<"orders">,
  sentLines: Answer["lines"] = [],
): SentLine[] {
  if (sentLines.length > lines.length) fail("BAD_LINES");
  const quantities = new Map(sentLines.map(({ line, quantity }) => [line, quantity]));
  if (quantities.size < sentLines.length) fail("BAD_LINES");
  for (const at of quantities.keys()) if (lines[at] === undefined) fail("BAD_LINES");
  return lines.map((line, at) => {
    const askedPieces = askedOf(line);
    const { refused } = line;
    const quantity = quantities.get(at) ?? (refused === undefined ? askedPieces : 0);
    const isGone = status === "pending" && refused !== undefined;
    if (!isAnswer({ asked: askedPieces, quantity }) || (isGone && quantity > 0))
      fail("BAD_QUANTITY");
    return { quantity };
  });
}

/** The answer without its picture where a block is between the two: the saved UPI ID makes the code then, or it has none. */
async function withoutPicture(
  ctx: MutationCtx,
  order: Doc<"orders">,
  answer: Answer,
): Promise<Answer> {
  if (answer.qrImageId === undefined || !(await isBlocked(ctx, order))) return answer;
  return { ...answer, qrImageId: undefined, mayPayLater: true };
}

/** The order as it would be sent. */
function asSent(order: Doc<"orders">, sent: readonly SentLine[]): Doc<"orders"> {
  return { ...order, lines: linesAsSent(order, sent) };
}

/** The answer with the tax on top that its document would have, where it is another than was agreed on. */
async function atTaxOfToday(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  order: Doc<"orders">,
  sent: readonly SentLine[],
  issuedAt: number,
): Promise<{ readonly sent: readonly SentLine[]; readonly isRaised: boolean }> {
  const { lines } = asSent(order, sent);
  const prices = await documentPrices(ctx, { distributor, order: { ...order, lines }, issuedAt });
  return {
    sent: sent.map((line, at) => sentAt(line, lines[at], prices[at])),
    isRaised: keptLines(lines).length > 0 && lines.some((line, at) => isRaised(line, prices[at])),
  };
}

type Offering = Pick<Answer, "qrImageId" | "deliveryBefore"> & {
  readonly sent: readonly SentLine[];
};

/**
 * Offers the lines, once their document lacks nothing and the credit suffices for it: the retailer's agreement should meet no refusal
 * that the distributor can prevent. Errors: TAX_DETAILS_MISSING, CREDIT_LIMIT, TOO_MANY.
 */
async function offer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  order: Doc<"orders">,
  offering: Offering,
  now: number,
): Promise<Id<"offers">> {
  const offered = asSent(order, offering.sent);
  const taxed = await requireTaxDocument(ctx, { distributor, order: offered, issuedAt: now });
  if (taxed !== null) {
    const neededPaise = taxed.document.totals.payablePaise;
    const counted = owedPaiseOf(order.lines);
    const usedPaise = exposureOf(await requireAccount(ctx, order)) - counted;
    const by = { reader: distributor, now };
    if (neededPaise > counted) await requireCredit(ctx, order, { neededPaise, usedPaise }, by);
  }
  return makeOffer(ctx, distributor, { order, ...offering }, now);
}

/** True if the order is as the same answer left it before. */
function isRepeated(order: Doc<"orders">, sent: readonly SentLine[], deliveryBefore: string) {
  if (keptLines(linesAsSent(order, sent)).length === 0)
    return validateOrderMove(order, "reject", { orderCancelReason: NOT_AVAILABLE }) === "repeat";
  return (
    order.lines.every(({ quantity }, at) => quantity === sent[at]?.quantity) &&
    validateOrderMove(order, "accept", { deliveryBefore }) === "repeat"
  );
}

/**
 * The invoice of the same answer before; null if it rejected the order; undefined if the order waits for an answer. Errors: ILLEGAL_MOVE
 * {status}.
 */
async function invoiceOfRepeat(
  ctx: MutationCtx,
  order: Doc<"orders">,
  sent: readonly SentLine[],
  { qrImageId, deliveryBefore }: Pick<Answer, "qrImageId" | "deliveryBefore">,
): Promise<Id<"invoices"> | null | undefined> {
  const { status } = order;
  if (status === "pending") return undefined;
  if (!isRepeated(order, sent, deliveryBefore)) return fail("ILLEGAL_MOVE", { status });
  const invoice = await getInvoiceOf(ctx, order);
  if ((qrImageId ?? invoice?.qrImageId) !== invoice?.qrImageId)
    return fail("ILLEGAL_MOVE", { status });
  return invoice?._id ?? null;
}

export const ANSWER_ERRORS = [
  "BAD_LINES",
  "BAD_QUANTITY",
  "NO_DELIVERY_DATE",
  "BAD_DELIVERY_DATE",
  "BAD_TAX_DETAILS",
  "NOT_FOUND",
  "WHOLE_ORDER",
  "ILLEGAL_MOVE",
  "TAX_DETAILS_MISSING",
  "CREDIT_LIMIT",
  "TOO_MANY",
  "TOO_MUCH_DATA",
] as const satisfies readonly ErrorCode[];

/**
 * Accepts, offers or rejects. What asks for more tax on top of a price than the retailer saw is an offer, whatever its pieces. The same
 * answer again returns the same ids. Errors: ANSWER_ERRORS, and without a payment code NO_QR.
 */
export async function answer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  input: Answer,
  now: number,
): Promise<Answered> {
  const order = await requireWholeOrder(ctx, distributor, input.orderId);
  const sent = requireSent(order, input.lines);
  const payable = await withoutPicture(ctx, order, input);
  const deliveryBefore = requireDelivery(payable.deliveryBefore, now);
  const { qrImageId } = payable;
  const earlier = await invoiceOfRepeat(ctx, order, sent, { qrImageId, deliveryBefore });
  if (earlier !== undefined) return { invoiceId: earlier, offerId: null };
  const payment = await requirePayment(ctx, distributor, payable);
  await noteDestination(ctx, distributor, order, payable.delivery);
  const today = await atTaxOfToday(ctx, distributor, order, sent, now);
  const answers = order.lines.flatMap((line, at) =>
    line.refused === undefined ? [{ asked: askedOf(line), quantity: sent[at]?.quantity ?? 0 }] : [],
  );
  if (today.isRaised || answerKind(answers, order.shortageRule ?? "ask") === "offered") {
    const offering = { sent: today.sent, deliveryBefore, qrImageId };
    return { invoiceId: null, offerId: await offer(ctx, distributor, order, offering, now) };
  }
  const accepted = { order, sent, deliveryBefore, payment, now };
  return { invoiceId: await acceptOrder(ctx, { distributor }, accepted), offerId: null };
}
