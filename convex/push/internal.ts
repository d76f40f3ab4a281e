/**
 * Sends what was queued to each of a person's devices, until the push service takes it, the thing is read or the push is too old.
 * As with webhooks, an attempt is a request of `outgoing/queue.ts`: a crash costs an attempt and not the push. Something may arrive
 * twice; on the device the second replaces the first.
 */
import * as links from "../../domain/links";
import { v } from "convex/values";
import { PUSH_BODY_MAX, PUSH_HELD_MS, PUSH_SUMMED_MAX, PUSH_TITLE_MAX } from "../../domain/limits";
import {
  type NotificationKind,
  type NotificationSettings,
  TO_DO_KINDS,
} from "../../domain/notifications";
import { t } from "../../domain/language/texts";
import { notificationText } from "../../domain/notificationTexts";
import { beginning } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { trySpend } from "../auth/limits";
import { internalMutation } from "../functions";
import { unreadSince } from "../notifications/list";
import { settingsOf } from "../notifications/settings";
import { finish } from "../outgoing/queue";
import { holdPush, quietEnd, sendTo } from "./enqueue";
import { type PushMessage, pushMessage, vAnswer } from "../outgoing/schema";
import { isOver, pushResult, settlePush } from "./settle";
import { devicesOf } from "./subscribe";
import { writeFor } from "../receiver";

/** Kinds for which a sleeping device is woken. */
const URGENT: readonly NotificationKind[] = [...TO_DO_KINDS, "message"];

/** The page of all notifications. */
const LIST_PATH = links.NOTIFICATIONS;

function toMessage(notification: Doc<"notifications">, showsSums: boolean): PushMessage {
  const { title, body } = notificationText(notification, { showsSums });
  return {
    title: beginning(title, PUSH_TITLE_MAX),
    body: beginning(body, PUSH_BODY_MAX),
    path: notification.path,
    subject: notification.subject,
    urgency: URGENT.includes(notification.kind) ? "high" : "normal",
    at: notification.at,
    notificationId: notification._id,
  };
}

async function sendToAll(
  ctx: MutationCtx,
  userId: Id<"users">,
  message: PushMessage,
): Promise<void> {
  for (const device of await devicesOf(ctx, userId)) await sendTo(ctx, device, message);
}

/** Returns a notification while it is unread and as it was at `at`; one that a later message was added to is pushed for that one. */
async function getUnread(
  ctx: QueryCtx,
  notificationId: Id<"notifications">,
  at: number,
): Promise<Doc<"notifications"> | null> {
  const notification = await ctx.db.get("notifications", notificationId);
  return notification?.at === at && notification.readAt === undefined ? notification : null;
}

/** Sends a notification that is still unread to its reader's devices, or holds it where too many were sent. */
export const begin = internalMutation({
  args: { notificationId: v.id("notifications"), at: v.number(), showsSums: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { notificationId, at, showsSums }): Promise<null> => {
    const notification = await getUnread(ctx, notificationId, at);
    if (notification === null) return null;
    const { userId } = notification;
    if ((await trySpend(ctx, [{ name: "pushes", key: userId }])) > 0)
      await holdPush(ctx, notification, Date.now() + PUSH_HELD_MS);
    else {
      const reader = await ctx.db.get("users", userId);
      const message = writeFor(reader ?? {}, () => toMessage(notification, showsSums));
      await sendToAll(ctx, userId, message);
    }
    return null;
  },
});

/** Returns the newest unread notifications since an instant whose kinds are pushed, with their reader's settings. */
async function unreadToPush(
  ctx: QueryCtx,
  userId: Id<"users">,
  since: number,
): Promise<{
  user: Doc<"users">;
  unread: Doc<"notifications">[];
  settings: NotificationSettings;
} | null> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return null;
  const settings = await settingsOf(ctx, user);
  const sought = { since, channel: "push", atMost: PUSH_SUMMED_MAX } as const;
  return { user, unread: await unreadSince(ctx, userId, sought, settings), settings };
}

function toSummary(count: number, since: number, now: number): PushMessage {
  return {
    title:
      count >= PUSH_SUMMED_MAX
        ? t("{count}+ notifications while you were away", { count: PUSH_SUMMED_MAX - 1 })
        : t(
            "{count, plural, one {# notification while you were away} other {# notifications while you were away}}",
            { count },
          ),
    body: "",
    path: LIST_PATH,
    subject: "summary",
    urgency: "normal",
    at: now,
    since,
  };
}

