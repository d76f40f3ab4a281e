/** Orders, payments, credit notes and connections as REST answers and webhooks carry them. Money in rupees, times in ISO 8601. */
import { pick } from "convex-helpers";
import { isoTime } from "../../domain/dates";
import { invariant } from "../../domain/invariant";
import { rupeesOfPaise } from "../../domain/money";
import { cancelMessage } from "../../domain/orderLifecycle";
import { lineStatus, shownPieces } from "../../domain/orderLines";
import type { QuotedPrice } from "../../domain/price";
import type { CreditNotePage } from "../creditNotes/view";
import type { InvoicePage } from "../invoices/view";
import type { ConnectionView } from "../network/view";
import type { OfferView } from "../orders/offerView";
import type { OrderView } from "../orders/view";
import type { PaymentView } from "../payments/view";
import { toTaxPayload } from "./taxPayload";

/** Absent where the price is what is paid. */
function taxOnTop({ addedTaxBp }: QuotedPrice) {
  return addedTaxBp === undefined ? {} : { addedTaxPercent: addedTaxBp / 100 };
}

type LineView = OrderView["lines"][number];

/** Fields of several lines, fewer pieces or prices without tax: absent otherwise, so that other orders look as they always did. */
function newerFields({ _id: orderId, lines }: OrderView, line: LineView) {
  const { quantity: _, ...more } = shownPieces(line);
  return { ...(lines.length > 1 && { orderId }), ...more, ...taxOnTop(line) };
}

/** Returns the outcome of the line: its order's, unless it was refused alone. */
function outcomeOf(order: OrderView, line: LineView) {
  const { msg, deliveryBefore = null, completedOn, orderCancelReason = null } = order;
  const status = lineStatus(order.status, line);
  const { refused } = line;
  if (refused === undefined) {
    const completedAt = completedOn === undefined ? null : isoTime(completedOn);
    return { status, msg, deliveryBefore, completedOn: completedAt, orderCancelReason };
  }
  const { by, reason } = refused;
  return {
    status,
    msg: by === "retailer" ? cancelMessage(reason) : msg,
    deliveryBefore: null,
    completedOn: null,
    orderCancelReason: reason,
  };
}

export const RETAILER_FIELDS = [
  "userName",
  "userEmail",
  "userPhone",
  "shopName",
  "retailerAddress",
] as const;
export const DISTRIBUTOR_FIELDS = ["distributorName", "distributorEmail"] as const;

/**
 * One line of an order, as the specification has orders: the line at this place. The retailer's id is `userId`; of whose e-mail and
 * name `userEmail` and `userName` are too.
 */
export function toOrderPayload(order: OrderView, at: number) {
  const line = order.lines[at];
  invariant(line !== undefined, "The order has no line at this place.");
  return {
    _id: line.lineId,
    userId: order.retailerId,
    ...pick(order, [...RETAILER_FIELDS]),
    ...pick(order, [...DISTRIBUTOR_FIELDS]),
    productId: line.productId,
    productName: line.productName,
    img: line.imageUrl,
    quantity: shownPieces(line).quantity,
    price: rupeesOfPaise(line.pricePaise),
    ...outcomeOf(order, line),
    createdAt: isoTime(order.createdAt),
    ...newerFields(order, line),
  };
}

/** The two parties of an offer or a payment. */
export const PARTY_FIELDS = [...DISTRIBUTOR_FIELDS, "userName", "userEmail", "shopName"] as const;

/** Quantities in pieces: those that were asked for, and those that are offered. The tax on top is the offered one. */
export function toOfferPayload(offer: OfferView) {
  const { _id, orderId, state, deliveryBefore, createdAt, expiresAt, answeredAt } = offer;
  return {
    _id,
    orderId,
    state,
    deliveryBefore,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    answeredAt: answeredAt === undefined ? null : isoTime(answeredAt),
    ...pick(offer, [...PARTY_FIELDS]),
    lines: offer.lines.map((line) => ({
      orderId: line.lineId,
      ...pick(line, ["productName", "askedQuantity", "quantity"]),
      price: rupeesOfPaise(line.pricePaise),
      ...taxOnTop(line),
    })),
  };
}

/** The amount in rupees; `paidOn` is a day in India. */
export function toPaymentPayload(payment: PaymentView) {
  return {
    ...pick(payment, ["_id", "state"]),
    amount: rupeesOfPaise(payment.amountPaise),
    method: payment.method,
    reference: payment.reference ?? null,
    ...(payment.bank !== undefined && { bank: payment.bank }),
    ...pick(payment, ["paidOn", "invoiceIds", "recordedBy"]),
    createdAt: isoTime(payment.recordedAt),
    reason: payment.reason ?? null,
    objection: payment.objection ?? null,
    proof: payment.proofUrl,
    ...pick(payment, [...DISTRIBUTOR_FIELDS]),
    userName: payment.retailerName,
    userEmail: payment.retailerEmail,
    shopName: payment.shopName,
  };
}

type Document = InvoicePage | CreditNotePage;

/** Returns the parties as on the day of issue, whatever became of them. */
export function toParties({ distributor, retailer }: Document) {
  return {
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    distributorPhone: distributor.phone,
    distributorAddress: distributor.address,
    companyName: distributor.companyName,
    retailerName: retailer.name,
    retailerEmail: retailer.email,
    retailerPhone: retailer.phone,
    shopName: retailer.shopName,
    retailerAddress: retailer.address,
  };
}

/** Returns the goods of a line; `toTaxPayload` has its tax. */
export function toDocumentLine(line: Document["lines"][number]) {
  return {
    orderId: line.lineId,
    ...pick(line, ["productName", "quantity"]),
    price: rupeesOfPaise(line.pricePaise),
    total: rupeesOfPaise(line.totalPaise),
  };
}

export function toCreditNotePayload(note: CreditNotePage) {
  const tax = toTaxPayload(note);
  return {
    ...pick(note, ["_id", "noteNo", "printedNumber"]),
    createdAt: isoTime(note.issuedAt),
    ...pick(note, ["invoiceId", "invoiceNumber"]),
    invoiceCreatedAt: isoTime(note.invoiceIssuedAt),
    reason: note.reason,
    text: note.reasonText ?? null,
    restock: note.restocks,
    total: rupeesOfPaise(note.totalPaise),
    ...toParties(note),
    lines: note.lines.map(toDocumentLine),
    ...(tax !== undefined && { tax }),
  };
}

export function toConnectionPayload(connection: ConnectionView) {
  return {
    ...pick(connection, ["_id", "userName", "userEmail", ...DISTRIBUTOR_FIELDS, "status"]),
    createdAt: isoTime(connection.createdAt),
    retail_img: connection.retailerImageUrl,
    dist_img: connection.distributorImageUrl,
  };
}
