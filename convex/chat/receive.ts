/**
 * Receipts of the receiver's app: delivered (the app is open, on any page) and read (the conversation is open and visible). A
 * status only moves forwards, and only the receiver moves it.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { emit } from "../events";
import { requireOwnConversation } from "./find";
import { unreadField, type Trader } from "../network/sides";

/** Ticks moved by one call; the app calls again while there are more. */
const BATCH = 500;
/** Conversations with something unread that are added up; a badge says no more than "99+". */
const COUNTED_CONVERSATIONS = 100;

function undelivered(ctx: QueryCtx, receiver: Trader) {
  return ctx.db
    .query("messages")
    .withIndex("by_receiver_status", (q) => q.eq("receiverId", receiver._id).eq("status", "sent"));
}

/** The oldest message that no open app of the receiver knows of yet, or null. */
export async function firstUndelivered(
  ctx: QueryCtx,
  receiver: Trader,
): Promise<Id<"messages"> | null> {
  return (await undelivered(ctx, receiver).first())?._id ?? null;
}

/** Everything that waited for the receiver's app has come, a batch at a time. */
export async function deliver(ctx: MutationCtx, receiver: Trader): Promise<void> {
  for (const message of await undelivered(ctx, receiver).take(BATCH)) {
    await ctx.db.patch("messages", message._id, { status: "delivered" });
  }
}

async function unreadMessages(
  ctx: QueryCtx,
  reader: Trader,
  conversationId: Id<"conversations">,
): Promise<Doc<"messages">[]> {
  const unread: Doc<"messages">[] = [];
  for (const status of ["sent", "delivered"] as const) {
    const some = await ctx.db
      .query("messages")
      .withIndex("by_unread", (q) =>
        q.eq("receiverId", reader._id).eq("conversationId", conversationId).eq("status", status),
      )
      .take(BATCH - unread.length);
    unread.push(...some);
  }
  return unread;
}

/** The reader has seen what the other wrote, a batch at a time, and the notification of it; answers how much is left. Errors: NOT_FOUND. */
export async function markRead(
  ctx: MutationCtx,
  reader: Trader,
  conversationId: string,
  now: number,
): Promise<number> {
  const conversation = await requireOwnConversation(ctx, reader, conversationId);
  const unread = await unreadMessages(ctx, reader, conversation._id);
  if (unread.length === 0) return 0;
  for (const message of unread) {
    await ctx.db.patch("messages", message._id, { status: "read" });
  }
  const field = unreadField(reader.role);
  const left = Math.max(0, conversation[field] - unread.length);
  await ctx.db.patch("conversations", conversation._id, { [field]: left });
  await emit(ctx, { type: "messagesRead", reader, conversationId: conversation._id, now });
  return left;
}

/** Those that have most first. */
export async function conversationsWithUnread(
  ctx: QueryCtx,
  reader: Trader,
): Promise<Doc<"conversations">[]> {
  const table = ctx.db.query("conversations");
  const own =
    reader.role === "retailer"
      ? table.withIndex("by_retailer_unread", (q) =>
          q.eq("retailerId", reader._id).gt("unreadByRetailer", 0),
        )
      : table.withIndex("by_distributor_unread", (q) =>
          q.eq("distributorId", reader._id).gt("unreadByDistributor", 0),
        );
  return own.order("desc").take(COUNTED_CONVERSATIONS);
}

/** Unread messages, of the conversations that have most. */
export async function unreadCount(ctx: QueryCtx, reader: Trader): Promise<number> {
  const conversations = await conversationsWithUnread(ctx, reader);
  const field = unreadField(reader.role);
  return conversations.reduce((sum, conversation) => sum + conversation[field], 0);
}
