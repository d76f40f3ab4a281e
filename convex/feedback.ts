/** Public functions of feedback: traders write it, admins read it. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { listFeedback } from "./feedback/list";
import { feedbackView } from "./feedback/schema";
import { submitFeedback } from "./feedback/submit";
import { adminQuery, memberMutation } from "./functions";

/** Takes the feedback of a retailer or distributor. Errors: FORBIDDEN (for admins), MISSING_INFORMATION {missing}, TOO_MANY {retryAfterMs}. */
export const submit = memberMutation({
  args: { complaint: v.string(), review: v.string(), rating: v.number() },
  returns: v.object({ feedbackId: v.id("feedback") }),
  handler: async (ctx, feedback) => ({
    feedbackId: await submitFeedback(ctx, ctx.user, feedback),
  }),
});

/** Everybody's, the newest first. */
export const list = adminQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(feedbackView),
  handler: (ctx, { paginationOpts }) => listFeedback(ctx, paginationOpts),
});
