/** The demo's notifications come with its trade; its people have read all but those of the last days. */
import { DAY_MS } from "../../domain/dates";
import type { MutationCtx } from "../_generated/server";
import type { DemoPeople } from "./people";

/** More than the trade makes for one of them. */
const NOTIFICATIONS_MAX = 200;
const UNREAD_DAYS = 2;
const READ_AFTER_MS = DAY_MS / 24;

/** Marks what is older than two days as read. */
export async function settleNotifications(
  ctx: MutationCtx,
  { retailers, distributors }: DemoPeople,
  now: number,
): Promise<void> {
  for (const { _id } of [...retailers, ...distributors]) {
    const old = await ctx.db
      .query("notifications")
      .withIndex("by_user", (q) =>
        q
          .eq("userId", _id)
          .eq("isHidden", undefined)
          .lt("at", now - UNREAD_DAYS * DAY_MS),
      )
      .take(NOTIFICATIONS_MAX);
    for (const { _id: id, at, readAt = at + READ_AFTER_MS } of old)
      await ctx.db.patch("notifications", id, { readAt });
  }
}
