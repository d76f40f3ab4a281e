/** Saying something. The sender is the session's user, whatever was sent along (deviation 1). */
import { CHAT_MESSAGE_MAX } from "../../domain/limits";
import { cleanText, isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { requirePartner, type Partner } from "./find";
import { openConversation } from "./open";
import { otherSide, unreadField, type Trader } from "./sides";

export type OutgoingMessage = {
  /** The receiver's e-mail. */
  readonly to: string;
  readonly content: string;
  /** Made and kept by the client before sending: the same key again is the same message. */
  readonly sendKey: string;
};

function checkedMessage(message: OutgoingMessage): OutgoingMessage {
  const content = cleanText(message.content, { min: 1, max: CHAT_MESSAGE_MAX, multiline: true });
  if (content === undefined) return fail("NO_MESSAGE");
  if (!isKey(message.sendKey)) fail("BAD_KEY");
  return { ...message, content };
}

/** Returns the message that this key sent, or null if the key is new. Errors: KEY_REUSED if it sent something else. */
async function messageOfKey(
  ctx: QueryCtx,
  sender: Trader,
  receiver: Doc<"users">,
  { sendKey, content }: OutgoingMessage,
): Promise<Doc<"messages"> | null> {
  const earlier = await ctx.db
    .query("messages")
    .withIndex("by_key", (q) => q.eq("senderId", sender._id).eq("sendKey", sendKey))
    .unique();
  if (earlier === null) return null;
  const same = earlier.receiverId === receiver._id && earlier.content === content;
  return same ? earlier : fail("KEY_REUSED");
}

/** Puts the message at the head of the conversation, which is made here for connections of before `open.ts`. */
async function noteInConversation(
  ctx: MutationCtx,
  sender: Trader,
  { pair, conversation }: Partner,
  lastContent: string,
  now: number,
): Promise<Id<"conversations">> {
  const unread = unreadField(otherSide(sender.role));
  const conversationId = conversation?._id ?? (await openConversation(ctx, pair));
  await ctx.db.patch("conversations", conversationId, {
    lastContent,
    lastAt: now,
    [unread]: (conversation?.[unread] ?? 0) + 1,
  });
  return conversationId;
}

/**
 * Sends, once per key. Errors: NO_MESSAGE (empty, too long or not storable), BAD_KEY, NOT_FOUND (never anything with that
 * address), KEY_REUSED, NOT_CONNECTED (a request that was not accepted, or a connection that ended), TOO_MANY {retryAfterMs}.
 */
export async function send(
  ctx: MutationCtx,
  sender: Trader,
  asked: OutgoingMessage,
  now: number,
): Promise<Doc<"messages">> {
  const message = checkedMessage(asked);
  const partner = await requirePartner(ctx, sender, message.to);
  // Before the right to write: what was sent stays sent, and a client that never heard the answer is told so.
  const earlier = await messageOfKey(ctx, sender, partner.other, message);
  if (earlier !== null) return earlier;
  if (!partner.mayWrite) fail("NOT_CONNECTED");
  await spend(ctx, "chatMessages", sender._id);

  const conversationId = await noteInConversation(ctx, sender, partner, message.content, now);
  const messageId = await ctx.db.insert("messages", {
    conversationId,
    senderId: sender._id,
    receiverId: partner.other._id,
    content: message.content,
    status: "sent",
    sendKey: message.sendKey,
  });
  return (await ctx.db.get("messages", messageId)) ?? fail("NOT_FOUND");
}
