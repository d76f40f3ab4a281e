/** Creating API keys and webhook secrets. Actions, because both need randomness, and the password again. */
import type { Infer } from "convex/values";
import type { WebhookEvent } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { requirePassword } from "../auth/currentPassword";
import { digest } from "../digest";
import { newKey, startOf } from "./keys";
import type { keyScope } from "./schema";
import { newSecret } from "../webhooks/own";

/** See `developers.createKey`. */
export async function createKey(
  ctx: ActionCtx,
  { name, scope, password }: { name: string; scope: Infer<typeof keyScope>; password: string },
): Promise<{ key: string }> {
  await requirePassword(ctx, password);
  const key = newKey();
  const storedKey = { name, scope, start: startOf(key), keyHash: await digest(key) };
  await ctx.runMutation(internal.developers.internal.addKey, storedKey);
  return { key };
}

/** See `developers.createWebhook`. */
export async function createWebhook(
  ctx: ActionCtx,
  { password, ...webhook }: { url: string; events: WebhookEvent[]; password: string },
): Promise<{ webhookId: Id<"webhooks">; secret: string }> {
  await requirePassword(ctx, password);
  const secret = newSecret();
  const storedWebhook = { ...webhook, secret };
  return {
    webhookId: await ctx.runMutation(internal.developers.internal.addWebhook, storedWebhook),
    secret,
  };
}

/** See `developers.renewSecret`. */
export async function renewSecret(
  ctx: ActionCtx,
  { webhookId, password }: { webhookId: string; password: string },
): Promise<{ secret: string }> {
  await requirePassword(ctx, password);
  const secret = newSecret();
  await ctx.runMutation(internal.developers.internal.replaceSecret, { webhookId, secret });
  return { secret };
}
