/** Internal functions of notifications. Each does a bounded piece, and calls itself again while there is more. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { eraseNotifications, sweepOld } from "./erase";
import { mailAtOnce as mailNotification, sendDigests as sendDueDigests } from "./mail";
import { readBatch } from "./read";

export const goOnReading = internalMutation({
  args: { userId: v.id("users"), until: v.number(), path: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, which) => {
    await readBatch(ctx, which);
    return null;
  },
});

/** Mails one notification, unless it was read meanwhile. */
export const mailAtOnce = internalMutation({
  args: { notificationId: v.id("notifications") },
  returns: v.null(),
  handler: async (ctx, { notificationId }) => {
    await mailNotification(ctx, notificationId, Date.now());
    return null;
  },
});

/** Mails the digests that are due. */
export const sendDigests = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sendDueDigests(ctx, Date.now());
    return null;
  },
});

/** Deletes notifications that are older than 90 days. */
export const sweep = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => {
    await sweepOld(ctx, Date.now(), after);
    return null;
  },
});

/** Goes on deleting the notifications of a closed account. */
export const goOnErasing = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await eraseNotifications(ctx, userId);
    return null;
  },
});
