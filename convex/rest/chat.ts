/** The chat calls. Reading through them leaves the ticks as they are: a message is read when `mark-read` says so. */
import { createRoute, z } from "@hono/zod-openapi";
import { CHAT_MESSAGE_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { AddressedMessage, ConversationView } from "../chat/view";
import {
  ok,
  idempotency,
  json,
  linkNext,
  pageAnswer,
  created,
  pageOf,
  pageQuery,
  refusals,
  policy,
} from "./call";
import { Message, isoTime, ownEmail } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.chat;

const Conversation = z
  .object({
    _id: z.string().nullable().openapi({
      description: "Null while nothing was said: the first message begins the conversation.",
    }),
    lastChat: z.object({ content: z.string(), createdAt: z.string() }).nullable(),
  })
  .openapi("Conversation");

function toConversation({ conversationId, last }: ConversationView): z.infer<typeof Conversation> {
  return {
    _id: conversationId ?? null,
    lastChat: last === undefined ? null : { content: last.content, createdAt: isoTime(last.at) },
  };
}

const ChatMessage = z
  .object({
    _id: z.string(),
    conversationId: z.string(),
    senderEmail: z.string(),
    receiverEmail: z.string(),
    content: z.string().openapi({ description: "Empty for a picture without text." }),
    imageUrl: z.string().nullable().optional().openapi({
      description:
        "Of the message's picture, null if it is gone. Absent from messages without one.",
    }),
    status: z.enum(["sent", "delivered", "read"]),
    createdAt: z.string(),
  })
  .openapi("ChatMessage");

function toChatMessage(message: AddressedMessage): z.infer<typeof ChatMessage> {
  return { ...message, createdAt: isoTime(message.createdAt) };
}

const reading = {
  conversation: createRoute({
    method: "get",
    path: "/api/chat/conversations/{myEmail}/{otherEmail}",
    tags: ["chat"],
    summary: "The conversation with somebody",
    description:
      "404 if the two are not connected and never talked. Between two who may talk and have not yet, both fields are null.",
    ...policy({ who: ["retailer", "distributor"] }),
    request: {
      params: z.object({
        myEmail: z.string().openapi({ description: "The caller's own." }),
        otherEmail: z.string(),
      }),
    },
    responses: { 200: ok(Conversation), ...refusals(401, 403, 404) },
  }),
  messages: createRoute({
    method: "get",
    path: "/api/chat/{conversationId}",
    tags: ["chat"],
    summary: "The messages of a conversation",
    description:
      "The latest ones, in the order in which they were sent: oldest first. The page in `Link` holds those before them, again oldest first.",
    ...policy({ who: ["retailer", "distributor"] }),
    request: { params: z.object({ conversationId: z.string() }), query: z.object(pageQuery) },
    responses: { 200: pageAnswer(ChatMessage), ...refusals(400, 401, 403, 404) },
  }),
};

function addReading(app: RestApp): void {
  app.openapi(reading.conversation, async (c) => {
    const asked = { caller: c.get("caller"), ...c.req.valid("param") };
    return c.json(toConversation(await c.env.runQuery(calls.conversation, asked)), 200);
  });
  app.openapi(reading.messages, async (c) => {
    const { conversationId } = c.req.valid("param");
    const paginationOpts = pageOf(c.req.valid("query"));
    const asked = { caller: c.get("caller"), conversationId, paginationOpts };
    const result = await c.env.runQuery(calls.messages, asked);
    linkNext(c, result);
    return c.json(result.page.map(toChatMessage).reverse(), 200);
  });
}

const writing = {
  markRead: createRoute({
    method: "post",
    path: "/api/chats/mark-read",
    tags: ["chat"],
    summary: "The caller has read what the other wrote",
    ...policy({ who: ["retailer", "distributor"], body: "json" }),
    request: {
      body: json(
        z.object({ conversationId: z.string().default(""), receiverEmail: ownEmail.nullable() }),
      ),
    },
    responses: { 200: ok(Message), ...refusals(400, 401, 403, 404, 413, 415) },
  }),
  send: createRoute({
    method: "post",
    path: "/api/chat/chats",
    tags: ["chat"],
    summary: "Send a message to somebody who is connected with the caller",
    ...policy({
      who: ["retailer", "distributor"],
      body: "json",
      once: true,
      invalid: "NO_MESSAGE",
      words: {
        UNAUTHENTICATED: "Please login to access chat",
        NO_MESSAGE: "Failed to send message",
      },
    }),
    request: {
      headers: idempotency,
      body: json(
        z.object({
          senderEmail: ownEmail.nullable(),
          receiverEmail: z.string(),
          content: z.string().openapi({ minLength: 1, maxLength: CHAT_MESSAGE_MAX }),
          conversationId: z
            .string()
            .optional()
            .openapi({ description: "If sent, the one of the two. Not needed." }),
        }),
      ),
    },
    responses: {
      201: created(ChatMessage),
      ...refusals(400, 401, 403, 404, 413, 415, 422, 429),
    },
  }),
};

function addWriting(app: RestApp): void {
  app.openapi(writing.markRead, async (c) => {
    const { conversationId, receiverEmail } = c.req.valid("json");
    const asked = {
      caller: c.get("caller"),
      conversationId,
      receiverEmail: receiverEmail ?? undefined,
    };
    let left: number;
    do {
      left = await c.env.runMutation(calls.markRead, asked);
    } while (left > 0);
    return c.json({ message: "Messages marked as read." }, 200);
  });
  app.openapi(writing.send, async (c) => {
    const { senderEmail, receiverEmail, content, conversationId } = c.req.valid("json");
    const message = await c.env.runMutation(calls.send, {
      caller: c.get("caller"),
      once: c.get("once"),
      senderEmail: senderEmail ?? undefined,
      receiverEmail,
      content,
      conversationId,
    });
    return c.json(toChatMessage(message), 201);
  });
}

export function addChat(app: RestApp): void {
  addReading(app);
  addWriting(app);
}
