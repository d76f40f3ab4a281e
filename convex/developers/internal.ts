/** The transactions behind the actions of `developers.ts`, which pass the random keys and secrets in. */
import { v } from "convex/values";
import { requireChanger } from "../auth/currentPassword";
import { mailNotice } from "../auth/notices";
import { internalMutation } from "../functions";
import { requireOwnWebhook } from "../webhooks/find";
import { webhookMade, webhookSecretRenewed } from "../webhooks/notices";
import { keepWebhook } from "../webhooks/own";
import { webhookEvent } from "../webhooks/schema";
import { keepKey, noteUse, keyMade } from "./keys";
import { keyScope } from "./schema";

/** Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}, BAD_KEY_NAME, TOO_MANY_KEYS {max}. */
export const addKey = internalMutation({
  args: { name: v.string(), start: v.string(), keyHash: v.string(), scope: keyScope },
  returns: v.null(),
  handler: async (ctx, key) => {
    const user = await requireChanger(ctx);
    const name = await keepKey(ctx, user, key);
    await mailNotice(ctx, user, () => keyMade(name, key.scope));
    return null;
  },
});

/** Notes that a call of REST was just admitted with this key. */
export const noteKeyUse = internalMutation({
  args: { keyId: v.id("apiKeys") },
  returns: v.null(),
  handler: async (ctx, { keyId }) => {
    await noteUse(ctx, keyId, Date.now());
    return null;
  },
});

/** Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}, and those of `keepWebhook`. */
export const addWebhook = internalMutation({
  args: { url: v.string(), events: v.array(webhookEvent), secret: v.string() },
  returns: v.id("webhooks"),
  handler: async (ctx, webhook) => {
    const user = await requireChanger(ctx);
    const { _id, url } = await keepWebhook(ctx, user, webhook);
    await mailNotice(ctx, user, () => webhookMade(url));
    return _id;
  },
});

/** Replaces the secret that signs later deliveries. Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}, NOT_FOUND. */
export const replaceSecret = internalMutation({
  args: { webhookId: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId, secret }) => {
    const user = await requireChanger(ctx);
    const { _id, url } = await requireOwnWebhook(ctx, user, webhookId);
    await ctx.db.patch("webhooks", _id, { secret });
    await mailNotice(ctx, user, () => webhookSecretRenewed(url));
    return null;
  },
});
