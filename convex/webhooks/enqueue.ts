/**
 * Queues webhook events in the transaction that makes them happen, so that an event is sent if and only if its change committed.
 * Without a webhook that listens this costs one lookup per party.
 */
import type { SentEvent, WebhookEvent } from "../../domain/webhooks";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { webhooksOf } from "./find";

type WebhookIds = readonly Id<"webhooks">[];

/** The webhooks of these users that take the event. */
export async function listeners(
  ctx: MutationCtx,
  userIds: readonly Id<"users">[],
  event: WebhookEvent,
): Promise<WebhookIds> {
  const webhooks = await Promise.all(userIds.map((userId) => webhooksOf(ctx, userId)));
  return webhooks
    .flat()
    .filter(({ events, pausedAt }) => pausedAt === undefined && events.includes(event))
    .map(({ _id }) => _id);
}

/** Queues one event for these webhooks. */
export async function enqueue(
  ctx: MutationCtx,
  webhookIds: WebhookIds,
  { type, data, now }: { type: SentEvent; data: object; now: number },
): Promise<void> {
  const event = { type, at: now, data: JSON.stringify(data) };
  const eventId = await ctx.db.insert("webhookEvents", event);
  await ctx.scheduler.runAfter(0, internal.webhooks.deliver.begin, {
    eventId,
    webhookIds: [...webhookIds],
  });
}

/** Sends a test to this webhook alone, even when it is paused. */
export function enqueuePing(
  ctx: MutationCtx,
  webhook: Doc<"webhooks">,
  now: number,
): Promise<void> {
  return enqueue(ctx, [webhook._id], { type: PING, data: {}, now });
}
