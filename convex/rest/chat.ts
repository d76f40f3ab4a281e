/** The chat calls. Reading through them leaves the ticks as they are: a message is read when `mark-read` says so. */
import { z } from "@hono/zod-openapi";
import { CHAT_MESSAGE_MAX } from "../../domain/limits";
import { TRADE_ROLES } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { getPartner } from "../chat/find";
import { conversationWith, ownPage } from "../chat/list";
import { markRead } from "../chat/receive";
import { SEND_ERRORS, send } from "../chat/send";
import { fail } from "../errors";
import { requireTrader } from "../network/sides";
import { Message, fields, isoTime, ownEmail } from "./entities";
import { ASHA, MEENA } from "./exampleParts";
import {
  type Operation,
  Page,
  Unfinished,
  created,
  mutation,
  ok,
  pageAnswer,
  pageOf,
  pageQuery,
  query,
} from "./operation";
import { requireOwnEmail } from "./own";

const Conversation = z
  .object({
    _id: z.string().nullable().openapi({
      description: "Null while nothing was said: the first message begins the conversation.",
    }),
    lastChat: z.object({ content: z.string(), createdAt: z.string() }).nullable(),
  })
  .openapi("Conversation");

const ChatMessage = z
  .object({
    ...fields(z.string(), "_id", "conversationId", "senderEmail", "receiverEmail", "createdAt"),
    content: z.string().openapi({ description: "Empty for a picture without text." }),
    imageUrl: z.string().nullable().optional().openapi({
      description:
        "Of the message's picture, null if it is gone. Absent from messages without one.",
    }),
    status: z.enum(["sent", "delivered", "read"]),
  })
  .openapi("ChatMessage");

async function toChatMessage(
  ctx: QueryCtx,
  message: Doc<"messages">,
  user: Doc<"users">,
  other: Doc<"users">,
): Promise<z.infer<typeof ChatMessage>> {
  const { _id, conversationId, content, imageId, status, _creationTime } = message;
  const [sender, receiver] = message.senderId === user._id ? [user, other] : [other, user];
  return {
    _id,
    content,
    conversationId,
    createdAt: isoTime(_creationTime),
    ...(imageId !== undefined && { imageUrl: await ctx.storage.getUrl(imageId) }),
    receiverEmail: receiver.email,
    senderEmail: sender.email,
    status,
  };
}

const needs = {
  CONVERSATION: {
    words: "the _id that GET /api/chat/conversations/{myEmail}/{otherEmail} answers",
  },
};

export const CHAT_OPERATIONS: readonly Operation[] = [
  query({
    call: "GET /api/chat/conversations/{myEmail}/{otherEmail}",
    summary: "The conversation with somebody",
    description:
      "404 if the two are not connected and never talked. Between two who may talk and have not yet, both fields are null.",
    who: TRADE_ROLES,
    params: {
      myEmail: z.string().openapi({ description: "The caller's own." }),
      otherEmail: z.string(),
    },
    answer: ok(Conversation),
    errors: ["NOT_FOUND"],
    example: { path: `/api/chat/conversations/${MEENA}/${ASHA}` },
    run: async (ctx, { params: { myEmail, otherEmail } }) => {
      requireOwnEmail(ctx.user, myEmail);
      const conversation = await conversationWith(ctx, requireTrader(ctx.user), otherEmail);
      const { conversationId = null, last } = conversation ?? fail("NOT_FOUND");
      const lastChat = last && { content: last.content, createdAt: isoTime(last.at) };
      return { _id: conversationId, lastChat: lastChat ?? null };
    },
  }),
  query({
    call: "GET /api/chat/{conversationId}",
    summary: "The messages of a conversation",
    description:
      "The latest ones, in the order in which they were sent: oldest first. The page in `Link` holds those before them, again oldest first.",
    who: TRADE_ROLES,
    query: pageQuery,
    answer: pageAnswer(ChatMessage),
    errors: ["NOT_FOUND"],
    example: { path: "/api/chat/$CONVERSATION?limit=5", needs },
    run: async (ctx, { params: { conversationId }, query: page }) => {
      const trader = requireTrader(ctx.user);
      const { otherId, result } = await ownPage(ctx, trader, conversationId, pageOf(page));
      const other = (await ctx.db.get("users", otherId)) ?? fail("NOT_FOUND");
      const latestFirst = result.page.map((message) => toChatMessage(ctx, message, trader, other));
      return new Page((await Promise.all(latestFirst)).reverse(), result);
    },
  }),
  mutation({
    call: "POST /api/chats/mark-read",
    tag: "chat",
    summary: "The caller has read what the other wrote",
    who: TRADE_ROLES,
    body: z.object({
      conversationId: z.string().default(""),
      receiverEmail: ownEmail.nullable(),
    }),
    answer: ok(Message),
    errors: ["NOT_FOUND"],
    example: {
      json: { conversationId: "$CONVERSATION", receiverEmail: MEENA },
      needs,
    },
    run: async (ctx, { body: { conversationId, receiverEmail } }) => {
      // Somebody else's conversation is not there, in whosever name the call is made.
      const left = await markRead(ctx, requireTrader(ctx.user), conversationId, Date.now());
      requireOwnEmail(ctx.user, receiverEmail ?? undefined);
      return left > 0 ? new Unfinished() : { message: "Messages marked as read." };
    },
  }),
  mutation({
    call: "POST /api/chat/chats",
    summary: "Send a message to somebody who is connected with the caller",
    who: TRADE_ROLES,
    once: true,
    body: z.object({
      senderEmail: ownEmail.nullable(),
      receiverEmail: z.string(),
      content: z.string().openapi({ minLength: 1, maxLength: CHAT_MESSAGE_MAX }),
      conversationId: z
        .string()
        .optional()
        .openapi({ description: "If sent, the one of the two. Not needed." }),
    }),
    invalid: "NO_MESSAGE",
    words: { UNAUTHENTICATED: "Please login to access chat", NO_MESSAGE: "Failed to send message" },
    answer: created(ChatMessage),
    errors: SEND_ERRORS,
    example: {
      key: true,
      json: {
        senderEmail: MEENA,
        receiverEmail: ASHA,
        conversationId: "$CONVERSATION",
        content: "Is the copper pot in stock?",
      },
      needs,
    },
    run: async (ctx, { body: { senderEmail, receiverEmail: to, content, conversationId } }) => {
      requireOwnEmail(ctx.user, senderEmail ?? undefined);
      const sender = requireTrader(ctx.user);
      await spend(ctx, "messagesSent", sender._id);
      if (conversationId !== undefined) {
        const partner = await getPartner(ctx, sender, to);
        if (partner?.conversation?._id !== conversationId) fail("NOT_FOUND");
      }
      const message = await send(ctx, sender, { to, content, once: ctx.rowOnce() }, Date.now());
      const receiver = (await ctx.db.get("users", message.receiverId)) ?? fail("NOT_FOUND");
      return toChatMessage(ctx, message, sender, receiver);
    },
  }),
];
