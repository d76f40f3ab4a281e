/**
 * Changes of notifications, which a transaction leaves to the fold with its other effects. There is a notification if and only if what
 * it tells committed. A row of its own for each thing, and no counter: two orders to one distributor write nothing in common.
 */
import { isToDo, type NotificationSettings } from "../../domain/notifications";
import type { TradeRole } from "../../domain/roles";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Effects } from "../events";
import { getConnection } from "../network/find";
import type { Pair } from "../network/sides";
import { enqueuePush } from "../push/enqueue";
import { sendMail } from "./mail";
import { businessNameOf } from "../users/view";
import type { notificationChange } from "./schema";
import { settingsOf } from "./settings";

type NotificationChange = Infer<typeof notificationChange>;
type News = Extract<NotificationChange, { type: "news" }>["news"];

/** News whose partner is not named yet: the user who did it, the other side of the trade. Null where the market itself tells. */
type Told = Omit<News, "partnerId" | "partnerName"> & { readonly partner: Doc<"users"> | null };

/** The name under which the market itself tells. */
const MARKET = "Mandi";

/** The two sides, or null where nothing is told: the reader's account is closed, or one blocks the other. */
export async function sidesOf(
  ctx: MutationCtx,
  pair: Pair,
  readerSide: TradeRole,
): Promise<{ reader: Doc<"users">; partner: Doc<"users"> } | null> {
  const { retailerId, distributorId } = pair;
  const retailer = await ctx.db.get("users", retailerId);
  const distributor = await ctx.db.get("users", distributorId);
  if (retailer === null || distributor === null) return null;
  const connection = await getConnection(ctx, retailerId, distributorId);
  const { blockedByRetailerAt, blockedByDistributorAt } = connection ?? {};
  if (blockedByRetailerAt !== undefined || blockedByDistributorAt !== undefined) return null;
  return readerSide === "retailer"
    ? { reader: retailer, partner: distributor }
    : { reader: distributor, partner: retailer };
}

/** Pushes and mails the notification, as far as its reader wants that for its kind. */
async function send(
  ctx: MutationCtx,
  notification: Doc<"notifications">,
  settings: NotificationSettings,
): Promise<void> {
  const { kind, at } = notification;
  const channels = settings.channels[kind] ?? [];
  if (channels.includes("push")) await enqueuePush(ctx, notification, settings, at);
  if (channels.includes("mail")) await sendMail(ctx, notification, settings);
}

/** Returns the row of a notification. It is hidden from the bell unless the bell or the sound is on, because a sound needs a row that says why. */
function rowOf(userId: Id<"users">, news: News, settings: NotificationSettings, at: number) {
  const channels = settings.channels[news.kind] ?? [];
  const isShown = channels.includes("bell") || channels.includes("sound");
  return {
    ...news,
    userId,
    at,
    ...(isToDo(news.kind) && { isToDo: true as const }),
    ...(!isShown && { isHidden: true as const }),
  };
}

function newsFor(reader: Doc<"users">, { partner, ...news }: Told) {
  const partnerId = partner?._id ?? reader._id;
  const partnerName = partner === null ? MARKET : businessNameOf(partner);
  return {
    type: "news" as const,
    readerId: reader._id,
    news: { ...news, partnerId, partnerName },
  };
}

/** Tells `reader` the news through the channels of its kind. Whoever closed their account, or switched the kind off, is told nothing. */
export function notify({ notificationChanges }: Effects, reader: Doc<"users">, told: Told): void {
  notificationChanges.push(newsFor(reader, told));
}

/**
 * As `notify`, for what comes often: while the last one on the same subject is unread, it is renewed instead, counts one more, and is
 * pushed but not mailed again.
 */
export function notifyAgain(
  { notificationChanges }: Effects,
  reader: Doc<"users">,
  told: Told,
): void {
  notificationChanges.push({ ...newsFor(reader, told), isAgain: true });
}

function latestOf(ctx: MutationCtx, userId: Id<"users">, subject: string) {
  return ctx.db
    .query("notifications")
    .withIndex("by_user_subject", (q) => q.eq("userId", userId).eq("subject", subject))
    .order("desc")
    .first();
}

async function write(
  ctx: MutationCtx,
  { readerId, news, isAgain }: Extract<NotificationChange, { type: "news" }>,
  at: number,
): Promise<void> {
  const reader = await ctx.db.get("users", readerId);
  if (reader === null || reader.deactivatedAt !== undefined) return;
  const settings = await settingsOf(ctx, reader);
  const channels = settings.channels[news.kind] ?? [];
  const unread = isAgain === true ? await latestOf(ctx, readerId, news.subject) : null;
  if (unread !== null && unread.readAt === undefined) {
    const lineCount = (unread.lineCount ?? 1) + 1;
    const row = rowOf(readerId, { ...news, lineCount }, settings, at);
    const changes = { isHidden: undefined, ...row };
    await ctx.db.patch("notifications", unread._id, changes);
    if (channels.includes("push")) await enqueuePush(ctx, { ...unread, ...changes }, settings, at);
    return;
  }
  if (channels.length === 0) return;
  const counted = isAgain === true ? { ...news, lineCount: 1 } : news;
  const row = rowOf(readerId, counted, settings, at);
  const _id = await ctx.db.insert("notifications", row);
  await send(ctx, { ...row, _id, _creationTime: at }, settings);
}

/** Reads the last notification on this subject, because its reader has seen that itself. */
async function readSubject(ctx: MutationCtx, userId: Id<"users">, subject: string, at: number) {
  const latest = await latestOf(ctx, userId, subject);
  if (latest !== null && latest.readAt === undefined)
    await ctx.db.patch("notifications", latest._id, { readAt: at });
}

/** Notifications on one subject that wait for an answer: never more than one. */
const TO_DO_MAX = 10;

async function endToDo(ctx: MutationCtx, userId: Id<"users">, subject: string, at: number) {
  const waiting = await ctx.db
    .query("notifications")
    .withIndex("by_user_subject", (q) =>
      q.eq("userId", userId).eq("subject", subject).eq("isToDo", true),
    )
    .take(TO_DO_MAX);
  for (const { _id, readAt = at } of waiting)
    await ctx.db.patch("notifications", _id, { readAt, isToDo: undefined });
}

/** Applies a change as of `at`, the time of its event. The fold alone calls it for news. */
export async function applyChange(
  ctx: MutationCtx,
  change: NotificationChange,
  at: number,
): Promise<void> {
  switch (change.type) {
    case "news":
      await write(ctx, change, at);
      return;
    case "answered":
      await endToDo(ctx, change.readerId, change.subject, at);
      return;
    case "seen":
      await readSubject(ctx, change.readerId, change.subject, at);
      return;
    default:
      change satisfies never;
  }
}

/**
 * Reads what waited for this reader's answer, or what the reader has seen: at once, because the reader looks at it, and again behind
 * news that are still queued.
 */
export async function settle(
  ctx: MutationCtx,
  { at, notificationChanges }: Effects,
  change: Exclude<NotificationChange, { type: "news" }>,
): Promise<void> {
  await applyChange(ctx, change, at);
  notificationChanges.push(change);
}
