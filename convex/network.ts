/** Public functions of the network: connections between retailers and distributors. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { readCounter } from "./figures/counters";
import { requireTrader } from "./network/sides";
import {
  distributorMutation,
  distributorQuery,
  memberMutation,
  memberQuery,
  retailerMutation,
  retailerQuery,
} from "./functions";
import * as blocks from "./network/block";
import * as change from "./network/change";
import { listConnections, historyWith } from "./network/list";
import {
  blockedRow,
  connectionHistory,
  distributorsConnection,
  requestRow,
  retailersConnection,
  toDistributorsConnection,
  toRequestRow,
  toRetailersConnection,
} from "./network/view";

/** Asking again while the answer is open or positive changes nothing. */
export const request = retailerMutation({
  args: { distributorId: v.string() },
  returns: v.object({ connectionId: v.id("connections") }),
  handler: async (ctx, { distributorId }) => ({
    connectionId: await change.request(ctx, ctx.user, distributorId, Date.now()),
  }),
});

export const pending = distributorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(requestRow),
  handler: (ctx, { paginationOpts }) =>
    listConnections(ctx, ctx.user, "pending", paginationOpts, toRequestRow),
});

export const pendingCount = distributorQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => readCounter(ctx, "requests.pending", ctx.user._id),
});

/** Errors: NOT_FOUND, ALREADY_ANSWERED {status}. */
export const answer = distributorMutation({
  args: {
    connectionId: v.string(),
    status: v.union(v.literal("accepted"), v.literal("rejected")),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await change.answer(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** Ends a connection, or declines a request. Errors: NOT_FOUND, ALREADY_ANSWERED {status}. */
export const remove = distributorMutation({
  args: { connectionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { connectionId }) => {
    await change.disconnect(ctx, ctx.user, connectionId, Date.now());
    return null;
  },
});

export const ofDistributor = distributorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(distributorsConnection),
  handler: (ctx, { paginationOpts }) =>
    listConnections(ctx, ctx.user, "accepted", paginationOpts, toDistributorsConnection),
});

export const ofRetailer = retailerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(retailersConnection),
  handler: (ctx, { paginationOpts }) =>
    listConnections(ctx, ctx.user, "accepted", paginationOpts, toRetailersConnection),
});

/** Ends a connection, or withdraws a request. Errors: NOT_FOUND, ALREADY_ANSWERED {status}. */
export const leave = retailerMutation({
  args: { connectionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { connectionId }) => {
    await change.disconnect(ctx, ctx.user, connectionId, Date.now());
    return null;
  },
});

/** Ends all business with the other, and forbids more. Twice is once. Errors: FORBIDDEN, NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const block = memberMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await blocks.block(ctx, requireTrader(ctx.user), userId, Date.now());
    return null;
  },
});

/** Errors: FORBIDDEN, NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const unblock = memberMutation({
  args: { userId: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await blocks.unblock(ctx, requireTrader(ctx.user), userId);
    return null;
  },
});

/** Whom the caller blocks, the latest first. Errors: FORBIDDEN. */
export const blocked = memberQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(blockedRow),
  handler: (ctx, { paginationOpts }) =>
    blocks.listBlocked(ctx, requireTrader(ctx.user), paginationOpts),
});

/** Timeline between the caller and another user, latest first; null if they were never connected. Errors: FORBIDDEN. */
export const history = memberQuery({
  args: { userId: v.string() },
  returns: v.union(v.null(), connectionHistory),
  handler: (ctx, { userId }) => historyWith(ctx, requireTrader(ctx.user), userId),
});
