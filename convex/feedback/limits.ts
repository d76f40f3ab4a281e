/** Rate limit of a member's feedback; `RATE_LIMITS=off` lifts it for load tests. */
import { HOUR, RateLimiter } from "@convex-dev/rate-limiter";
import { components } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type MutationCtx, env } from "../_generated/server";
import { fail } from "../errors";

const PER_HOUR = 10;

const rateLimiter = new RateLimiter(components.rateLimiter, {
  feedback: { kind: "token bucket", rate: PER_HOUR, period: HOUR, capacity: PER_HOUR },
});

/** Errors: TOO_MANY {retryAfterMs}. */
export async function spendFeedback(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  if (env.RATE_LIMITS === "off") return;
  const { ok, retryAfter } = await rateLimiter.limit(ctx, "feedback", { key: userId });
  if (!ok) fail("TOO_MANY", { retryAfterMs: Math.ceil(retryAfter) });
}
