/** The functions behind the payment calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../errors";
import { listPayments, listWaiting } from "../../payments/list";
import { movePayment, objectTo, requireOwnPayment } from "../../payments/moves";
import { paymentMethod } from "../../khata/schema";
import { tellPayment } from "../../payments/claims";
import { type PaymentView, paymentView, toPaymentView } from "../../payments/view";
import { type SentPicture, findSentPicture } from "../../uploads/find";
import { restMutation, restQuery } from "../caller";

const traderQuery = restQuery("retailer", "distributor");
const page = { paginationOpts: paginationOptsValidator };

type OwnCtx = QueryCtx & { readonly user: Doc<"users"> };

/** An own payment as it is after a change. */
async function ownView(ctx: OwnCtx, paymentId: string): Promise<PaymentView> {
  const payment = await requireOwnPayment(ctx, ctx.user, paymentId);
  return (await toPaymentView(ctx, payment)) ?? fail("NOT_FOUND");
}

/** Claims that wait for the distributor's word, the oldest first. */
export const waiting = traderQuery({
  args: page,
  returns: paginationResultValidator(paymentView),
  handler: (ctx, { paginationOpts }) => listWaiting(ctx, ctx.user, paginationOpts),
});

/** All payments with one partner, the newest first. Errors: NOT_FOUND. */
export const withPartner = traderQuery({
  args: { partnerId: v.string(), ...page },
  returns: paginationResultValidator(paymentView),
  handler: (ctx, { partnerId, paginationOpts }) =>
    listPayments(ctx, ctx.user, partnerId, paginationOpts),
});

/** Errors: NO_IMAGE if a picture was sent that names none. */
async function proofOf(ctx: OwnCtx, sent: SentPicture): Promise<Id<"_storage"> | undefined> {
  if (sent.imageId === undefined && sent.url === undefined) return undefined;
  return (await findSentPicture(ctx, ctx.user, sent)) ?? fail("NO_IMAGE");
}

/** A retailer claims, a distributor records. Errors: those of `payments/claims.ts`. */
export const tell = restMutation(
  "retailer",
  "distributor",
)({
  args: {
    partnerId: v.string(),
    amountPaise: v.number(),
    method: paymentMethod,
    reference: v.optional(v.string()),
    bank: v.optional(v.string()),
    paidOn: v.string(),
    invoiceIds: v.array(v.string()),
    proof: v.object({ imageId: v.optional(v.string()), url: v.optional(v.string()) }),
    isAdvanceMeant: v.optional(v.boolean()),
  },
  returns: paymentView,
  handler: (ctx, { proof, ...asked }) =>
    ctx.once(async () => {
      const proofImageId = await proofOf(ctx, proof);
      const told = { ...asked, once: ctx.rowOnce(), proofImageId };
      const { _id } = await tellPayment(ctx, ctx.user, told, Date.now());
      return ownView(ctx, _id);
    }),
});

/** The distributor's word on a payment. Errors: NOT_FOUND, NO_REASON, PAYMENT_CLOSED {state}. */
export const judge = restMutation("distributor")({
  args: {
    move: v.union(v.literal("confirm"), v.literal("dispute"), v.literal("reverse")),
    paymentId: v.string(),
    reason: v.optional(v.string()),
  },
  returns: paymentView,
  handler: async (ctx, { move, ...asked }) => {
    await movePayment(ctx, ctx.user, move, asked, Date.now());
    return ownView(ctx, asked.paymentId);
  },
});

/** Errors: NOT_FOUND, PAYMENT_CLOSED {state}. */
export const withdraw = restMutation("retailer")({
  args: { paymentId: v.string() },
  returns: paymentView,
  handler: async (ctx, asked) => {
    await movePayment(ctx, ctx.user, "withdraw", asked, Date.now());
    return ownView(ctx, asked.paymentId);
  },
});

/** Errors: NOT_FOUND, NO_REASON, PAYMENT_CLOSED {state}. */
export const object = restMutation("retailer")({
  args: { paymentId: v.string(), reason: v.string() },
  returns: paymentView,
  handler: async (ctx, asked) => {
    await objectTo(ctx, ctx.user, asked, Date.now());
    return ownView(ctx, asked.paymentId);
  },
});
