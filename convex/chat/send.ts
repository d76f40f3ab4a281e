/** Saying something. The sender is the session's user, whatever was sent along (deviation 1). */
import type { ErrorCode } from "../../domain/errors";
import { CHAT_MESSAGE_MAX } from "../../domain/limits";
import { cleanText, normalEmail, trimBlank } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { emit } from "../events";
import type { Once } from "../once";
import { insertRow } from "../rows";
import { claimUpload, requireOwnUpload } from "../uploads/claim";
import { requirePartner, type Partner } from "./find";
import { openConversation } from "../network/conversation";
import { otherSide, unreadField, type Trader } from "../network/sides";

export type OutgoingMessage = {
  /** The receiver's e-mail. */
  readonly to: string;
  /** May be empty beside a picture. */
  readonly content: string;
  /** An upload of the sender. */
  readonly imageId?: Id<"_storage"> | undefined;
  readonly once: Once;
};

/** The one type of upload that no message carries. */
const ANIMATION = "image/gif";

/** The system's row of a stored file. */
type StoredPicture = {
  readonly _id: Id<"_storage">;
  readonly sha256: string;
};

function checkedMessage(message: OutgoingMessage): OutgoingMessage {
  const min = message.imageId === undefined ? 1 : 0;
  const content = cleanText(message.content, { min, max: CHAT_MESSAGE_MAX, multiline: true });
  if (content === undefined) return fail("NO_MESSAGE");
  return { ...message, content };
}

/** Returns the sender's own picture, or undefined if none was sent along. Errors: NO_IMAGE, IMAGE_TYPE. */
async function pictureOf(
  ctx: QueryCtx,
  sender: Trader,
  { imageId }: Pick<OutgoingMessage, "imageId">,
): Promise<StoredPicture | undefined> {
  if (imageId === undefined) return undefined;
  await requireOwnUpload(ctx, { imageId, userId: sender._id, purpose: "image" });
  const file = (await ctx.db.system.get("_storage", imageId)) ?? fail("NO_IMAGE");
  return file.contentType === ANIMATION ? fail("IMAGE_TYPE") : file;
}

/**
 * The message as it is asked for. An upload that is repeated because its answer was lost may have another id, and has the same bytes.
 * Errors: NO_IMAGE, IMAGE_TYPE.
 */
export async function requestOf(
  ctx: QueryCtx,
  sender: Trader,
  { to, content, imageId }: Omit<OutgoingMessage, "once">,
): Promise<unknown> {
  const picture = await pictureOf(ctx, sender, { imageId });
  return [normalEmail(to) ?? to, trimBlank(content), picture?.sha256 ?? null];
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
 * The errors of a message without a picture: the text is empty, too long or not storable; there was never anything with that address; a
 * request that was not accepted, or a connection that ended; the allowances.
 */
export const SEND_ERRORS = [
  "NO_MESSAGE",
  "NOT_FOUND",
  "NOT_CONNECTED",
  "TOO_MANY",
  "TOO_MUCH_DATA",
] as const satisfies readonly ErrorCode[];

/** Sends. Errors: `SEND_ERRORS`, NO_IMAGE (not an upload of the sender's), IMAGE_TYPE (an animation). */
export async function send(
  ctx: MutationCtx,
  sender: Trader,
  input: OutgoingMessage,
  now: number,
): Promise<Doc<"messages">> {
  const message = checkedMessage(input);
  const partner = await requirePartner(ctx, sender, message.to);
  const picture = await pictureOf(ctx, sender, message);
  if (!partner.mayWrite) fail("NOT_CONNECTED");
  await spend(ctx, "chatMessages", sender._id);
  await spendBytes(ctx, sender._id, bytesOf(message.content));

  const imageId = picture?._id;
  if (imageId !== undefined)
    await claimUpload(ctx, { imageId, userId: sender._id, purpose: "image", isFor: "message" });
  const conversationId = await noteInConversation(ctx, sender, partner, message.content, now);
  const written = await insertRow(ctx, "messages", {
    conversationId,
    senderId: sender._id,
    receiverId: partner.other._id,
    content: message.content,
    ...(imageId !== undefined && { imageId }),
    status: "sent",
    once: message.once,
  });
  const receiver = partner.other;
  await emit(ctx, { type: "messageSent", sender, receiver, conversationId, now });
  return written;
}
