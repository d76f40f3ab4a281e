/** Public functions of users: the caller, and the users whom it may see. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { anyoneAction, anyoneQuery, distributorQuery, retailerQuery } from "./functions";
import { requireDistributorByEmail } from "./users/find";
import { bankAccount } from "./users/schema";
import { listDistributors, listRetailers } from "./network/directory";
import {
  saveBankAccount as checkAndSaveBankAccount,
  saveUpiId as checkAndSaveUpiId,
} from "./account/payee";
import { distributorView, retailerView, toDistributor } from "./network/profiles";
import { meView, toMe } from "./users/view";

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
  handler: (ctx, { paginationOpts }) => listDistributors(ctx, ctx.user, paginationOpts),
});

/** Every retailer, newest first. */
export const retailers = distributorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(retailerView),
  handler: (ctx, { paginationOpts }) => listRetailers(ctx, ctx.user, paginationOpts),
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
  handler: (ctx, args): Promise<null> => checkAndSaveUpiId(ctx, args),
});

/** The bank account for sums that UPI does not take; null forgets it. Errors: those of `requirePassword` and `setBankAccount`. */
export const saveBankAccount = anyoneAction({
  args: { account: v.union(v.null(), bankAccount), password: v.string() },
  returns: v.null(),
  handler: (ctx, args): Promise<null> => checkAndSaveBankAccount(ctx, args),
});
