/** Answering an offer: the retailer agrees or declines, the distributor withdraws. Always this offer, never the one that is open now. */
import type { ErrorCode } from "../../domain/errors";
import { invariant } from "../../domain/invariant";
import type { OfferState } from "../../domain/orderAnswer";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireOwn } from "../rows";
import { acceptOrder } from "./accept";
import { requirePayment } from "../invoices/issue";
import { closeOffer } from "./offerClose";

/** The offer of one of its two parties. Errors: NOT_FOUND. */
export const requireOwnOffer = requireOwn("offers");

/** True if the offer is open; false if this answer was given before. Errors: OFFER_CLOSED {state} after any other. */
function isToAnswer(offer: Doc<"offers">, answer: OfferState, now: number): boolean {
  if (offer.state === answer) return false;
  if (offer.state !== "open") fail("OFFER_CLOSED", { state: offer.state });
  if (offer.expiresAt <= now) fail("OFFER_CLOSED", { state: "expired" });
  return true;
}

export const AGREE_ERRORS = [
  "NOT_FOUND",
  "OFFER_CLOSED",
  "TAX_DETAILS_MISSING",
  "PRICE_CHANGED",
  "CREDIT_LIMIT",
] as const satisfies readonly ErrorCode[];

/**
 * Accepts what the offer says, in one step: quantities shrink, the difference returns to the stock, lines of no pieces are rejected,
 * and the rest is invoiced. Agreeing again answers the same invoice. Errors: AGREE_ERRORS; PRICE_CHANGED where the offered rate ended
 * meanwhile.
 */
export async function agree(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  offerId: string,
  now: number,
): Promise<Id<"invoices"> | null> {
  const offer = await requireOwnOffer(ctx, retailer, offerId);
  if (!isToAnswer(offer, "agreed", now))
    return (await ctx.db.get("orders", offer.orderId))?.invoiceId ?? null;
  const distributor = await ctx.db.get("users", offer.distributorId);
  if (distributor === null) return fail("NOT_FOUND");
  await closeOffer(ctx, offer._id, { state: "agreed", actor: retailer, now });
  const order = await ctx.db.get("orders", offer.orderId);
  invariant(order?.status === "pending", "The order of an open offer is not pending.");
  // The code was uploaded with the offer; a UPI ID that is gone since leaves the invoice without one.
  const paymentDetails = { qrImageId: offer.qrImageId, mayPayLater: true };
  const payment = await requirePayment(ctx, distributor, paymentDetails);
  const { deliveryBefore } = offer;
  const by = { distributor, agreedBy: retailer };
  return acceptOrder(ctx, by, { order, sent: offer.lines, deliveryBefore, payment, now });
}

/** Leaves the order as it was before the offer. Declining again changes nothing. Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export async function decline(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  offerId: string,
  now: number,
): Promise<void> {
  const offer = await requireOwnOffer(ctx, retailer, offerId);
  if (!isToAnswer(offer, "declined", now)) return;
  await closeOffer(ctx, offer._id, { state: "declined", actor: retailer, now });
}

/** Takes the offer back, by its distributor. Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export async function withdraw(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  offerId: string,
  now: number,
): Promise<void> {
  const offer = await requireOwnOffer(ctx, distributor, offerId);
  if (!isToAnswer(offer, "withdrawn", now)) return;
  await closeOffer(ctx, offer._id, { state: "withdrawn", actor: distributor, now });
}
