/**
 * Bringing what happened to a webhook, until it is taken or a day is over.
 *
 *   waiting ──2xx──▶ delivered
 *      └──a day, or one attempt at a test──▶ failed
 *
 * Each attempt is a request of `outgoing/queue.ts`, which ends it where the sending (`send.ts`) can't: nothing is forgotten. Something
 * may arrive twice, with the same id.
 */
import { v } from "convex/values";
import { WEBHOOK_LOG_KEPT_MS } from "../../domain/limits";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../functions";
import { enqueue, finish, type NewRequest } from "../outgoing/queue";
import { vAnswer } from "../outgoing/schema";
import { hostOf } from "../outgoing/targets";
import { getWaiting, settleDelivery } from "./settle";

export const ROWS_PER_SWEEP = 500;

function toRequest(
  deliveryId: Id<"webhookDeliveries">,
  { userId, url }: Doc<"webhooks">,
  { type }: Doc<"webhookEvents">,
): NewRequest {
  return {
    account: userId,
    host: hostOf(url),
    job: { kind: "webhook", deliveryId },
    ...(type === PING && { isTest: true }),
  };
}

/** The first attempt, at each webhook that listened when it happened and is still there. */
export const begin = internalMutation({
  args: { eventId: v.id("webhookEvents"), webhookIds: v.array(v.id("webhooks")) },
  returns: v.null(),
  handler: async (ctx, { eventId, webhookIds }): Promise<null> => {
    const event = await ctx.db.get("webhookEvents", eventId);
    if (event === null) return null;
    const fresh = { eventId, type: event.type, state: "waiting", attempts: 0 } as const;
    const requests: NewRequest[] = [];
    for (const webhookId of webhookIds) {
      const webhook = await ctx.db.get("webhooks", webhookId);
      if (webhook === null) continue;
      const deliveryId = await ctx.db.insert("webhookDeliveries", { ...fresh, webhookId });
      requests.push(toRequest(deliveryId, webhook, event));
    }
    await enqueue(ctx, requests);
    return null;
  },
});

/** The next attempt, when it is due. */
export const attempt = internalMutation({
  args: { deliveryId: v.id("webhookDeliveries") },
  returns: v.null(),
  handler: async (ctx, { deliveryId }): Promise<null> => {
    const waiting = await getWaiting(ctx, deliveryId);
    if (waiting === null) return null;
    await ctx.db.patch("webhookDeliveries", deliveryId, { nextAttemptAt: undefined });
    await enqueue(ctx, [toRequest(deliveryId, waiting.webhook, waiting.event)]);
    return null;
  },
});

/** Returns what an attempt posts; null if its webhook or event is gone. */
export const message = internalQuery({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.union(
    v.null(),
    v.object({
      deliveryId: v.id("webhookDeliveries"),
      url: v.string(),
      secret: v.string(),
      id: v.string(),
      body: v.string(),
    }),
  ),
  handler: async (ctx, { requestId }) => {
    const job = (await ctx.db.get("outgoingRequests", requestId))?.job;
    const waiting = job?.kind === "webhook" ? await getWaiting(ctx, job.deliveryId) : null;
    if (waiting === null) return null;
    const { url, secret } = waiting.webhook;
    const { _id: id, type, at, data } = waiting.event;
    const head = JSON.stringify({ id, type, createdAt: new Date(at).toISOString() });
    const body = `${head.slice(0, -1)},"data":${data}}`;
    return { deliveryId: waiting.delivery._id, url, secret, id, body };
  },
});

/**
 * Records the outcome of an attempt. A failure that comes when the attempt counts as interrupted already is ignored; a success never is.
 */
export const settle = internalMutation({
  args: {
    requestId: v.id("outgoingRequests"),
    deliveryId: v.id("webhookDeliveries"),
    taken: v.boolean(),
    answer: vAnswer,
    status: v.optional(v.number()),
    problem: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { requestId, deliveryId, answer, ...outcome }): Promise<null> => {
    const request = await ctx.db.get("outgoingRequests", requestId);
    if (request !== null) await finish(ctx, request, answer);
    else if (!outcome.taken) return null;
    await settleDelivery(ctx, deliveryId, {
      ...outcome,
      silentSince: answer === "silent" ? Date.now() : undefined,
    });
    return null;
  },
});

/** Deletes a bounded number of events older than a month, and schedules itself while more are left. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const before = Date.now() - WEBHOOK_LOG_KEPT_MS;
    const deliveries = await ctx.db
      .query("webhookDeliveries")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
      .take(ROWS_PER_SWEEP);
    const events = await ctx.db
      .query("webhookEvents")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
      .take(ROWS_PER_SWEEP);
    for (const { _id } of deliveries) await ctx.db.delete("webhookDeliveries", _id);
    for (const { _id } of events) await ctx.db.delete("webhookEvents", _id);
    if (Math.max(deliveries.length, events.length) === ROWS_PER_SWEEP)
      await ctx.scheduler.runAfter(0, internal.webhooks.deliver.sweep, {});
    return null;
  },
});
