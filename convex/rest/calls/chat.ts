/** The functions behind the chat calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { spend } from "../../auth/limits";
import { getPartner } from "../../chat/find";
import { conversationWith, listAddressed } from "../../chat/list";
import * as receive from "../../chat/receive";
import { send as sendMessage } from "../../chat/send";
import { requireTrader } from "../../network/sides";
import { addressedMessage, conversationView, toAddressedMessage } from "../../chat/view";
import { fail } from "../../errors";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail } from "../own";

/** Errors: FORBIDDEN for another's `myEmail`, NOT_FOUND if the two are not connected and never talked. */
export const conversation = restQuery(
  "retailer",
  "distributor",
)({
  args: { myEmail: v.string(), otherEmail: v.string() },
  returns: conversationView,
  handler: async (ctx, { myEmail, otherEmail }) => {
    requireOwnEmail(ctx.user, myEmail);
    return (await conversationWith(ctx, requireTrader(ctx.user), otherEmail)) ?? fail("NOT_FOUND");
  },
});

/** The newest first. Errors: NOT_FOUND. */
export const messages = restQuery(
  "retailer",
  "distributor",
)({
  args: { conversationId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(addressedMessage),
  handler: (ctx, { conversationId, paginationOpts }) =>
    listAddressed(ctx, requireTrader(ctx.user), conversationId, paginationOpts),
});

/** A batch at a time; answers how many are left. Errors: NOT_FOUND, FORBIDDEN for another receiver. */
export const markRead = restMutation(
  "retailer",
  "distributor",
)({
  args: { conversationId: v.string(), receiverEmail: v.optional(v.string()) },
  returns: v.number(),
  handler: async (ctx, { conversationId, receiverEmail }) => {
    // Somebody else's conversation is not there, in whosever name it is asked for.
    const left = await receive.markRead(ctx, requireTrader(ctx.user), conversationId, Date.now());
    requireOwnEmail(ctx.user, receiverEmail);
    return left;
  },
});

/**
 * A conversation, if one is named, must be the one of sender and receiver. Errors: FORBIDDEN in somebody else's name, NOT_FOUND,
 * TOO_MANY {retryAfterMs}, and those of `chat/send.ts`.
 */
export const send = restMutation(
  "retailer",
  "distributor",
)({
  args: {
    senderEmail: v.optional(v.string()),
    receiverEmail: v.string(),
    conversationId: v.optional(v.string()),
    content: v.string(),
  },
  returns: addressedMessage,
  handler: (ctx, { senderEmail, receiverEmail: to, conversationId, content }) => {
    requireOwnEmail(ctx.user, senderEmail);
    const sender = requireTrader(ctx.user);
    return ctx.once(async () => {
      await spend(ctx, "messagesSent", sender._id);
      if (conversationId !== undefined) {
        const partner = await getPartner(ctx, sender, to);
        if (partner?.conversation?._id !== conversationId) fail("NOT_FOUND");
      }
      const asked = { to, content, once: ctx.rowOnce() };
      const message = await sendMessage(ctx, sender, asked, Date.now());
      const receiver = (await ctx.db.get("users", message.receiverId)) ?? fail("NOT_FOUND");
      return toAddressedMessage(ctx, message, sender, receiver);
    });
  },
});
