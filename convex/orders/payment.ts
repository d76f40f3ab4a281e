/** The payment code of an invoice to be issued. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import type { Payment } from "../invoices/issue";
import { claimUpload } from "../uploads/claim";

export type PaymentRequest = {
  /** A QR picture that the distributor uploaded; without one the saved UPI ID makes the code. */
  readonly qrImageId?: Id<"_storage"> | undefined;
  /** The QR code comes in a later call: REST callers accept first and send the picture with the invoice. */
  readonly mayPayLater?: boolean | undefined;
};

/** The uploaded picture, else the saved UPI ID, else NO_QR unless it may come later. */
export async function requirePayment(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { qrImageId, mayPayLater = false }: PaymentRequest,
): Promise<Payment> {
  if (qrImageId !== undefined) {
    await claimUpload(ctx, { imageId: qrImageId, userId: distributor._id, purpose: "qrCode" });
    return { qrImageId };
  }
  if (distributor.upiId !== undefined) return { upiId: distributor.upiId };
  return mayPayLater ? {} : fail("NO_QR");
}
