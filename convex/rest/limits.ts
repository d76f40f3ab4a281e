/** Rate limits of visitors' reads, counted per network address. */
import { v } from "convex/values";
import { spend } from "../auth/limits";
import { internalMutation } from "../functions";
import { callerArg } from "./caller";

/** Errors: TOO_MANY {retryAfterMs}. */
export const spendRead = internalMutation({
  args: { name: v.union(v.literal("landingReads"), v.literal("newsReads")), caller: callerArg },
  returns: v.null(),
  handler: async (ctx, { name, caller }) => {
    await spend(ctx, name, caller.address);
    return null;
  },
});
