/** Public functions of orders. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { trimBlank } from "../domain/text";
import { languageValidator } from "./auth/schema";
import {
  distributorMutation,
  distributorQuery,
  memberMutation,
  memberQuery,
  retailerMutation,
  retailerQuery,
} from "./functions";
import * as amend from "./orders/amend";
import { answer } from "./orders/answer";
import { deliveryDays } from "./orders/delivery";
import { orderFilter } from "./orders/filter";
import {
  countOpen,
  countWaiting,
  listIncoming,
  listOutgoing,
  readOrder,
  retailerLanguageOf,
  timelineOf,
} from "./orders/list";
import * as moves from "./orders/moves";
import { orderPartner, partnersOn } from "./orders/partners";
import * as placing from "./orders/place";
import { orderList, shortageRule } from "./orders/schema";
import { saveTerms as saveOrderTerms } from "./orders/terms";
import {
  incomingRow,
  orderEventView,
  orderView,
  outgoingRow,
  toIncomingRow,
  toOutgoingRow,
} from "./orders/view";
import { quotedPriceFields } from "./products/schema";
import { orderTerms } from "./users/schema";

const orderIds = v.array(v.string());

/** Wholly or not at all; the same `orderKey` with the same lines is the same order. Errors: see `orders/place.ts`. */
export const place = retailerMutation({
  args: {
    orderKey: v.string(),
    msg: v.string(),
    lines: v.array(
      v.object({
        productId: v.string(),
        quantity: v.number(),
        /** The price that the caller saw. */
        ...v.object(quotedPriceFields).partial().fields,
      }),
    ),
    shortageRule: v.optional(shortageRule),
    fromBasket: v.optional(v.boolean()),
  },
  returns: v.object({ orderId: v.id("orders") }),
  once: {
    table: "orders",
    key: "orderKey",
    request: (_, { msg, lines, shortageRule: rule = "ask" }) => [trimBlank(msg), lines, rule],
    answer: (_, { _id: orderId }) => ({ orderId }),
  },
  handler: (ctx, args) =>
    placing.place(ctx, ctx.user, { ...args, once: ctx.once, isOfScreen: true }, Date.now()),
});

/**
 * Accepts an order, dates and invoices it in one step; fewer pieces than asked are an offer, unless the retailer wants them at once.
 * Errors: see `orders/answer.ts`.
 */
export const accept = distributorMutation({
  args: {
    orderId: v.string(),
    /** Lines of which other than all pieces are sent, by their places from 0. */
    lines: v.optional(v.array(v.object({ line: v.number(), quantity: v.number() }))),
    deliveryBefore: v.string(),
    qrImageId: v.optional(v.id("_storage")),
    /** The destination of the goods, of a retailer that has not said so itself. */
    delivery: v.optional(v.object({ stateCode: v.string(), pincode: v.optional(v.string()) })),
  },
  returns: v.object({
    invoiceId: v.union(v.id("invoices"), v.null()),
    offerId: v.union(v.id("offers"), v.null()),
  }),
  handler: (ctx, args) => answer(ctx, ctx.user, args, Date.now()),
});

/** Orders, or lines of them while they are pending: all of these, or none. Errors: BAD_LINES, NOT_FOUND, NO_REASON, ILLEGAL_MOVE {status}. */
export const reject = distributorMutation({
  args: { orderIds, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await moves.reject(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** All of them, or none. Errors: BAD_LINES, NOT_FOUND, WHOLE_ORDER {orderId}, ILLEGAL_MOVE {status}. */
export const complete = distributorMutation({
  args: { orderIds },
  returns: v.null(),
  handler: async (ctx, args) => {
    await moves.complete(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** Orders, or lines of them while they are pending: all of these, or none. Errors: BAD_LINES, NOT_FOUND, NO_REASON, ILLEGAL_MOVE {status}. */
export const cancel = retailerMutation({
  args: { orderIds, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await moves.cancel(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** While pending or accepted, and unblocked. Errors: see `orders/amend.ts`. */
export const updateMessage = retailerMutation({
  args: { orderId: v.string(), msg: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await amend.updateMessage(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** Off the caller's lists only. Errors: FORBIDDEN (for admins), BAD_LINES, NOT_FOUND, WHOLE_ORDER {orderId}, ILLEGAL_MOVE {status}. */
export const hide = memberMutation({
  args: { orderIds },
  returns: v.null(),
  handler: async (ctx, args) => {
    await amend.hide(ctx, ctx.user, args.orderIds);
    return null;
  },
});

export const incoming = distributorQuery({
  args: {
    paginationOpts: paginationOptsValidator,
    list: orderList,
    ...orderFilter,
    sort: v.optional(v.union(v.literal("latest"), v.literal("oldest"))),
    delivery: v.optional(deliveryDays),
  },
  returns: paginationResultValidator(incomingRow),
  handler: (ctx, { paginationOpts, ...filter }) =>
    listIncoming(ctx, ctx.user, filter, paginationOpts, toIncomingRow),
});

export const outgoing = retailerQuery({
  args: { paginationOpts: paginationOptsValidator, list: orderList, ...orderFilter },
  returns: paginationResultValidator(outgoingRow),
  handler: (ctx, { paginationOpts, ...filter }) =>
    listOutgoing(ctx, ctx.user, filter, paginationOpts, toOutgoingRow),
});

/** The other parties of the orders on one of the caller's lists, by name; none for admins. */
export const partners = memberQuery({
  args: { list: orderList },
  returns: v.array(orderPartner),
  handler: (ctx, { list }) => partnersOn(ctx, ctx.user, list),
});

/** Null for whoever is neither a party nor an admin, and for what is no id. */
export const one = memberQuery({
  args: { orderId: v.string() },
  returns: v.union(orderView, v.null()),
  handler: (ctx, { orderId }) => readOrder(ctx, ctx.user, orderId),
});

export const timeline = memberQuery({
  args: { orderId: v.string() },
  returns: v.array(orderEventView),
  handler: (ctx, { orderId }) => timelineOf(ctx, ctx.user, orderId),
});

/** The language that its retailer reads, for what the distributor writes about it by hand; English for what is no order of the caller's. */
export const retailerLanguage = distributorQuery({
  args: { orderId: v.string() },
  returns: languageValidator,
  handler: (ctx, { orderId }) => retailerLanguageOf(ctx, ctx.user, orderId),
});

/** Orders that wait for this distributor's answer, counted to 100: the figure on its badge. */
export const pendingCount = distributorQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => countWaiting(ctx, ctx.user),
});

/** Pending and accepted orders of the caller, each counted to 100. */
export const openCounts = memberQuery({
  args: {},
  returns: v.object({ pending: v.number(), accepted: v.number() }),
  handler: (ctx) => countOpen(ctx, ctx.user),
});

/** Sets the bounds of waiting orders and the days until they expire; null restores the defaults. Errors: BAD_TERMS. */
export const saveTerms = distributorMutation({
  args: { terms: v.union(orderTerms, v.null()) },
  returns: v.null(),
  handler: async (ctx, { terms }) => {
    await saveOrderTerms(ctx, ctx.user, terms);
    return null;
  },
});
