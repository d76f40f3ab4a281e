/** A user's webhooks: address, events and secret. `enqueue.ts` creates their deliveries, `deliver.ts` sends them. */
import { WEBHOOKS_MAX } from "../../domain/limits";
import { isTradeRole } from "../../domain/roles";
import { EVENTS_OF_ROLE, WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { newTicket } from "../auth/secrets";
import { fail } from "../errors";
import { requireTarget } from "../outgoing/targets";
import { enqueuePing } from "./enqueue";
import { requireOwnWebhook, webhooksOf } from "./find";

/** 256 random bits. For actions. */
export function newSecret(): string {
  return `whsec_${newTicket()}`;
}

/** Those that the role can be told of, each once. */
function requireEvents(user: Doc<"users">, events: readonly WebhookEvent[]): WebhookEvent[] {
  const { role } = user;
  if (!isTradeRole(role)) return fail("FORBIDDEN");
  const own: readonly WebhookEvent[] = EVENTS_OF_ROLE[role];
  if (events.length === 0 || !events.every((event) => own.includes(event))) fail("NO_EVENTS");
  return WEBHOOK_EVENTS.filter((event) => events.includes(event));
}

export type KeptWebhook = Pick<Doc<"webhooks">, "url" | "events" | "secret">;

/** Errors: FORBIDDEN for administrators, NO_EVENTS, BAD_WEBHOOK_URL, PRIVATE_ADDRESS, TOO_MANY_WEBHOOKS {max}. */
export async function keepWebhook(
  ctx: MutationCtx,
  user: Doc<"users">,
  { url, events, secret }: KeptWebhook,
): Promise<Doc<"webhooks">> {
  const checked = { events: requireEvents(user, events), url: requireTarget(url) };
  if ((await webhooksOf(ctx, user._id)).length >= WEBHOOKS_MAX)
    fail("TOO_MANY_WEBHOOKS", { max: WEBHOOKS_MAX });
  const webhookId = await ctx.db.insert("webhooks", { userId: user._id, ...checked, secret });
  await ctx.db.patch("users", user._id, { hasWebhooks: true });
  return (await ctx.db.get("webhooks", webhookId)) ?? fail("NOT_FOUND");
}

/** Deletes the webhook with its pending deliveries. Errors: NOT_FOUND. */
export async function deleteWebhook(
  ctx: MutationCtx,
  user: Doc<"users">,
  webhookId: string,
): Promise<void> {
  const { _id } = await requireOwnWebhook(ctx, user, webhookId);
  await ctx.db.delete("webhooks", _id);
  if ((await webhooksOf(ctx, user._id)).length === 0)
    await ctx.db.patch("users", user._id, { hasWebhooks: undefined });
}

/** Sends an event without content, whose delivery shows in the log. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export async function testWebhook(
  ctx: MutationCtx,
  user: Doc<"users">,
  webhookId: string,
  now: number,
): Promise<void> {
  const webhook = await requireOwnWebhook(ctx, user, webhookId);
  await spend(ctx, "webhookTests", user._id);
  await enqueuePing(ctx, webhook, now);
}
