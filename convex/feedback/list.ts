/** The list of feedback. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { toFeedbackView, type FeedbackView } from "./view";

/** All feedback, the newest first. */
export async function listFeedback(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<FeedbackView>> {
  const result = await ctx.db.query("feedback").order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, (feedback) => Promise.resolve(toFeedbackView(feedback)));
}
