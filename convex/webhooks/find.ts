/** Finding webhooks by their owner. */
import { WEBHOOKS_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findOwn, requireOwn } from "../rows";

/** Never more than a few. */
export function webhooksOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"webhooks">[]> {
  return ctx.db
    .query("webhooks")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(WEBHOOKS_MAX);
}

/** The webhook if it is this user's, else null. */
export const getOwnWebhook = findOwn("webhooks");

/** "Not yours", "not there" and "no id at all" are one answer: NOT_FOUND. */
export const requireOwnWebhook = requireOwn("webhooks");
