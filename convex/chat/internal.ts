/** Background work of the chat. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import { openConversation } from "../network/conversation";

/** Three documents each: far below what one transaction may write. */
const CONNECTIONS_PER_STEP = 200;

/** Opens the conversations of connections that were accepted before accepting did so; calls itself again while there are more. */
export const openMissing = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const connections = await ctx.db
      .query("connections")
      .withIndex("by_conversation", (q) =>
        q.eq("status", "accepted").eq("conversationId", undefined),
      )
      .take(CONNECTIONS_PER_STEP);
    for (const connection of connections) {
      const conversationId = await openConversation(ctx, connection);
      await ctx.db.patch("connections", connection._id, { conversationId });
    }
    if (connections.length === CONNECTIONS_PER_STEP)
      await ctx.scheduler.runAfter(0, internal.chat.internal.openMissing, {});
    return null;
  },
});
