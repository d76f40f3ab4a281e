/** Ending everything that a user gave to programs. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { keysOf } from "./keys";
import { webhooksOf } from "../webhooks/find";

/** The names of the keys and the addresses of the webhooks that ended. */
export type Revoked = { readonly keys: readonly string[]; readonly webhooks: readonly string[] };

export const NOTHING_REVOKED: Revoked = { keys: [], webhooks: [] };

/** Revokes all keys and webhooks of a user: with this commit no key opens anything, and no webhook is sent anything, what was waiting included. */
export async function revokePrograms(ctx: MutationCtx, userId: Id<"users">): Promise<Revoked> {
  const [keys, webhooks] = [await keysOf(ctx, userId), await webhooksOf(ctx, userId)];
  for (const { _id } of keys) await ctx.db.delete("apiKeys", _id);
  for (const { _id } of webhooks) await ctx.db.delete("webhooks", _id);
  return { keys: keys.map(({ name }) => name), webhooks: webhooks.map(({ url }) => url) };
}
