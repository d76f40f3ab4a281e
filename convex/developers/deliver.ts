/**
 * Bringing what happened to a webhook, until it is taken or a day is over.
 *
 *   waiting ──2xx──▶ delivered
 *      └──a day, or one attempt at a test──▶ failed
 *
 * Each attempt is a mutation that plans the next look before it sends anything: mutations run exactly once, so that whatever
 * happens to the sending (`send.ts`), nothing is forgotten. Something may arrive twice, with the same id.
 *
 * Few attempts at one webhook are under way at once, so that a receiver that is slow holds up nobody else's. What comes meanwhile is
 * queued; whatever ends an attempt, or finds it lost, begins the oldest of those.
 */
import { v } from "convex/values";
import {
  WEBHOOK_ATTEMPTS_AT_ONCE,
  WEBHOOK_LOG_KEPT_MS,
  WEBHOOK_PAUSED_AFTER_MS,
  WEBHOOK_TIMEOUT_MS,
} from "../../domain/limits";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../functions";
import { nextAttempt } from "./retries";

export const ROWS_PER_SWEEP = 500;
/** After an attempt, until it counts as lost without an answer. */
const LOST_AFTER_MS = 3 * WEBHOOK_TIMEOUT_MS;

type Tried = Pick<Doc<"webhookDeliveries">, "_id" | "webhookId" | "attempts">;

/** True if there is no room for an attempt at the delivery's webhook beside those that are under way. */
async function isBusy(ctx: QueryCtx, { _id, webhookId }: Tried): Promise<boolean> {
  const underWay = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_sending", (q) => q.eq("webhookId", webhookId).gt("sendingUntil", Date.now()))
    .take(WEBHOOK_ATTEMPTS_AT_ONCE + 1);
  return underWay.filter((other) => other._id !== _id).length >= WEBHOOK_ATTEMPTS_AT_ONCE;
}

/** Makes an attempt or queues the delivery. A test never waits: few may be asked for, and somebody looks at each. */
async function tryOnce(
  ctx: MutationCtx,
  delivery: Tried,
  event: Doc<"webhookEvents">,
): Promise<void> {
  const { _id: deliveryId } = delivery;
  if (event.type !== PING && (await isBusy(ctx, delivery))) {
    const queued = { isQueued: true, nextAttemptAt: undefined, planned: undefined } as const;
    await ctx.db.patch("webhookDeliveries", deliveryId, queued);
    return;
  }
  const [now, attempts] = [Date.now(), delivery.attempts + 1];
  const nextAttemptAt = nextAttempt(event, attempts, now);
  const nextLookAt = nextAttemptAt ?? now + LOST_AFTER_MS;
  const again = internal.developers.deliver.attempt;
  const planned = await ctx.scheduler.runAt(nextLookAt, again, { deliveryId });
  await ctx.db.patch("webhookDeliveries", deliveryId, {
    ...{ attempts, nextAttemptAt, planned },
    ...{ isQueued: undefined, sendingUntil: now + LOST_AFTER_MS },
  });
  await ctx.scheduler.runAfter(0, internal.developers.send.run, { deliveryId, attempt: attempts });
}

/** Begins the oldest attempts that are queued for the webhook, as far as there is room. */
async function beginQueued(ctx: MutationCtx, webhookId: Id<"webhooks">): Promise<void> {
  const queued = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_queue", (q) => q.eq("webhookId", webhookId).eq("isQueued", true))
    .take(WEBHOOK_ATTEMPTS_AT_ONCE);
  for (const delivery of queued) {
    const event = await ctx.db.get("webhookEvents", delivery.eventId);
    if (event !== null) await tryOnce(ctx, delivery, event);
    // Both are swept after a month, each by its own age.
    else await ctx.db.patch("webhookDeliveries", delivery._id, { isQueued: undefined });
  }
}

/** The first attempt, at each webhook that listened when it happened and is still there. */
export const begin = internalMutation({
  args: { eventId: v.id("webhookEvents"), webhookIds: v.array(v.id("webhooks")) },
  returns: v.null(),
  handler: async (ctx, { eventId, webhookIds }): Promise<null> => {
    const event = await ctx.db.get("webhookEvents", eventId);
    if (event === null) return null;
    const fresh = { eventId, type: event.type, state: "waiting", attempts: 0 } as const;
    for (const webhookId of webhookIds) {
      if ((await ctx.db.get("webhooks", webhookId)) === null) continue;
      const _id = await ctx.db.insert("webhookDeliveries", { ...fresh, webhookId });
      await tryOnce(ctx, { _id, webhookId, attempts: 0 }, event);
    }
    return null;
  },
});

