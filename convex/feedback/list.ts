/** Feedback as admins read it, and its list. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import { mapPage, pageOptions } from "../paging";
import type { feedbackView } from "./schema";

/** All feedback, the newest first. */
export async function listFeedback(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<FeedbackView>> {
  const result = await ctx.db.query("feedback").order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, (feedback) => Promise.resolve(toFeedbackView(feedback)));
}

export type FeedbackView = Infer<typeof feedbackView>;

function toFeedbackView(feedback: Doc<"feedback">): FeedbackView {
  const { _id, _creationTime, name, email, role, complaint, review, rating } = feedback;
  return { _id, name, email, role, complaint, review, rating, createdAt: _creationTime };
}
