/** Public functions of home pages: one small query for each block, so that a change runs again what shows it, and nothing else. */
import { v } from "convex/values";
import { requireTrader } from "./network/sides";
import { distributorQuery, memberMutation, memberQuery, retailerQuery } from "./functions";
import { newProductsOf, offersOf, unreadOf } from "./home/news";
import { deliveriesOf, toAnswerOf, waitingOf } from "./home/orders";
import { salesOf } from "./home/sales";
import { dismissStart as dismissStartCard, startOf } from "./home/start";
import { runsLowOf } from "./home/stock";
import * as view from "./home/view";

/** YYYY-MM-DD in India. */
const today = v.string();

/** The first steps of a new account; null once they were dismissed. Errors: FORBIDDEN. */
export const start = memberQuery({
  args: {},
  returns: v.union(v.null(), view.startCard),
  handler: (ctx) => startOf(ctx, requireTrader(ctx.user)),
});

/** Puts the first steps away, on every device and for good. Errors: FORBIDDEN. */
export const dismissStart = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await dismissStartCard(ctx, requireTrader(ctx.user), Date.now());
    return null;
  },
});

/** Open offers of fewer pieces or at another tax, the newest first. */
export const offers = retailerQuery({
  args: {},
  returns: view.offersBlock,
  handler: (ctx) => offersOf(ctx, ctx.user),
});

/** Accepted orders by the day of their delivery. Errors: BAD_REQUEST. */
export const arriving = retailerQuery({
  args: { today },
  returns: view.deliveriesBlock,
  handler: (ctx, { today }) => deliveriesOf(ctx, ctx.user, today),
});

/** Orders that wait for their distributors, the newest first. */
export const waiting = retailerQuery({
  args: {},
  returns: view.waitingBlock,
  handler: (ctx) => waitingOf(ctx, ctx.user),
});

/** The newest products of connected distributors. */
export const newProducts = retailerQuery({
  args: {},
  returns: view.newProductsBlock,
  handler: (ctx) => newProductsOf(ctx, ctx.user),
});

/** Conversations with unread messages, the newest first. Errors: FORBIDDEN. */
export const unread = memberQuery({
  args: {},
  returns: view.unreadBlock,
  handler: (ctx) => unreadOf(ctx, requireTrader(ctx.user)),
});

/** Orders that wait for this distributor, the oldest first. */
export const toAnswer = distributorQuery({
  args: {},
  returns: view.toAnswerBlock,
  handler: (ctx) => toAnswerOf(ctx, ctx.user),
});

/** Accepted orders by the day of their delivery. Errors: BAD_REQUEST. */
export const toDeliver = distributorQuery({
  args: { today },
  returns: view.deliveriesBlock,
  handler: (ctx, { today }) => deliveriesOf(ctx, ctx.user, today),
});

/** Products with few pieces, or with a stock that lasts less than a week. Errors: BAD_REQUEST. */
export const runsLow = distributorQuery({
  args: { today },
  returns: view.runsLowBlock,
  handler: (ctx, { today }) => runsLowOf(ctx, ctx.user, today),
});

/** Value and number of accepted orders on each of 30 days. Errors: BAD_REQUEST. */
export const sales = distributorQuery({
  args: { today },
  returns: view.salesBlock,
  handler: (ctx, { today }) => salesOf(ctx, ctx.user, today),
});
