/** Background work on products. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { endHoldPeriod, expireHold } from "../orders/holds";

export const expire = internalMutation({
  args: { holdId: v.id("stockHolds") },
  returns: v.null(),
  handler: async (ctx, { holdId }) => {
    await expireHold(ctx, holdId);
    return null;
  },
});

export const endPeriod = internalMutation({
  args: { periodId: v.id("holdPeriods") },
  returns: v.null(),
  handler: async (ctx, { periodId }) => {
    await endHoldPeriod(ctx, periodId);
    return null;
  },
});
