/**
 * Writes notifications in the transaction of what they tell, so that there is one if and only if it committed. A row of its own for
 * each thing, and no counter: two orders to one distributor write nothing in common.
 */
import { isToDo, type NotificationSettings } from "../../domain/notifications";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getConnection } from "../network/find";
import type { Pair } from "../network/sides";
import { enqueuePush } from "../push/enqueue";
import { sendMail } from "./mail";
import { businessNameOf } from "../users/view";
import { settingsOf } from "./settings";

export type News = Pick<
  Doc<"notifications">,
  | "kind"
  | "productName"
  | "imageId"
  | "lineCount"
  | "paise"
  | "answer"
  | "allowance"
  | "path"
  | "subject"
> & {
  /** The user who did it: the other side of the trade. Null where the market itself tells. */
  readonly partner: Doc<"users"> | null;
};

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
function rowOf(
  reader: Doc<"users">,
  { partner, ...news }: News,
  settings: NotificationSettings,
  now: number,
) {
  const channels = settings.channels[news.kind] ?? [];
  const isShown = channels.includes("bell") || channels.includes("sound");
  return {
    ...news,
    userId: reader._id,
    at: now,
    partnerId: partner?._id ?? reader._id,
    partnerName: partner === null ? MARKET : businessNameOf(partner),
    ...(isToDo(news.kind) && { isToDo: true as const }),
    ...(!isShown && { isHidden: true as const }),
  };
}

/** Tells `reader` the news through the channels of its kind. Whoever closed their account, or switched the kind off, is told nothing. */
export async function notify(
  ctx: MutationCtx,
  reader: Doc<"users">,
  news: News,
  now: number,
): Promise<void> {
  if (reader.deactivatedAt !== undefined) return;
  const settings = await settingsOf(ctx, reader);
  if ((settings.channels[news.kind] ?? []).length === 0) return;
  const row = rowOf(reader, news, settings, now);
  const _id = await ctx.db.insert("notifications", row);
  await send(ctx, { ...row, _id, _creationTime: now }, settings);
}

function latestOf(ctx: MutationCtx, userId: Id<"users">, subject: string) {
  return ctx.db
    .query("notifications")
    .withIndex("by_user_subject", (q) => q.eq("userId", userId).eq("subject", subject))
    .order("desc")
    .first();
}

/**
 * As `notify`, for what comes often: while the last one on the same subject is unread, it is renewed instead, counts one more, and is
 * pushed but not mailed again.
 */
export async function notifyAgain(
  ctx: MutationCtx,
  reader: Doc<"users">,
  news: News,
  now: number,
): Promise<void> {
  const unread = await latestOf(ctx, reader._id, news.subject);
  if (unread === null || unread.readAt !== undefined) {
    await notify(ctx, reader, { ...news, lineCount: 1 }, now);
    return;
  }
  if (reader.deactivatedAt !== undefined) return;
  const settings = await settingsOf(ctx, reader);
  const lineCount = (unread.lineCount ?? 1) + 1;
  const changes = { isHidden: undefined, ...rowOf(reader, { ...news, lineCount }, settings, now) };
  await ctx.db.patch("notifications", unread._id, changes);
  const channels = settings.channels[news.kind] ?? [];
  if (channels.includes("push")) await enqueuePush(ctx, { ...unread, ...changes }, settings, now);
}

/** Reads the last notification on this subject, because its reader has seen that itself. */
export async function readSubject(
  ctx: MutationCtx,
  userId: Id<"users">,
  subject: string,
  now: number,
): Promise<void> {
  const latest = await latestOf(ctx, userId, subject);
  if (latest !== null && latest.readAt === undefined)
    await ctx.db.patch("notifications", latest._id, { readAt: now });
}

/** Notifications on one subject that wait for an answer: never more than one. */
const TO_DO_MAX = 10;

/** Reads what waited for this reader's answer: it was given, or nobody waits any more. */
export async function endToDo(
  ctx: MutationCtx,
  userId: Id<"users">,
  subject: string,
  now: number,
): Promise<void> {
  const waiting = await ctx.db
    .query("notifications")
    .withIndex("by_user_subject", (q) =>
      q.eq("userId", userId).eq("subject", subject).eq("isToDo", true),
    )
    .take(TO_DO_MAX);
  for (const { _id, readAt = now } of waiting)
    await ctx.db.patch("notifications", _id, { readAt, isToDo: undefined });
}
