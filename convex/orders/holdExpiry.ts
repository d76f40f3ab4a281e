/** The scheduled ends of reservations. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { endHoldPeriod, expireHold } from "./holds";

/** Scheduled by each hold for its end. */
export const expire = internalMutation({
  args: { holdId: v.id("stockHolds") },
  returns: v.null(),
  handler: async (ctx, { holdId }) => {
    await expireHold(ctx, holdId);
    return null;
  },
});

/** Scheduled for the end of the pause after a period of reservations. */
export const endPeriod = internalMutation({
  args: { periodId: v.id("holdPeriods") },
  returns: v.null(),
  handler: async (ctx, { periodId }) => {
    await endHoldPeriod(ctx, periodId);
    return null;
  },
});
