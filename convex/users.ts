/** The door of users: who somebody is, and whom they may look at. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { requirePassword } from "./account/password";
import { anyoneAction, anyoneQuery, distributorQuery, retailerQuery } from "./functions";
import { mapPage, pageOptions } from "./paging";
import { requireDistributorByEmail } from "./users/find";
import { activeUsers } from "./users/list";
import {
  distributorView,
  meView,
  retailerView,
  toDistributor,
  toMe,
  toRetailer,
} from "./users/view";

/** Oneself; null while nobody is signed in. */
export const me = anyoneQuery({
  args: {},
  returns: v.union(v.null(), meView),
  handler: (ctx) => (ctx.caller === null ? Promise.resolve(null) : toMe(ctx, ctx.caller)),
});

/** Every distributor, newest first. */
export const distributors = retailerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(distributorView),
  handler: async (ctx, { paginationOpts }) => {
    const page = await activeUsers(ctx, "distributor").paginate(pageOptions(paginationOpts));
    return mapPage(page, (user) => toDistributor(ctx, user, ctx.user));
  },
});

/** Every retailer, newest first. */
export const retailers = distributorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(retailerView),
  handler: async (ctx, { paginationOpts }) => {
    const page = await activeUsers(ctx, "retailer").paginate(pageOptions(paginationOpts));
    return mapPage(page, (user) => toRetailer(ctx, user));
  },
});

/** One distributor by e-mail. Errors: NOT_FOUND, for whoever is none. */
export const distributor = retailerQuery({
  args: { email: v.string() },
  returns: distributorView,
  handler: async (ctx, { email }) =>
    toDistributor(ctx, await requireDistributorByEmail(ctx, email), ctx.user),
});

/** The UPI ID that payment codes are made from; null forgets it. Errors: those of `requirePassword` and `setUpiId`. */
export const saveUpiId = anyoneAction({
  args: { upiId: v.union(v.null(), v.string()), password: v.string() },
  returns: v.null(),
  handler: async (ctx, { upiId, password }): Promise<null> => {
    await requirePassword(ctx, password);
    return ctx.runMutation(internal.users.internal.setUpiId, { upiId });
  },
});
