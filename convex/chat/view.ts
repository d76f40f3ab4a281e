/** Conversations and messages as their parties see them. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { businessOf } from "../users/view";
import { messageStatus } from "./schema";
import { unreadField, type Trader } from "../network/sides";

/** One line of the list of conversations, and the head of the one that is open. */
export const conversationView = v.object({
  /** Absent only on connections of before `chat/open.ts`, until it is made. */
  conversationId: v.optional(v.id("conversations")),
  /** The other party, with current name and picture. */
  name: v.string(),
  /** The company's or the shop's name. */
  business: v.string(),
  email: v.string(),
  imageUrl: v.union(v.string(), v.null()),
  /** The newest message; absent while nothing was said. The text of a picture without one is empty. */
  last: v.optional(v.object({ content: v.string(), at: v.number() })),
  /** Messages that the caller has not read. */
  unread: v.number(),
  /** False once the connection was removed or the other's account closed: what was said stays readable. */
  mayWrite: v.boolean(),
});

export type ConversationView = Infer<typeof conversationView>;

export const messageView = v.object({
  _id: v.id("messages"),
  content: v.string(),
  /** The address of its picture; absent without one. */
  imageUrl: v.optional(shortPicture),
  status: messageStatus,
  createdAt: v.number(),
  /** The key under which the caller sent it; absent: the caller received it. */
  sendKey: v.optional(v.string()),
});

export type MessageView = Infer<typeof messageView>;

function lastOf({ lastContent: content, lastAt: at }: Doc<"conversations">) {
  return content === undefined || at === undefined ? {} : { last: { content, at } };
}

export async function toConversationView(
  ctx: QueryCtx,
  trader: Trader,
  other: Doc<"users">,
  { conversation, mayWrite }: { conversation: Doc<"conversations"> | null; mayWrite: boolean },
): Promise<ConversationView> {
  return {
    name: other.name,
    business: businessOf(other),
    email: other.email,
    imageUrl: other.imageId === undefined ? null : await ctx.storage.getUrl(other.imageId),
    mayWrite,
    unread: conversation?.[unreadField(trader.role)] ?? 0,
    ...(conversation !== null && {
      conversationId: conversation._id,
      ...lastOf(conversation),
    }),
  };
}

export async function toMessageView(
  ctx: QueryCtx,
  message: Doc<"messages">,
  trader: Trader,
): Promise<MessageView> {
  const { imageId } = message;
  return {
    _id: message._id,
    content: message.content,
    ...(imageId !== undefined && { imageUrl: await shortPictureOf(ctx, imageId) }),
    status: message.status,
    createdAt: message._creationTime,
    ...(message.senderId === trader._id && { sendKey: message.once.key }),
  };
}
