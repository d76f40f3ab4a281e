/** What goes on in the background for users. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { endOpenBusiness } from "./deactivate";

/** The next piece of a closed account's open business, where one transaction could not carry all of it. */
export const goOnClosing = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await endOpenBusiness(ctx, user, Date.now());
    return null;
  },
});
