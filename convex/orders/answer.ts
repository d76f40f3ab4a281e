/**
 * A distributor's answer to lines of one placement. With all pieces they are accepted at once; with fewer, as the retailer chose when
 * placing: at once, or after the retailer agreed to them as an offer.
 */
import { type AnsweredLine, answerKind, isAnswer, NOT_AVAILABLE } from "../../domain/orderAnswer";
import { ORDER_LINES_MAX } from "../../domain/limits";
import { judgeOrderMove } from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { getInvoiceOf } from "../invoices/list";
import { requireAccount } from "../khata/accounts";
import { isBlocked } from "../network/find";
import { makeOffer } from "../offers/make";
import { acceptLines } from "./accept";
import { exposureOf, requireCredit } from "./credit";
import { requireOwnOrder } from "./find";
import { requireDelivery } from "./moves";
import { owedOf } from "./owed";
import { documentTaxBp, isRaised } from "../tax/added";
import { type Destination, noteDestination } from "../tax/destination";
import { requireTaxDocument } from "../tax/document";
import { requirePayment, type PaymentRequest } from "./payment";

export type Answer = PaymentRequest & {
  /** Without a quantity: all pieces. */
  readonly lines: readonly {
    readonly orderId: string;
    readonly quantity?: number | undefined;
  }[];
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

type Line = AnsweredLine & { readonly order: Doc<"orders"> };

/** The orders with their answers. Errors: BAD_LINES, NOT_FOUND, BAD_QUANTITY. */
async function requireLines(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { lines }: Answer,
): Promise<Line[]> {
  if (lines.length === 0 || lines.length > ORDER_LINES_MAX) fail("BAD_LINES");
  const answered: Line[] = [];
  for (const { orderId, quantity } of lines) {
    const order = await requireOwnOrder(ctx, distributor, orderId);
    const asked = order.askedQuantity ?? order.quantity;
    const line = { order, asked, quantity: quantity ?? asked };
    if (!isAnswer(line)) fail("BAD_QUANTITY");
    answered.push(line);
  }
  const placements = new Set(answered.map(({ order }) => order.placementId));
  const orders = new Set(answered.map(({ order }) => order._id));
  if (placements.size > 1 || orders.size < answered.length) fail("BAD_LINES");
  return answered;
}

/** The answer without its picture where a block is between the two: the saved UPI ID makes the code then, or it has none. */
async function withoutPicture(
  ctx: MutationCtx,
  [first]: readonly Line[],
  answer: Answer,
): Promise<Answer> {
  if (answer.qrImageId === undefined || first === undefined) return answer;
  if (!(await isBlocked(ctx, first.order))) return answer;
  return { ...answer, qrImageId: undefined, mayPayLater: true };
}

/** The orders that something is sent of, with the pieces that are sent. */
function sentOrders(lines: readonly Line[]): Doc<"orders">[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ order, quantity }) => ({ ...order, quantity }));
}

type Taxed = Line & { readonly addedTaxBp?: number | undefined };

/** The lines with the tax on top that their document would have, where it is another than was agreed on. */
async function atTaxOfToday(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  lines: readonly Line[],
  now: number,
): Promise<{ readonly lines: readonly Taxed[]; readonly isRaised: boolean }> {
  const orders = sentOrders(lines);
  const rates = await documentTaxBp(ctx, { distributor, orders, issuedAt: now });
  const rateOf = new Map(orders.map(({ _id }, index) => [_id, rates[index]]));
  return {
    lines: lines.map((line) => {
      const addedTaxBp = rateOf.get(line.order._id);
      const isOther = addedTaxBp !== undefined && addedTaxBp !== line.order.addedTaxBp;
      return isOther ? { ...line, addedTaxBp } : line;
    }),
    isRaised: orders.some((order, index) => isRaised(order, rates[index])),
  };
}

type Offering = Pick<Answer, "qrImageId"> & {
  readonly lines: readonly Taxed[];
  readonly deliveryBefore: string;
};

/**
 * Offers the lines, once their document lacks nothing and the credit suffices for it: the retailer's agreement should meet no refusal
 * that the distributor can prevent. Errors: TAX_DETAILS_MISSING, CREDIT_LIMIT, TOO_MANY.
 */
