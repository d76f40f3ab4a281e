/** What happens to products without anybody asking. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { expireHold } from "./holds";

export const expire = internalMutation({
  args: { holdId: v.id("stockHolds") },
  returns: v.null(),
  handler: async (ctx, { holdId }) => {
    await expireHold(ctx, holdId);
    return null;
  },
});
