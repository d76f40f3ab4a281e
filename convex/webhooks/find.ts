/** Finding webhooks by their owner. */
import { WEBHOOKS_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";

/** Never more than a few. */
export function webhooksOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"webhooks">[]> {
  return ctx.db
    .query("webhooks")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(WEBHOOKS_MAX);
}

/** The webhook if it is this user's, else null. */
export async function getOwnWebhook(
  ctx: QueryCtx,
  user: Doc<"users">,
  webhookId: string,
): Promise<Doc<"webhooks"> | null> {
  const id = ctx.db.normalizeId("webhooks", webhookId);
  const webhook = id === null ? null : await ctx.db.get("webhooks", id);
  return webhook?.userId === user._id ? webhook : null;
}

/** "Not yours", "not there" and "no id at all" are one answer: NOT_FOUND. */
export async function requireOwnWebhook(
  ctx: QueryCtx,
  user: Doc<"users">,
  webhookId: string,
): Promise<Doc<"webhooks">> {
  return (await getOwnWebhook(ctx, user, webhookId)) ?? fail("NOT_FOUND");
}
