/** Deleting notifications: those that are old, and all of an account that is closed. */
import { NOTIFICATION_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** The rows of one transaction. */
export const ROWS_PER_STEP = 500;
/** Settings are one row, digests one for each of two times. */
const OTHER_ROWS = 10;

/**
 * Deletes those that are older than 90 days, of a batch of rows that were written before and behind `after`; one that was renewed since
 * stays. Calls itself again while there are more.
 */
export async function sweepOld(ctx: MutationCtx, now: number, after: number): Promise<void> {
  const until = now - NOTIFICATION_LIFETIME_MS;
  const old = await ctx.db
    .query("notifications")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", after).lt("_creationTime", until))
    .take(ROWS_PER_STEP);
  for (const { _id, at } of old) if (at < until) await ctx.db.delete("notifications", _id);
  const last = old.at(-1);
  if (last !== undefined && old.length === ROWS_PER_STEP)
    await ctx.scheduler.runAfter(0, internal.notifications.internal.sweep, {
      after: last._creationTime,
    });
}

/** Deletes what an account was told and how it wanted to be told, a batch at a time. Nothing new comes: nobody tells a closed account. */
export async function eraseNotifications(
  ctx: MutationCtx,
  userId: Id<"users">,
  atMost = ROWS_PER_STEP,
): Promise<void> {
  const settings = await ctx.db
    .query("notificationSettings")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(OTHER_ROWS);
  for (const { _id } of settings) await ctx.db.delete("notificationSettings", _id);
  const digests = await ctx.db
    .query("notificationDigests")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(OTHER_ROWS);
  for (const { _id } of digests) await ctx.db.delete("notificationDigests", _id);
  const own = await ctx.db
    .query("notifications")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(atMost);
  for (const { _id } of own) await ctx.db.delete("notifications", _id);
  if (own.length === atMost)
    await ctx.scheduler.runAfter(0, internal.notifications.internal.goOnErasing, { userId });
}
