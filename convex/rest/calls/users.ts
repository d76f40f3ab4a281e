/** The functions behind the user calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import { TRADE_ROLES } from "../../../domain/roles";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import { mapPage, pageOptions } from "../../paging";
import { saveTerms, termsOf } from "../../orders/terms";
import { deactivate } from "../../account/deactivate";
import { requireDistributorByEmail } from "../../users/find";
import { activeUsers, listRetailers } from "../../network/directory";
import { orderTerms as orderTermsValidator } from "../../users/schema";
import { retailerView, toDistributor } from "../../network/profiles";
import { distributorProfile, toDistributorProfile } from "../../users/view";
import { restMutation, restQuery } from "../caller";

const page = { paginationOpts: paginationOptsValidator };

export const retailers = restQuery(
  "distributor",
  "admin",
)({
  args: page,
  returns: paginationResultValidator(retailerView),
  handler: (ctx, { paginationOpts }) => listRetailers(ctx, ctx.user, paginationOpts),
});

/** Retailers read the address of those alone with whom they are connected. */
async function profileFor(
  ctx: QueryCtx,
  viewer: Doc<"users">,
  distributor: Doc<"users">,
): Promise<Infer<typeof distributorProfile>> {
  if (viewer.role !== "retailer") return toDistributorProfile(ctx, distributor);
  const { connection: _, ...profile } = await toDistributor(ctx, distributor, viewer);
  return profile;
}

export const distributors = restQuery(
  "retailer",
  "admin",
)({
  args: page,
  returns: paginationResultValidator(distributorProfile),
  handler: async (ctx, { paginationOpts }) => {
    const result = await activeUsers(ctx, "distributor").paginate(pageOptions(paginationOpts));
    return mapPage(result, (user) => profileFor(ctx, ctx.user, user));
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
    return isRival ? fail("NOT_FOUND") : profileFor(ctx, ctx.user, found);
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

/** The caller's own. */
export const orderTerms = restQuery("distributor")({
  args: {},
  returns: orderTermsValidator,
  handler: (ctx) => Promise.resolve(termsOf(ctx.user)),
});

/** The fields that are sent; a minimum of 0 and `networkOnly: false` remove theirs. Errors: BAD_TERMS, TOO_MANY {retryAfterMs}. */
export const changeOrderTerms = restMutation("distributor")({
  args: orderTermsValidator.partial().fields,
  returns: orderTermsValidator,
  handler: async (ctx, changes) => {
    await spend(ctx, "memberChanges", ctx.user._id);
    const { minOrderPaise, networkOnly, ...bounds } = { ...termsOf(ctx.user), ...changes };
    const terms = {
      ...bounds,
      ...(minOrderPaise !== 0 && { minOrderPaise }),
      ...(networkOnly === true && { networkOnly }),
    };
    await saveTerms(ctx, ctx.user, terms);
    return terms;
  },
});
