/** Opening the conversation of a pair: it exists, with an id, from the moment the two are connected. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Pair } from "./sides";

/** The pair's conversation, or null if the two were never connected. */
export function getConversation(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<Doc<"conversations"> | null> {
  return ctx.db
    .query("conversations")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .unique();
}

/** The conversation of the two, made if there is none. It outlives the connection, and is found again by the next one. */
export async function openConversation(
  ctx: MutationCtx,
  { retailerId, distributorId }: Pair,
): Promise<Id<"conversations">> {
  const conversation = await getConversation(ctx, { retailerId, distributorId });
  if (conversation !== null) return conversation._id;
  const nothingUnread = { unreadByRetailer: 0, unreadByDistributor: 0 };
  return ctx.db.insert("conversations", { retailerId, distributorId, ...nothingUnread });
}
