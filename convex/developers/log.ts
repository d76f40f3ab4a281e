/** A webhook's log: one line per message, the newest first. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { emptyPage, mapPage, pageOptions } from "../paging";
import { deliveryState, toldEvent } from "./schema";
import { getOwnWebhook } from "./webhooks";

export const deliveryView = v.object({
  _id: v.id("webhookDeliveries"),
  eventId: v.id("webhookEvents"),
  type: toldEvent,
  state: deliveryState,
  attempts: v.number(),
  nextAttemptAt: v.optional(v.number()),
  status: v.optional(v.number()),
  problem: v.optional(v.string()),
  createdAt: v.number(),
});

/** Empty for a webhook that is not, or no longer, the user's. */
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
  return mapPage(deliveries, ({ _creationTime, webhookId: _, planned: __, ...shown }) =>
    Promise.resolve({ ...shown, createdAt: _creationTime }),
  );
}
