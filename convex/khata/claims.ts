/** Payments that a retailer claims and its distributor has not answered: they stand beside a khata, and in no balance. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import type { Pair } from "../network/sides";

/** Claims of a party with all its partners that wait, the oldest first. FORBIDDEN for admins. */
export function claimsOf(ctx: QueryCtx, user: Doc<"users">) {
  const payments = ctx.db.query("payments");
  switch (user.role) {
    case "retailer":
      return payments.withIndex("by_retailer", (q) =>
        q.eq("retailerId", user._id).eq("state", "claimed"),
      );
    case "distributor":
      return payments.withIndex("by_distributor", (q) =>
        q.eq("distributorId", user._id).eq("state", "claimed"),
      );
    case "admin":
      return fail("FORBIDDEN");
    default:
      return user.role satisfies never;
  }
}

/** Claims of a pair that wait. */
export function claimsBetween(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("payments")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("state", "claimed"),
    );
}
