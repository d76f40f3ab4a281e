/** The caller's notifications, and the figure on the bell. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { BADGE_MAX } from "../../domain/limits";
import type { NotificationChannel, NotificationSettings } from "../../domain/notifications";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { pageOptions } from "../paging";

export const listFilter = v.union(v.literal("all"), v.literal("toDo"));

function rowsOf(ctx: QueryCtx, { _id }: Doc<"users">, filter: Infer<typeof listFilter>) {
  const rows = ctx.db.query("notifications");
  switch (filter) {
    case "all":
      return rows.withIndex("by_user", (q) => q.eq("userId", _id).eq("isHidden", undefined));
    case "toDo":
      return rows.withIndex("by_user_to_do", (q) =>
        q.eq("userId", _id).eq("isHidden", undefined).eq("isToDo", true),
      );
    default:
      return filter satisfies never;
  }
}

/** The newest first. */
export function listNotifications(
  ctx: QueryCtx,
  user: Doc<"users">,
  filter: Infer<typeof listFilter>,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"notifications">>> {
  return rowsOf(ctx, user, filter).order("desc").paginate(pageOptions(paginationOpts));
}

/** Counts what is unread, up to 100, which stands for more. */
export async function countUnread(ctx: QueryCtx, { _id }: Doc<"users">): Promise<number> {
  const unread = await ctx.db
    .query("notifications")
    .withIndex("by_user_unread", (q) =>
      q.eq("userId", _id).eq("isHidden", undefined).eq("readAt", undefined),
    )
    .take(BADGE_MAX);
  return unread.length;
}

type Sought = {
  readonly since: number;
  readonly channel: NotificationChannel;
  /** The most rows of those that the bell shows, and of those that it does not. */
  readonly atMost: number;
};

/** Unread notifications since then of kinds that their reader wants through the channel, in the bell or not, the newest first. */
export async function unreadSince(
  ctx: QueryCtx,
  userId: Id<"users">,
  { since, channel, atMost }: Sought,
  { channels }: NotificationSettings,
): Promise<Doc<"notifications">[]> {
  const newest = (isHidden: true | undefined) =>
    ctx.db
      .query("notifications")
      .withIndex("by_user", (q) => q.eq("userId", userId).eq("isHidden", isHidden).gte("at", since))
      .order("desc")
      .take(atMost);
  return [...(await newest(undefined)), ...(await newest(true))]
    .filter(({ kind, readAt }) => readAt === undefined && channels[kind]?.includes(channel))
    .sort((a, b) => b.at - a.at);
}
