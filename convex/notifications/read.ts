/** Reading notifications: one, all, or those that lead to an address. Of many, each transaction reads a batch; the next one follows. */
import { NOTIFICATION_PATH_MAX, NOTIFICATIONS_READ_MAX } from "../../domain/limits";
import { ORDER_PARAM } from "../../domain/links";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireOwn } from "../rows";

/** The notifications of one transaction: a read and a write each. */
export const READ_PER_STEP = 500;

/** The page of a list shows each of its orders: it reads what leads to one of them, too. */
const ONE_ORDER = `?${ORDER_PARAM}=`;
/** The end of all of them in the index: the character that follows "=". */
const AFTER_ORDERS = `?${ORDER_PARAM}>`;

type Unread = {
  readonly userId: Id<"users">;
  /** Later ones stay unread: nobody has seen them. */
  readonly until: number;
  /** Absent: all that the bell shows. */
  readonly path?: string | undefined;
};

async function unreadOf(ctx: MutationCtx, { userId, path }: Unread, isHidden: true | undefined) {
  const rows = (of: "all" | "path" | "orders") =>
    ctx.db
      .query("notifications")
      .withIndex("by_user_unread", (q) => {
        const unread = q.eq("userId", userId).eq("isHidden", isHidden).eq("readAt", undefined);
        if (path === undefined || of === "all") return unread;
        if (of === "path") return unread.eq("path", path);
        return unread.gte("path", path + ONE_ORDER).lt("path", path + AFTER_ORDERS);
      })
      .take(READ_PER_STEP);
  if (path === undefined) return rows("all");
  return [...(await rows("path")), ...(await rows("orders"))].slice(0, READ_PER_STEP);
}

/** Reads a batch. Those that the bell does not show are read with the address that they lead to, so that no mail tells of them. */
export async function readBatch(ctx: MutationCtx, which: Unread): Promise<void> {
  const shown = await unreadOf(ctx, which, undefined);
  const hidden = which.path === undefined ? [] : await unreadOf(ctx, which, true);
  const notifications = [...shown, ...hidden].filter(({ at }) => at <= which.until);
  for (const { _id } of notifications)
    await ctx.db.patch("notifications", _id, { readAt: which.until });
  const mayBeMore = shown.length === READ_PER_STEP || hidden.length === READ_PER_STEP;
  if (mayBeMore && notifications.length > 0)
    await ctx.scheduler.runAfter(0, internal.notifications.internal.goOnReading, which);
}

const requireOwnNotification = requireOwn("notifications");

/** Reads one of the caller's. Errors: NOT_FOUND. */
export async function markRead(
  ctx: MutationCtx,
  user: Doc<"users">,
  notificationId: string,
  now: number,
): Promise<void> {
  const notification = await requireOwnNotification(ctx, user, notificationId);
  if (notification.readAt === undefined)
    await ctx.db.patch("notifications", notification._id, { readAt: now });
}

/** Reads several of the caller's, or none of them. Errors: BAD_REQUEST for none or too many, NOT_FOUND. */
export async function markEachRead(
  ctx: MutationCtx,
  user: Doc<"users">,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0 || ids.length > NOTIFICATIONS_READ_MAX) fail("BAD_REQUEST");
  for (const id of ids) await markRead(ctx, user, id, now);
}

/** Reads whatever leads to an address of the app; one that nothing leads to changes nothing. */
export async function readPath(
  ctx: MutationCtx,
  { _id }: Doc<"users">,
  path: string,
  now: number,
): Promise<void> {
  if (path.length <= NOTIFICATION_PATH_MAX) await readBatch(ctx, { userId: _id, path, until: now });
}
