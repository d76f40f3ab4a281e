/** Opening the conversation of a pair: it exists, with an id, from the moment the two are connected. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getConversation } from "../chat/find";

/** The conversation of the two, made if there is none. It outlives the connection, and is found again by the next one. */
export async function openConversation(
  ctx: MutationCtx,
  { retailerId, distributorId }: Pick<Doc<"connections">, "retailerId" | "distributorId">,
): Promise<Id<"conversations">> {
  const known = await getConversation(ctx, { retailerId, distributorId });
  if (known !== null) return known._id;
  const nothingUnread = { unreadByRetailer: 0, unreadByDistributor: 0 };
  return ctx.db.insert("conversations", { retailerId, distributorId, ...nothingUnread });
}
