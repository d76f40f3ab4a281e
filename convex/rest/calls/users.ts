/** The functions behind the user calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { TRADE_ROLES } from "../../../domain/roles";
import { fail } from "../../errors";
import { mapPage, pageOptions } from "../../paging";
import { deactivate } from "../../users/deactivate";
import { requireDistributorByEmail } from "../../users/find";
import { activeUsers } from "../../users/list";
import {
  distributorProfile,
  retailerView,
  toDistributorProfile,
  toRetailer,
} from "../../users/view";
import { restMutation, restQuery } from "../caller";

const page = { paginationOpts: paginationOptsValidator };

export const retailers = restQuery(
  "distributor",
  "admin",
)({
  args: page,
  returns: paginationResultValidator(retailerView),
  handler: async (ctx, { paginationOpts }) => {
    const result = await activeUsers(ctx, "retailer").paginate(pageOptions(paginationOpts));
    return mapPage(result, (user) => toRetailer(ctx, user));
  },
});

export const distributors = restQuery(
  "retailer",
  "admin",
)({
  args: page,
  returns: paginationResultValidator(distributorProfile),
  handler: async (ctx, { paginationOpts }) => {
    const result = await activeUsers(ctx, "distributor").paginate(pageOptions(paginationOpts));
    return mapPage(result, (user) => toDistributorProfile(ctx, user));
  },
});

/** Distributors see themselves alone. Errors: NOT_FOUND, also for whoever is no distributor. */
export const distributor = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { email: v.string() },
  returns: distributorProfile,
  handler: async (ctx, { email }) => {
    const found = await requireDistributorByEmail(ctx, email);
    const isRival = ctx.user.role === "distributor" && ctx.user._id !== found._id;
    return isRival ? fail("NOT_FOUND") : toDistributorProfile(ctx, found);
  },
});

/** Errors: NOT_FOUND, for whoever has no open account of that role. */
export const close = restMutation("admin")({
  args: { userId: v.string(), role: v.union(...TRADE_ROLES.map((role) => v.literal(role))) },
  returns: v.null(),
  handler: async (ctx, account) => {
    await deactivate(ctx, account, Date.now());
    return null;
  },
});
