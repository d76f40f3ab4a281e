/** Public functions of Web Push: the browsers that show a person's notifications while the app is closed. */
import { v } from "convex/values";
import { memberMutation, memberQuery } from "./functions";
import { sendTest } from "./push/enqueue";
import { deviceView, getPublicKey, listDevices } from "./push/list";
import * as own from "./push/subscribe";

/** The key that browsers subscribe with, or null where push is not set up. */
export const publicKey = memberQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: () => getPublicKey(),
});

export const devices = memberQuery({
  args: {},
  returns: v.array(deviceView),
  handler: (ctx) => listDevices(ctx, ctx.user),
});

/** Keeps this browser's subscription until its session ends. Errors: BAD_PUSH_SUBSCRIPTION, PRIVATE_ADDRESS, TOO_MANY {retryAfterMs}. */
export const subscribe = memberMutation({
  args: { endpoint: v.string(), p256dh: v.string(), auth: v.string() },
  returns: v.null(),
  handler: async (ctx, subscription) => {
    await own.subscribe(ctx, ctx.user, subscription, Date.now());
    return null;
  },
});

/** Forgets one of the caller's browsers, if it is there. Errors: BAD_PUSH_SUBSCRIPTION, PRIVATE_ADDRESS. */
export const unsubscribe = memberMutation({
  args: { endpoint: v.string() },
  returns: v.null(),
  handler: async (ctx, { endpoint }) => {
    await own.unsubscribe(ctx, ctx.user, endpoint);
    return null;
  },
});

/** Sends a push to one of the caller's browsers, in quiet hours too. Errors: NOT_FOUND, PRIVATE_ADDRESS, TOO_MANY {retryAfterMs}. */
export const test = memberMutation({
  args: { endpoint: v.string() },
  returns: v.null(),
  handler: async (ctx, { endpoint }) => {
    await sendTest(ctx, ctx.user, endpoint, Date.now());
    return null;
  },
});
