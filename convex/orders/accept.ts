/** Accepting: date, QR code and invoice are one step. There is no accepted order without its invoice (deviation 6). */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueAcceptance } from "../developers/enqueue";
import { fail } from "../errors";
import { issueInvoice, type AcceptedOrder, type Payment } from "../invoices/issue";
import { getInvoiceOf } from "../invoices/list";
import { claimUpload } from "../uploads/claim";
import { makeMove } from "./advance";
import { requireOwnOrder } from "./find";
import { requireDelivery } from "./moves";

export type Acceptance = {
  readonly orderId: string;
  readonly deliveryBefore: string;
  /** A QR picture that the distributor uploaded; without one the saved UPI ID makes the code. */
  readonly qrImageId?: Id<"_storage"> | undefined;
  /** The QR code comes in a later call: REST callers accept first and send the picture with the invoice. */
  readonly mayPayLater?: boolean;
};

/** The uploaded picture, else the saved UPI ID, else NO_QR unless it may come later. */
async function requirePayment(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { qrImageId, mayPayLater = false }: Acceptance,
): Promise<Payment> {
  if (qrImageId !== undefined) {
    await claimUpload(ctx, { imageId: qrImageId, userId: distributor._id, purpose: "qrCode" });
    return { qrImageId };
  }
  if (distributor.upiId !== undefined) return { upiId: distributor.upiId };
  return mayPayLater ? {} : fail("NO_QR");
}

function isAccepted(order: Doc<"orders">): order is AcceptedOrder {
  return order.acceptedAt !== undefined && order.deliveryBefore !== undefined;
}

/**
 * Pending → accepted, by the distributor, with its invoice. The same acceptance again answers the same invoice.
 * Errors: NOT_FOUND, NO_DELIVERY_DATE, BAD_DELIVERY_DATE, ILLEGAL_MOVE {status}, NO_QR.
 */
export async function accept(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  acceptance: Acceptance,
  now: number,
): Promise<Id<"invoices">> {
  const { orderId, deliveryBefore, qrImageId } = acceptance;
  const order = await requireOwnOrder(ctx, distributor, orderId);
  const data = { deliveryBefore: requireDelivery(deliveryBefore, now) };
  const step = { order, move: "accept", actor: distributor, data, now } as const;
  const { order: accepted, moved } = await makeMove(ctx, step);
  if (!moved) {
    const invoice = await getInvoiceOf(ctx, order._id);
    if (invoice === null || (qrImageId ?? invoice.qrImageId) !== invoice.qrImageId) {
      return fail("ILLEGAL_MOVE", { status: order.status });
    }
    return invoice._id;
  }
  if (!isAccepted(accepted)) throw new Error("An acceptance wrote no date");
  const payment = await requirePayment(ctx, distributor, acceptance);
  const invoiceId = await issueInvoice(ctx, accepted, distributor, payment);
  await enqueueAcceptance(ctx, accepted, invoiceId, now);
  return invoiceId;
}
