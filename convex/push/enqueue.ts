/** Queues pushes in the transaction of the notification, so that a push is sent if and only if its fact committed. */
import * as links from "../../domain/links";
import { getOneFrom } from "convex-helpers/server/relationships";
import { minuteIst } from "../../domain/dates";
import { t } from "../../domain/language/texts";
import { PUSH_DELAY_MS } from "../../domain/limits";
import { type NotificationSettings, quietMinutesLeft } from "../../domain/notifications";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { enqueue } from "../outgoing/queue";
import type { PushMessage } from "../outgoing/schema";
import { hostOf } from "../outgoing/targets";
import { requireDevice } from "./subscribe";
import { writeFor } from "../receiver";

const MINUTE_MS = 60_000;

/** Returns when the quiet hours end that `now` lies in; undefined outside them. */
export function quietEnd(settings: NotificationSettings, now: number): number | undefined {
  const left = quietMinutesLeft(settings, minuteIst(now));
  return left === 0 ? undefined : (Math.floor(now / MINUTE_MS) + left) * MINUTE_MS;
}

/** Holds a notification until `dueAt`, when all that are held become one push. */
export async function holdPush(
  ctx: MutationCtx,
  { userId, at }: Doc<"notifications">,
  dueAt: number,
): Promise<void> {
  const held = await getOneFrom(ctx.db, "heldPushes", "by_user", userId, "userId");
  if (held !== null) return;
  const heldId = await ctx.db.insert("heldPushes", { userId, since: at });
  await ctx.scheduler.runAt(dueAt, internal.push.internal.summarise, { heldId });
}

/** Sends `notification` to its reader's devices, after their quiet hours. Without a device this costs one lookup. */
export async function enqueuePush(
  ctx: MutationCtx,
  notification: Doc<"notifications">,
  settings: NotificationSettings,
  now: number,
): Promise<void> {
  const { _id: notificationId, userId, kind, at } = notification;
  if (settings.channels[kind]?.includes("push") !== true) return;
  const device = await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .first();
  if (device === null) return;
  const dueAt = quietEnd(settings, now);
  if (dueAt !== undefined) await holdPush(ctx, notification, dueAt);
  else {
    const sent = { notificationId, at, showsSums: settings.showsSums };
    await ctx.scheduler.runAfter(PUSH_DELAY_MS, internal.push.internal.begin, sent);
  }
}

/**
 * Queues an attempt at sending a message to one device.
 * @param attempts - With this one.
 */
export async function sendTo(
  ctx: MutationCtx,
  { _id: deviceId, userId, endpoint }: Doc<"pushSubscriptions">,
  message: PushMessage,
  attempts = 1,
): Promise<void> {
  const job = { kind: "push", deviceId, message, attempts } as const;
  const isTest = message.isTest === true ? { isTest: message.isTest } : {};
  await enqueue(ctx, [{ account: userId, host: hostOf(endpoint), job, ...isTest }]);
}

/** See `push.test`. */
export async function sendTest(
  ctx: MutationCtx,
  user: Doc<"users">,
  endpoint: string,
  now: number,
): Promise<void> {
  const device = await requireDevice(ctx, user, endpoint);
  await spend(ctx, "pushTests", user._id);
  const words = writeFor(user, () => ({
    title: t("Notifications work on this device"),
    body: t("This is what they look like."),
  }));
  await sendTo(ctx, device, {
    ...words,
    path: links.SETTINGS,
    subject: "test",
    urgency: "high",
    at: now,
    isTest: true,
  });
}
