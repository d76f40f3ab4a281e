/** Public functions of payments: what a retailer says it paid, and what a distributor says it received. Mandi takes no money. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { distributorMutation, memberQuery, retailerMutation } from "./functions";
import { invoiceMoney, moneyOfInvoice } from "./invoices/money";
import { listPayments, listWaiting } from "./payments/list";
import { movePayment, objectTo } from "./payments/moves";
import { paymentArgs, requestOf, tellPayment } from "./payments/claims";
import { paymentView } from "./payments/view";

const createdPayment = v.object({ paymentId: v.id("payments") });
const moved = { paymentId: v.string(), reason: v.string() };

/** Claims that wait for the distributor's word, the oldest first. FORBIDDEN for admins. */
export const waiting = memberQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(paymentView),
  handler: (ctx, { paginationOpts }) => listWaiting(ctx, ctx.user, paginationOpts),
});

/** All payments with one partner, the newest first. Errors: FORBIDDEN for admins, NOT_FOUND for whoever is no partner. */
export const withPartner = memberQuery({
  args: { partnerId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(paymentView),
  handler: (ctx, { partnerId, paginationOpts }) =>
    listPayments(ctx, ctx.user, partnerId, paginationOpts),
});

/** The open sum of an invoice, ways to pay it, and its payments. Null for whoever is no party of it, and for what is no id. */
export const ofInvoice = memberQuery({
  args: { invoiceId: v.string() },
  returns: v.union(invoiceMoney, v.null()),
  handler: (ctx, { invoiceId }) => moneyOfInvoice(ctx, ctx.user, invoiceId),
});

/** "I have paid": it waits for the distributor. Errors: those of `tellPayment`. */
export const claim = retailerMutation({
  args: paymentArgs,
  returns: createdPayment,
  once: {
    ...{ table: "payments", key: "paymentKey" },
    request: (_, args) => requestOf(args),
    answer: (_, { _id: paymentId }) => ({ paymentId }),
  },
  handler: (ctx, args) => tellPayment(ctx, ctx.user, { ...args, once: ctx.once }, Date.now()),
});

/** Received: it counts at once. Errors: those of `tellPayment`. */
export const record = distributorMutation({
  args: paymentArgs,
  returns: createdPayment,
  once: {
    ...{ table: "payments", key: "paymentKey" },
    request: (_, args) => requestOf(args),
    answer: (_, { _id: paymentId }) => ({ paymentId }),
  },
  handler: (ctx, args) => tellPayment(ctx, ctx.user, { ...args, once: ctx.once }, Date.now()),
});

/** Errors: NOT_FOUND, PAYMENT_CLOSED {state}, here and below. */
export const confirm = distributorMutation({
  args: { paymentId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await movePayment(ctx, ctx.user, "confirm", args, Date.now());
    return null;
  },
});

/** No such money came. Errors: NO_REASON too, here and below. */
export const dispute = distributorMutation({
  args: moved,
  returns: v.null(),
  handler: async (ctx, args) => {
    await movePayment(ctx, ctx.user, "dispute", args, Date.now());
    return null;
  },
});

/** A confirmed payment bounced, or was recorded wrongly: what it paid is open again. */
export const reverse = distributorMutation({
  args: moved,
  returns: v.null(),
  handler: async (ctx, args) => {
    await movePayment(ctx, ctx.user, "reverse", args, Date.now());
    return null;
  },
});

/** Against a payment that the distributor recorded. It changes no balance. */
export const object = retailerMutation({
  args: moved,
  returns: v.null(),
  handler: async (ctx, args) => {
    await objectTo(ctx, ctx.user, args, Date.now());
    return null;
  },
});

export const withdraw = retailerMutation({
  args: { paymentId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await movePayment(ctx, ctx.user, "withdraw", args, Date.now());
    return null;
  },
});
