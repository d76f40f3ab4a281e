/** Public functions of what users give their programs: API keys for REST, and webhooks. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { Id } from "./_generated/dataModel";
import * as create from "./developers/create";
import * as ownKeys from "./developers/keys";
import { listDeliveries, listKeys, listWebhooks } from "./developers/list";
import { keyScope } from "./developers/schema";
import { deliveryView, keyView, webhookView } from "./developers/view";
import { anyoneAction, memberMutation, memberQuery } from "./functions";
import * as ownWebhooks from "./webhooks/own";
import { webhookEvent } from "./webhooks/schema";

export const keys = memberQuery({
  args: {},
  returns: v.array(keyView),
  handler: (ctx) => listKeys(ctx, ctx.user),
});

/** Returns the key, once: only its digest is stored. Errors: those of `requirePassword` and `addKey`. */
export const createKey = anyoneAction({
  args: { name: v.string(), scope: keyScope, password: v.string() },
  returns: v.object({ key: v.string() }),
  handler: (ctx, args): Promise<{ key: string }> => create.createKey(ctx, args),
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

/** Returns the secret, once. Errors: those of `requirePassword` and `addWebhook`. */
export const createWebhook = anyoneAction({
  args: { url: v.string(), events: v.array(webhookEvent), password: v.string() },
  returns: v.object({ webhookId: v.id("webhooks"), secret: v.string() }),
  handler: (ctx, args): Promise<{ webhookId: Id<"webhooks">; secret: string }> =>
    create.createWebhook(ctx, args),
});

/** Deletes the webhook with its pending deliveries. Errors: NOT_FOUND. */
export const deleteWebhook = memberMutation({
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId }) => {
    await ownWebhooks.deleteWebhook(ctx, ctx.user, webhookId);
    return null;
  },
});

/** Returns a new secret, once; the old one signs no further delivery. Errors: those of `requirePassword` and `replaceSecret`. */
export const renewSecret = anyoneAction({
  args: { webhookId: v.string(), password: v.string() },
  returns: v.object({ secret: v.string() }),
  handler: (ctx, args): Promise<{ secret: string }> => create.renewSecret(ctx, args),
});

/** Sends an event without content, whose delivery shows in the log. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const testWebhook = memberMutation({
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId }) => {
    await ownWebhooks.testWebhook(ctx, ctx.user, webhookId, Date.now());
    return null;
  },
});

export const deliveries = memberQuery({
  args: { webhookId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(deliveryView),
  handler: (ctx, { webhookId, paginationOpts }) =>
    listDeliveries(ctx, ctx.user, webhookId, paginationOpts),
});
