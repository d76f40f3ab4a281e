/** Feedback as admins read it. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { roleValidator } from "../users/schema";

export const feedbackView = v.object({
  _id: v.id("feedback"),
  name: v.string(),
  email: v.string(),
  role: roleValidator,
  complaint: v.string(),
  review: v.string(),
  rating: v.number(),
  createdAt: v.number(),
});

export type FeedbackView = Infer<typeof feedbackView>;

/** All feedback, the newest first. */
export async function listFeedback(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<FeedbackView>> {
  const result = await ctx.db.query("feedback").order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, ({ _id, _creationTime, name, email, role, complaint, review, rating }) =>
    Promise.resolve({
      _id,
      name,
      email,
      role,
      complaint,
      review,
      rating,
      createdAt: _creationTime,
    }),
  );
}
