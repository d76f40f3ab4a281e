/** The transactions behind the actions of `developers.ts`, which bring what needs chance. */
import { v } from "convex/values";
import { fail } from "../errors";
import { getCaller, internalMutation } from "../functions";
import { keepKey, noteUse } from "./keys";
import { keyScope, webhookEvent } from "./schema";
import { keepWebhook, requireOwnWebhook } from "./webhooks";

/** Errors: UNAUTHENTICATED, BAD_KEY_NAME, TOO_MANY_KEYS {max}. */
export const addKey = internalMutation({
  args: { name: v.string(), start: v.string(), keyHash: v.string(), scope: keyScope },
  returns: v.null(),
  handler: async (ctx, key) => {
    await keepKey(ctx, (await getCaller(ctx)) ?? fail("UNAUTHENTICATED"), key);
    return null;
  },
});

/** For REST: this key opened something just now. */
export const noteKeyUse = internalMutation({
  args: { keyId: v.id("apiKeys") },
  returns: v.null(),
  handler: async (ctx, { keyId }) => {
    await noteUse(ctx, keyId, Date.now());
    return null;
  },
});

/** Errors: UNAUTHENTICATED, and those of `keepWebhook`. */
export const addWebhook = internalMutation({
  args: { url: v.string(), events: v.array(webhookEvent), secret: v.string() },
  returns: v.id("webhooks"),
  handler: async (ctx, webhook) =>
    keepWebhook(ctx, (await getCaller(ctx)) ?? fail("UNAUTHENTICATED"), webhook),
});

/** What is sent from now on is signed with this one. Errors: UNAUTHENTICATED, NOT_FOUND. */
export const replaceSecret = internalMutation({
  args: { webhookId: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { webhookId, secret }) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    const { _id } = await requireOwnWebhook(ctx, user, webhookId);
    await ctx.db.patch("webhooks", _id, { secret });
    return null;
  },
});