async function offer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  offering: Offering,
  now: number,
): Promise<Id<"offers">> {
  const { lines } = offering;
  const offered = lines.map(({ order, addedTaxBp = order.addedTaxBp, ...line }) => ({
    ...line,
    order: { ...order, addedTaxBp },
  }));
  const asked = { distributor, orders: sentOrders(offered), issuedAt: now };
  const taxed = await requireTaxDocument(ctx, asked);
  const [first] = lines;
  if (taxed !== null && first !== undefined) {
    const neededPaise = taxed.document.totals.payablePaise;
    const counted = lines.reduce((sum, { order }) => sum + owedOf(order), 0);
    const usedPaise = exposureOf(await requireAccount(ctx, first.order)) - counted;
    const by = { reader: distributor, now };
    if (neededPaise > counted)
      await requireCredit(ctx, first.order, { neededPaise, usedPaise }, by);
  }
  return makeOffer(ctx, distributor, offering, now);
}

/** True if this line is as the same answer left it before. */
function isRepeated({ order, quantity }: Line, deliveryBefore: string): boolean {
  if (quantity === 0)
    return judgeOrderMove(order, "reject", { orderCancelReason: NOT_AVAILABLE }) === "repeat";
  return (
    order.quantity === quantity && judgeOrderMove(order, "accept", { deliveryBefore }) === "repeat"
  );
}

/**
 * The invoice of the same answer before; null if it rejected all lines; undefined if the lines wait for an answer. Errors:
 * ILLEGAL_MOVE {status} and, of several lines, the `orderId` of the first that has another.
 */
async function invoiceOfRepeat(
  ctx: MutationCtx,
  lines: readonly Line[],
  { qrImageId }: Answer,
  deliveryBefore: string,
): Promise<Id<"invoices"> | null | undefined> {
  const answered = lines.find(({ order }) => order.status !== "pending");
  if (answered === undefined) return undefined;
  const { status, _id: orderId } = answered.order;
  const refusal = { status, ...(lines.length > 1 && { orderId }) };
  if (!lines.every((line) => isRepeated(line, deliveryBefore)))
    return fail("ILLEGAL_MOVE", refusal);
  const sent = lines.filter(({ quantity }) => quantity > 0);
  const invoices = await Promise.all(sent.map(({ order }) => getInvoiceOf(ctx, order)));
  const [invoice = null] = invoices;
  const isOne = invoices.every((each) => each?._id === invoice?._id);
  if (!isOne || (qrImageId ?? invoice?.qrImageId) !== invoice?.qrImageId)
    return fail("ILLEGAL_MOVE", refusal);
  return invoice?._id ?? null;
}

/**
 * Accepts, offers or rejects. What asks for more tax on top of a price than the retailer saw is an offer, whatever its pieces. The same
 * answer again returns the same ids. Errors: BAD_LINES, NOT_FOUND, BAD_QUANTITY, NO_DELIVERY_DATE, BAD_DELIVERY_DATE,
 * ILLEGAL_MOVE {status}, NO_QR, BAD_TAX_DETAILS {field}, TAX_DETAILS_MISSING {missing, detail}, CREDIT_LIMIT {limitPaise, usedPaise,
 * neededPaise, ofRetailer}, TOO_MANY {retryAfterMs} for offers.
 */
export async function answer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  asked: Answer,
  now: number,
): Promise<Answered> {
  const lines = await requireLines(ctx, distributor, asked);
  const given = await withoutPicture(ctx, lines, asked);
  const deliveryBefore = requireDelivery(given.deliveryBefore, now);
  const earlier = await invoiceOfRepeat(ctx, lines, given, deliveryBefore);
  if (earlier !== undefined) return { invoiceId: earlier, offerId: null };
  const payment = await requirePayment(ctx, distributor, given);
  const rule = lines[0]?.order.shortageRule ?? "ask";
  await noteDestination(ctx, distributor, lines, given.delivery);
  const today = await atTaxOfToday(ctx, distributor, lines, now);
  if (today.isRaised || answerKind(lines, rule) === "offered") {
    const offering = { lines: today.lines, deliveryBefore, qrImageId: given.qrImageId };
    return { invoiceId: null, offerId: await offer(ctx, distributor, offering, now) };
  }
  const accepted = { lines, deliveryBefore, payment, now };
  return { invoiceId: await acceptLines(ctx, { distributor }, accepted), offerId: null };
}
