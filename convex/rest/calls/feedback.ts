/** The functions behind the feedback calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { listFeedback } from "../../feedback/list";
import { feedbackView } from "../../feedback/view";
import { submitFeedback } from "../../feedback/submit";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail } from "../own";

/** Everybody's, the newest first. */
export const list = restQuery("admin")({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(feedbackView),
  handler: (ctx, { paginationOpts }) => listFeedback(ctx, paginationOpts),
});

/** Errors: FORBIDDEN in somebody else's name, MISSING_INFORMATION {missing}, TOO_MANY {retryAfterMs}. */
export const submit = restMutation(
  "retailer",
  "distributor",
)({
  args: {
    email: v.optional(v.string()),
    complaint: v.string(),
    review: v.string(),
    rating: v.number(),
  },
  returns: v.null(),
  handler: (ctx, { email, ...feedback }) => {
    requireOwnEmail(ctx.user, email);
    return ctx.once(async () => {
      await submitFeedback(ctx, ctx.user, feedback);
      return null;
    });
  },
});
