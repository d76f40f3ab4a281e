/** Public functions of offers of fewer pieces, or of more GST. The distributor's answer to an order makes them. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { distributorMutation, memberQuery, retailerMutation } from "./functions";
import * as answers from "./orders/offerAnswers";
import { listOffers } from "./orders/offerList";
import { offerView } from "./orders/offerView";

/** The caller's open offers, the newest first; with `orderId` the one with that line. FORBIDDEN for admins. */
export const mine = memberQuery({
  args: { paginationOpts: paginationOptsValidator, orderId: v.optional(v.string()) },
  returns: paginationResultValidator(offerView),
  handler: (ctx, { paginationOpts, orderId }) => listOffers(ctx, ctx.user, orderId, paginationOpts),
});

/** Accepts exactly what this offer says. Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const agree = retailerMutation({
  args: { offerId: v.string() },
  returns: v.object({ invoiceId: v.union(v.id("invoices"), v.null()) }),
  handler: async (ctx, { offerId }) => ({
    invoiceId: await answers.agree(ctx, ctx.user, offerId, Date.now()),
  }),
});

/** Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const decline = retailerMutation({
  args: { offerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { offerId }) => {
    await answers.decline(ctx, ctx.user, offerId, Date.now());
    return null;
  },
});

/** Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const withdraw = distributorMutation({
  args: { offerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { offerId }) => {
    await answers.withdraw(ctx, ctx.user, offerId, Date.now());
    return null;
  },
});