/** Sends what was held: one notification as itself, several as their number, nothing if all were read. In quiet hours it waits on. */
export const summarise = internalMutation({
  args: { heldId: v.id("heldPushes") },
  returns: v.null(),
  handler: async (ctx, { heldId }): Promise<null> => {
    const now = Date.now();
    const held = await ctx.db.get("heldPushes", heldId);
    if (held === null) return null;
    const { userId, since } = held;
    const found = await unreadToPush(ctx, userId, since);
    const dueAt = found === null ? undefined : quietEnd(found.settings, now);
    if (dueAt !== undefined) {
      await ctx.scheduler.runAt(dueAt, internal.push.internal.summarise, { heldId });
      return null;
    }
    await ctx.db.delete("heldPushes", heldId);
    const [first, ...others] = found?.unread ?? [];
    if (found === null || first === undefined) return null;
    const message = writeFor(found.user, () =>
      others.length === 0
        ? toMessage(first, found.settings.showsSums)
        : toSummary(others.length + 1, since, now),
    );
    await sendToAll(ctx, userId, message);
    return null;
  },
});

async function isUnread(
  ctx: QueryCtx,
  userId: Id<"users">,
  { notificationId, at, since }: PushMessage,
): Promise<boolean> {
  if (notificationId !== undefined)
    return (await getUnread(ctx, notificationId, at))?.userId === userId;
  return since === undefined || ((await unreadToPush(ctx, userId, since))?.unread.length ?? 0) > 0;
}

/** Returns the device if there is still something to send to it: the session lasts, and nobody has read it. */
async function getWaiting(
  ctx: QueryCtx,
  deviceId: Id<"pushSubscriptions">,
  message: PushMessage,
): Promise<Doc<"pushSubscriptions"> | null> {
  const device = await ctx.db.get("pushSubscriptions", deviceId);
  if (device === null) return null;
  const session = await ctx.db.get("authSessions", device.sessionId);
  if (session?.userId !== device.userId) return null;
  return (await isUnread(ctx, device.userId, message)) ? device : null;
}

/** Returns when the quiet hours of this person end; undefined outside them. */
async function quietEndOf(ctx: QueryCtx, userId: Id<"users">): Promise<number | undefined> {
  const user = await ctx.db.get("users", userId);
  return user === null ? undefined : quietEnd(await settingsOf(ctx, user), Date.now());
}

/** The planned next attempt. What failed before the quiet hours waits for their end, as what is new does. */
export const attempt = internalMutation({
  args: { deviceId: v.id("pushSubscriptions"), message: pushMessage, attempts: v.number() },
  returns: v.null(),
  handler: async (ctx, { deviceId, message, attempts }): Promise<null> => {
    const device = await getWaiting(ctx, deviceId, message);
    if (device === null) return null;
    const again = { deviceId, message, attempts };
    const dueAt = await quietEndOf(ctx, device.userId);
    if (dueAt === undefined) await sendTo(ctx, device, message, attempts);
    else await ctx.scheduler.runAt(dueAt, internal.push.internal.attempt, again);
    return null;
  },
});

/** Returns what a request sends, and where to; null where nothing is to be sent any more, or only after the quiet hours. */
export const take = internalMutation({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.union(
    v.null(),
    v.object({
      message: pushMessage,
      endpoint: v.string(),
      p256dh: v.string(),
      auth: v.string(),
    }),
  ),
  handler: async (ctx, { requestId }) => {
    const request = await ctx.db.get("outgoingRequests", requestId);
    if (request?.job.kind !== "push") return null;
    const { deviceId, message, attempts } = request.job;
    const device = await getWaiting(ctx, deviceId, message);
    const isHeld = device !== null && message.isTest !== true;
    const dueAt = isHeld ? await quietEndOf(ctx, device.userId) : undefined;
    if (device !== null && dueAt === undefined && !isOver(message, Date.now())) {
      const { endpoint, p256dh, auth } = device;
      return { message, endpoint, p256dh, auth };
    }
    if (dueAt !== undefined) {
      const again = { deviceId, message, attempts };
      await ctx.scheduler.runAt(dueAt, internal.push.internal.attempt, again);
    }
    await finish(ctx, request, "none");
    return null;
  },
});

/** Records the outcome of an attempt. A failure that comes when the attempt counts as interrupted already is ignored. */
export const settle = internalMutation({
  args: {
    requestId: v.id("outgoingRequests"),
    result: pushResult,
    answer: vAnswer,
  },
  returns: v.null(),
  handler: async (ctx, { requestId, result, answer }): Promise<null> => {
    const request = await ctx.db.get("outgoingRequests", requestId);
    if (request?.job.kind !== "push") return null;
    await finish(ctx, request, answer);
    const silentSince = answer === "silent" ? Date.now() : undefined;
    await settlePush(ctx, request.job, { result, silentSince });
    return null;
  },
});
