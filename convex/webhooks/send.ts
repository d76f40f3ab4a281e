"use node";
/** Sends one message to one webhook, signed, and notes how that went. Whether and when is decided in `deliver.ts`. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../functions";
import { answerOf } from "../outgoing/targets";
// This file runs in Node, too, which the rule does not look at.
// oxlint-disable-next-line @convex-dev/import-wrong-runtime
import { post } from "../outgoing/post";
import { signatureOf } from "./signature";

export const run = internalAction({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    const message = await ctx.runQuery(internal.webhooks.deliver.message, { requestId });
    if (message === null) {
      await ctx.runMutation(internal.outgoing.internal.drop, { requestId });
      return null;
    }
    const { deliveryId, url, secret, id, body } = message;
    const timestamp = Math.floor(Date.now() / 1000);
    const outcome = await post(
      url,
      {
        "Content-Type": "application/json",
        "User-Agent": "Mandi-Webhooks/1",
        "Mandi-Id": id,
        "Mandi-Timestamp": String(timestamp),
        "Mandi-Signature": await signatureOf(secret, timestamp, body),
      },
      body,
    );
    const ended = { requestId, deliveryId, ...outcome, answer: answerOf(outcome) };
    await ctx.runMutation(internal.webhooks.deliver.settle, ended);
    return null;
  },
});