/** A delivery that still waits, with all that belongs to it; null once the webhook is gone. */
async function getWaiting(ctx: QueryCtx, deliveryId: Id<"webhookDeliveries">) {
  const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
  if (delivery?.state !== "waiting") return null;
  const [webhook, event] = [
    await ctx.db.get("webhooks", delivery.webhookId),
    await ctx.db.get("webhookEvents", delivery.eventId),
  ];
  return webhook === null || event === null ? null : { delivery, webhook, event };
}

/** A failure is the webhook's own if it lasts; what happens to a test says nothing of the rest. */
async function noteFailure(ctx: MutationCtx, webhook: Doc<"webhooks">, type: string) {
  if (type === PING) return;
  const now = Date.now();
  const { _id, failingSince } = webhook;
  if (failingSince === undefined) await ctx.db.patch("webhooks", _id, { failingSince: now });
  else if (webhook.pausedAt === undefined && now - failingSince >= WEBHOOK_PAUSED_AFTER_MS)
    await ctx.db.patch("webhooks", _id, { pausedAt: now });
}

async function noteSuccess(ctx: MutationCtx, { _id, failingSince }: Doc<"webhooks">) {
  if (failingSince !== undefined)
    await ctx.db.patch("webhooks", _id, { failingSince: undefined, pausedAt: undefined });
}

/** The planned look: another attempt, or the end of a last one whose outcome nobody noted. */
export const attempt = internalMutation({
  args: { deliveryId: v.id("webhookDeliveries") },
  returns: v.null(),
  handler: async (ctx, { deliveryId }): Promise<null> => {
    const waiting = await getWaiting(ctx, deliveryId);
    if (waiting === null) return null;
    const { delivery, webhook, event } = waiting;
    if (delivery.nextAttemptAt !== undefined) await tryOnce(ctx, delivery, event);
    else {
      const problem = "The attempt was interrupted.";
      await ctx.db.patch("webhookDeliveries", deliveryId, {
        ...{ state: "failed", problem, sendingUntil: undefined },
      });
      await noteFailure(ctx, webhook, event.type);
    }
    await beginQueued(ctx, webhook._id);
    return null;
  },
});

/** Returns the request of the next attempt; null if its webhook or event is gone. */
export const letter = internalQuery({
  args: { deliveryId: v.id("webhookDeliveries") },
  returns: v.union(
    v.null(),
    v.object({ url: v.string(), secret: v.string(), id: v.string(), body: v.string() }),
  ),
  handler: async (ctx, { deliveryId }) => {
    const waiting = await getWaiting(ctx, deliveryId);
    if (waiting === null) return null;
    const { url, secret } = waiting.webhook;
    const { _id: id, type, at, data } = waiting.event;
    const head = JSON.stringify({ id, type, createdAt: new Date(at).toISOString() });
    return { url, secret, id, body: `${head.slice(0, -1)},"data":${data}}` };
  },
});

/** Records the outcome of an attempt. A failure that arrives after the next attempt began is ignored; a success never is. */
export const settle = internalMutation({
  args: {
    deliveryId: v.id("webhookDeliveries"),
    attempt: v.number(),
    taken: v.boolean(),
    status: v.optional(v.number()),
    problem: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { deliveryId, attempt: of, taken, status, problem }): Promise<null> => {
    const waiting = await getWaiting(ctx, deliveryId);
    if (waiting === null || (!taken && waiting.delivery.attempts !== of)) return null;
    const { delivery, webhook } = waiting;
    const isLast = delivery.nextAttemptAt === undefined && delivery.isQueued !== true;
    const isOver = taken || isLast;
    if (isOver && delivery.planned !== undefined) await ctx.scheduler.cancel(delivery.planned);
    await ctx.db.patch("webhookDeliveries", deliveryId, {
      status,
      problem,
      sendingUntil: undefined,
      ...(isOver && { nextAttemptAt: undefined, planned: undefined, isQueued: undefined }),
      ...(isOver && { state: taken ? "delivered" : "failed" }),
    });
    if (taken) await noteSuccess(ctx, webhook);
    else await noteFailure(ctx, webhook, delivery.type);
    await beginQueued(ctx, webhook._id);
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
      await ctx.scheduler.runAfter(0, internal.developers.deliver.sweep, {});
    return null;
  },
});
