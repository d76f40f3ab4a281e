/** The functions behind the offer calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../errors";
import * as answers from "../../orders/offerAnswers";
import { listOffers } from "../../orders/offerList";
import { type OfferView, offerView, toOfferView } from "../../orders/offerView";
import { restMutation, restQuery } from "../caller";

/** An own offer as it is after an answer. */
async function ownView(
  ctx: QueryCtx & { readonly user: Doc<"users"> },
  offerId: string,
): Promise<OfferView> {
  const offer = await answers.requireOwnOffer(ctx, ctx.user, offerId);
  return (await toOfferView(ctx, offer)) ?? fail("NOT_FOUND");
}

/** The caller's open offers, the newest first. */
export const open = restQuery(
  "retailer",
  "distributor",
)({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(offerView),
  handler: (ctx, { paginationOpts }) => listOffers(ctx, ctx.user, undefined, paginationOpts),
});

/** Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const agree = restMutation("retailer")({
  args: { offerId: v.string() },
  returns: v.object({ offer: offerView, invoiceId: v.union(v.id("invoices"), v.null()) }),
  handler: async (ctx, { offerId }) => {
    const invoiceId = await answers.agree(ctx, ctx.user, offerId, Date.now());
    return { offer: await ownView(ctx, offerId), invoiceId };
  },
});

/** Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const decline = restMutation("retailer")({
  args: { offerId: v.string() },
  returns: offerView,
  handler: async (ctx, { offerId }) => {
    await answers.decline(ctx, ctx.user, offerId, Date.now());
    return ownView(ctx, offerId);
  },
});

/** Errors: NOT_FOUND, OFFER_CLOSED {state}. */
export const withdraw = restMutation("distributor")({
  args: { offerId: v.string() },
  returns: offerView,
  handler: async (ctx, { offerId }) => {
    await answers.withdraw(ctx, ctx.user, offerId, Date.now());
    return ownView(ctx, offerId);
  },
});
