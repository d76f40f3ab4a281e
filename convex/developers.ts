/** The door of what users give their programs: keys for REST, and webhooks. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { requirePassword } from "./account/password";
import type { Id } from "./_generated/dataModel";
import { spend } from "./auth/limits";
import { digest } from "./auth/secrets";
import * as ownKeys from "./developers/keys";
import { deliveryView, listDeliveries } from "./developers/log";
import { keyScope, webhookEvent } from "./developers/schema";
import { enqueuePing } from "./developers/enqueue";
import { listWebhooks, newSecret, requireOwnWebhook, webhookView } from "./developers/webhooks";
import { anyoneAction, memberMutation, memberQuery } from "./functions";

export const keys = memberQuery({
  args: {},
  returns: v.array(ownKeys.keyView),
  handler: (ctx) => ownKeys.listKeys(ctx, ctx.user),
});

/** Answers the key, once: only its digest is kept. Errors: those of `requirePassword` and `addKey`. */
export const createKey = anyoneAction({
  args: { name: v.string(), scope: keyScope, password: v.string() },
  returns: v.object({ key: v.string() }),
  handler: async (ctx, { name, scope, password }): Promise<{ key: string }> => {
    await requirePassword(ctx, password);
    const key = ownKeys.newKey();
    const kept = { name, scope, start: ownKeys.startOf(key), keyHash: await digest(key) };
    await ctx.runMutation(internal.developers.internal.addKey, kept);
    return { key };
  },
});

/** Errors: NOT_FOUND. */
export const revokeKey = memberMutation({
  args: { keyId: v.string() },
  returns: v.null(),
  handler: async (ctx, { keyId }) => {
    await ownKeys.revokeKey(ctx, ctx.user, keyId);
    return null;
  },
});

export const webhooks = memberQuery({
  args: {},
  returns: v.array(webhookView),
  handler: (ctx) => listWebhooks(ctx, ctx.user),
});

/** Answers the secret, once. Errors: those of `requirePassword` and `addWebhook`. */
export const createWebhook = anyoneAction({
  args: { url: v.string(), events: v.array(webhookEvent), password: v.string() },
  returns: v.object({ webhookId: v.id("webhooks"), secret: v.string() }),
  handler: async (
    ctx,
    { password, ...asked },
  ): Promise<{ webhookId: Id<"webhooks">; secret: string }> => {
    await requirePassword(ctx, password);
    const secret = newSecret();
    const kept = { ...asked, secret };
    return {
      webhookId: await ctx.runMutation(internal.developers.internal.addWebhook, kept),
      secret,
    };
  },
});

/** Deletes the webhook with its pending deliveries. Errors: NOT_FOUND. */
export const deleteWebhook = memberMutation({
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId }) => {
    const { _id } = await requireOwnWebhook(ctx, ctx.user, webhookId);
    await ctx.db.delete("webhooks", _id);
    return null;
  },
});

/** Answers a new secret, once; the old one signs nothing more. Errors: those of `requirePassword` and `replaceSecret`. */
export const renewSecret = anyoneAction({
  args: { webhookId: v.string(), password: v.string() },
  returns: v.object({ secret: v.string() }),
  handler: async (ctx, { webhookId, password }): Promise<{ secret: string }> => {
    await requirePassword(ctx, password);
    const secret = newSecret();
    await ctx.runMutation(internal.developers.internal.replaceSecret, { webhookId, secret });
    return { secret };
  },
});

/** Sends a message that says nothing; how it went stands in the log. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const testWebhook = memberMutation({
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId }) => {
    const webhook = await requireOwnWebhook(ctx, ctx.user, webhookId);
    await spend(ctx, "webhookTests", ctx.user._id);
    await enqueuePing(ctx, webhook, Date.now());
    return null;
  },
});

export const deliveries = memberQuery({
  args: { webhookId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(deliveryView),
  handler: (ctx, { webhookId, paginationOpts }) =>
    listDeliveries(ctx, ctx.user, webhookId, paginationOpts),
});
