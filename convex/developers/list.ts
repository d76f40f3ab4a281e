/** Lists of a user's API keys, webhooks and deliveries. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, mapPage, pageOptions } from "../paging";
import { pausedHosts } from "../outgoing/queue";
import { hostOf } from "../outgoing/targets";
import { keysOf } from "./keys";
import type { deliveryView, keyView, webhookView } from "./view";
import { getOwnWebhook, webhooksOf } from "../webhooks/find";

/** All keys of the user, the newest first. */
export async function listKeys(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<Infer<typeof keyView>[]> {
  const keys = await keysOf(ctx, user._id);
  return keys.map(({ _id, _creationTime, name, start, scope, lastUsedAt }) => ({
    _id,
    name,
    start,
    scope,
    createdAt: _creationTime,
    lastUsedAt,
  }));
}

/** All webhooks of the user, in order of creation. */
export async function listWebhooks(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<Infer<typeof webhookView>[]> {
  const webhooks = await webhooksOf(ctx, user._id);
  const paused = await pausedHosts(ctx, user._id, "webhook");
  return webhooks.map(
    ({ _id, _creationTime, url, events, failingSince, silentSince, pausedAt }) => ({
      _id,
      url,
      events,
      createdAt: _creationTime,
      failingSince,
      silentSince: silentSince ?? paused.get(hostOf(url)),
      pausedAt,
    }),
  );
}

/** The deliveries of a webhook, the newest first. Empty for a webhook that is not, or no longer, the user's. */
export async function listDeliveries(
  ctx: QueryCtx,
  user: Doc<"users">,
  webhookId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof deliveryView>>> {
  const webhook = await getOwnWebhook(ctx, user, webhookId);
  if (webhook === null) return emptyPage();
  const deliveries = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_webhook", (q) => q.eq("webhookId", webhook._id))
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(deliveries, (delivery) => {
    const { _id, eventId, type, state, attempts, nextAttemptAt, status, problem } = delivery;
    const shown = { _id, eventId, type, state, attempts, nextAttemptAt, status, problem };
    return Promise.resolve({ ...shown, createdAt: delivery._creationTime });
  });
}
