/** Sending feedback. Who says it comes from the session (deviation 1). */
import { HOUR, RateLimiter } from "@convex-dev/rate-limiter";
import { FEEDBACK_MAX } from "../../domain/limits";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import { type MutationCtx, env } from "../_generated/server";
import { components } from "../_generated/api";
import { fail } from "../errors";

/** Stars. Spec §9. */
const RATING_MIN = 1;
const RATING_MAX = 5;

export type Feedback = {
  readonly complaint: string;
  readonly review: string;
  readonly rating: number;
};

const TEXT_RULE = { min: 0, max: FEEDBACK_MAX, multiline: true };

/** The texts trimmed; either may be empty (spec §5). MISSING_INFORMATION {missing} names what is not acceptable. */
function checked(feedback: Feedback): Feedback {
  const complaint = cleanText(feedback.complaint, TEXT_RULE);
  const review = cleanText(feedback.review, TEXT_RULE);
  const { rating } = feedback;
  const isRating = Number.isInteger(rating) && rating >= RATING_MIN && rating <= RATING_MAX;
  if (complaint === undefined || review === undefined || !isRating) {
    const missing = [
      ...(complaint === undefined ? [`Complaint (up to ${FEEDBACK_MAX} characters)`] : []),
      ...(review === undefined ? [`Review (up to ${FEEDBACK_MAX} characters)`] : []),
      ...(isRating ? [] : [`Rating (${RATING_MIN} to ${RATING_MAX} stars)`]),
    ];
    return fail("MISSING_INFORMATION", { missing });
  }
  return { complaint, review, rating };
}

/**
 * Keeps a trader's feedback with the name, e-mail and role of this moment. Errors: FORBIDDEN for admins, who only read feedback,
 * MISSING_INFORMATION {missing}, TOO_MANY {retryAfterMs}.
 */
export async function submitFeedback(
  ctx: MutationCtx,
  user: Doc<"users">,
  feedback: Feedback,
): Promise<Id<"feedback">> {
  const { _id: userId, name, email, role } = user;
  if (role === "admin") fail("FORBIDDEN");
  const said = checked(feedback);
  await spendFeedback(ctx, userId);
  return ctx.db.insert("feedback", { userId, name, email, role, ...said });
}

const PER_HOUR = 10;

const rateLimiter = new RateLimiter(components.rateLimiter, {
  feedback: { kind: "token bucket", rate: PER_HOUR, period: HOUR, capacity: PER_HOUR },
});

/** Errors: TOO_MANY {retryAfterMs}. */
async function spendFeedback(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  if (env.RATE_LIMITS === "off") return;
  const { ok, retryAfter } = await rateLimiter.limit(ctx, "feedback", { key: userId });
  if (!ok) fail("TOO_MANY", { retryAfterMs: Math.ceil(retryAfter) });
}
