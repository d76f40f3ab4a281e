/** Settles an attempt at a delivery: the state of its webhook, and the next attempt. */
import { HOST_SILENT_MAX_MS, WEBHOOK_PAUSED_AFTER_MS } from "../../domain/limits";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { nextAttempt } from "../outgoing/retries";
import { mailWebhookPaused } from "./notices";

/** A delivery that still waits, with all that belongs to it; null once the webhook is gone. */
export async function getWaiting(ctx: QueryCtx, deliveryId: Id<"webhookDeliveries">) {
  const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
  if (delivery?.state !== "waiting") return null;
  const [webhook, event] = [
    await ctx.db.get("webhooks", delivery.webhookId),
    await ctx.db.get("webhookEvents", delivery.eventId),
  ];
  return webhook === null || event === null ? null : { delivery, webhook, event };
}

type Outcome = {
  /** 2xx: the receiver has it. */
  readonly taken: boolean;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
  /** The time since which the webhook's host has left requests without an answer, this one among them. */
  readonly silentSince?: number | undefined;
};

/** Notes a failure of the webhook, which is paused if it lasts; what happens to a test says nothing of the rest. */
async function noteFailure(
  ctx: MutationCtx,
  webhook: Doc<"webhooks">,
  silent: number | undefined,
): Promise<void> {
  const now = Date.now();
  const { _id, userId, url, failingSince = now } = webhook;
  const silentSince = silent && Math.min(webhook.silentSince ?? silent, silent);
  await ctx.db.patch("webhooks", _id, { failingSince, silentSince });
  const isOver =
    now - failingSince >= WEBHOOK_PAUSED_AFTER_MS ||
    (silentSince !== undefined && now - silentSince >= HOST_SILENT_MAX_MS);
  if (!isOver || webhook.pausedAt !== undefined) return;
  await ctx.db.patch("webhooks", _id, { pausedAt: now });
  const user = await ctx.db.get("users", userId);
  if (user !== null) await mailWebhookPaused(ctx, user, url);
}

async function noteSuccess(ctx: MutationCtx, { _id, failingSince }: Doc<"webhooks">) {
  if (failingSince !== undefined)
    await ctx.db.patch("webhooks", _id, {
      failingSince: undefined,
      silentSince: undefined,
      pausedAt: undefined,
    });
}

/** Notes how an attempt ended, and plans the next one. */
export async function settleDelivery(
  ctx: MutationCtx,
  deliveryId: Id<"webhookDeliveries">,
  { taken, status, problem, silentSince }: Outcome,
): Promise<void> {
  const waiting = await getWaiting(ctx, deliveryId);
  if (waiting === null) return;
  const { delivery, webhook, event } = waiting;
  const attempts = delivery.attempts + 1;
  const nextAttemptAt = taken ? undefined : nextAttempt(event, attempts, Date.now());
  const result = { attempts, status, problem, nextAttemptAt };
  const state = taken ? "delivered" : nextAttemptAt === undefined ? "failed" : "waiting";
  await ctx.db.patch("webhookDeliveries", deliveryId, { ...result, state });
  if (nextAttemptAt !== undefined)
    await ctx.scheduler.runAt(nextAttemptAt, internal.webhooks.deliver.attempt, { deliveryId });
  if (taken) await noteSuccess(ctx, webhook);
  else if (event.type !== PING) await noteFailure(ctx, webhook, silentSince);
}
