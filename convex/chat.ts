/** Public functions of the chat between connected retailers and distributors. Every one refuses admins: FORBIDDEN. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { conversationPart, conversationWith, listConversations, listMessages } from "./chat/list";
import * as receive from "./chat/receive";
import { requestOf, send as sendMessage } from "./chat/send";
import { requireTrader } from "./network/sides";
import { conversationView, messageView, toMessageView } from "./chat/view";
import { memberMutation, memberQuery } from "./functions";

/** One part of the list at a time: see `chat/list.ts`. Errors: FORBIDDEN. */
export const conversations = memberQuery({
  args: { part: conversationPart, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(conversationView),
  handler: (ctx, { part, paginationOpts }) =>
    listConversations(ctx, requireTrader(ctx.user), part, paginationOpts),
});

/** Null for an e-mail that is neither connected to the caller nor ever talked with them. Errors: FORBIDDEN. */
export const conversation = memberQuery({
  args: { with: v.string() },
  returns: v.union(conversationView, v.null()),
  handler: (ctx, args) => conversationWith(ctx, requireTrader(ctx.user), args.with),
});

/** The newest first. Errors: FORBIDDEN, NOT_FOUND. */
export const messages = memberQuery({
  args: { conversationId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(messageView),
  handler: (ctx, { conversationId, paginationOpts }) =>
    listMessages(ctx, requireTrader(ctx.user), conversationId, paginationOpts),
});

/** Errors: FORBIDDEN, and those of `chat/send.ts`. */
export const send = memberMutation({
  args: {
    to: v.string(),
    content: v.string(),
    imageId: v.optional(v.id("_storage")),
    sendKey: v.string(),
  },
  returns: messageView,
  once: {
    table: "messages",
    key: "sendKey",
    request: (ctx, args) => requestOf(ctx, requireTrader(ctx.user), args),
    answer: (ctx, message) => toMessageView(ctx, message, requireTrader(ctx.user)),
  },
  handler: (ctx, args) =>
    sendMessage(ctx, requireTrader(ctx.user), { ...args, once: ctx.once }, Date.now()),
});

/** The oldest message that waits for an open app of the caller; each one answered with `delivered` brings the next. Errors: FORBIDDEN. */
export const undelivered = memberQuery({
  args: {},
  returns: v.union(v.id("messages"), v.null()),
  handler: (ctx) => receive.firstUndelivered(ctx, requireTrader(ctx.user)),
});

/** Everything that waits, a batch at a time. Errors: FORBIDDEN. */
export const delivered = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await receive.deliver(ctx, requireTrader(ctx.user));
    return null;
  },
});

/** Marks a batch of the other party's messages. Errors: FORBIDDEN, NOT_FOUND. */
export const markRead = memberMutation({
  args: { conversationId: v.string() },
  returns: v.null(),
  handler: async (ctx, { conversationId }) => {
    await receive.markRead(ctx, requireTrader(ctx.user), conversationId, Date.now());
    return null;
  },
});

/** The figure on the badge. Errors: FORBIDDEN. */
export const unreadCount = memberQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => receive.unreadCount(ctx, requireTrader(ctx.user)),
});
