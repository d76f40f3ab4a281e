/** The functions behind the network calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import * as change from "../../network/change";
import { listConnections } from "../../network/list";
import { connectionView, toConnectionView } from "../../network/view";
import { requireDistributorByEmail } from "../../users/find";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail } from "../own";

/** Errors: FORBIDDEN in somebody else's name, NOT_FOUND, ALREADY_CONNECTED {status}, TOO_MANY {retryAfterMs}. */
export const add = restMutation("retailer")({
  args: { distributorEmail: v.string(), userEmail: v.optional(v.string()) },
  returns: v.object({ connection: connectionView, message: v.string() }),
  handler: (ctx, { distributorEmail, userEmail }) => {
    requireOwnEmail(ctx.user, userEmail);
    return ctx.once(async () => {
      await spend(ctx, "connectionsAsked", ctx.user._id);
      const distributor = await requireDistributorByEmail(ctx, distributorEmail);
      const { connection, isNew } = await change.connect(ctx, ctx.user, distributor, Date.now());
      if (!isNew) fail("ALREADY_CONNECTED", { status: connection.status });
      const sides = { retailer: ctx.user, distributor };
      return {
        connection: await toConnectionView(ctx, connection, sides),
        message: `${distributor.name} added to your network!`,
      };
    });
  },
});

const page = { email: v.optional(v.string()), paginationOpts: paginationOptsValidator };

/** Requests that wait for the caller's answer. Errors: FORBIDDEN for another distributor's e-mail. */
export const pending = restQuery("distributor")({
  args: page,
  returns: paginationResultValidator(connectionView),
  handler: (ctx, { email, paginationOpts }) => {
    requireOwnEmail(ctx.user, email);
    return listConnections(ctx, ctx.user, "pending", paginationOpts, toConnectionView);
  },
});

/** The caller's accepted connections, on whichever side they are. Errors: FORBIDDEN for another's e-mail. */
export const accepted = restQuery(
  "retailer",
  "distributor",
)({
  args: page,
  returns: paginationResultValidator(connectionView),
  handler: (ctx, { email, paginationOpts }) => {
    requireOwnEmail(ctx.user, email);
    return listConnections(ctx, ctx.user, "accepted", paginationOpts, toConnectionView);
  },
});

/** Errors: NOT_FOUND, ALREADY_ANSWERED {status}. */
export const answer = restMutation("distributor")({
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

/** Errors: NOT_FOUND. */
export const remove = restMutation("distributor")({
  args: { connectionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { connectionId }) => {
    await change.disconnect(ctx, ctx.user, connectionId, Date.now());
    return null;
  },
});
