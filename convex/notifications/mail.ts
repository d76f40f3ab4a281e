/** Mails of notifications: each at once, or those that are still unread collected into one at the times that their reader chose. */
import { nextDigest, type NotificationSettings } from "../../domain/notifications";
import { t } from "../../domain/language/texts";
import { notificationText } from "../../domain/notificationTexts";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { env, type MutationCtx } from "../_generated/server";
import { trySpend } from "../auth/limits";
import { escapeHtml, postMail, type Mail } from "../auth/mail";
import { unreadSince } from "./list";
import { writeFor } from "../receiver";
import { settingsOf } from "./settings";
import { factsOf } from "./view";

/** The digests of one run; each reads and writes `DIGEST_ROWS` twice at most. */
export const DIGESTS_PER_RUN = 10;
/** Digests are mailed every half hour (`crons.ts`). */
const DIGEST_RUN_MS = 30 * 60_000;
/** The newest notifications that a digest is made from. */
const DIGEST_ROWS = 200;
/** Notifications that one mail names. */
export const NAMED_MAX = 20;
const SUBJECT_MAX = 150;

/** The whole address of a page, or null where the deployment does not know its own. */
function addressOf(path: string): string | null {
  return env.SITE_URL === undefined ? null : env.SITE_URL.replace(/\/$/, "") + path;
}

type Entry = { readonly title: string; readonly body: string; readonly link: string | null };

function entryOf(notification: Doc<"notifications">, { showsSums }: NotificationSettings): Entry {
  const text = notificationText(factsOf(notification), { showsSums });
  return { ...text, link: addressOf(notification.path) };
}

function plainEntry({ title, body, link }: Entry): string {
  return [title, body, link ?? ""].filter((line) => line !== "").join("\n");
}

function htmlEntry({ title, body, link }: Entry): string {
  const name = escapeHtml(title);
  const lead = link === null ? name : `<a href="${escapeHtml(link)}">${name}</a>`;
  return `<p>${[lead, ...(body === "" ? [] : [escapeHtml(body)])].join("<br>")}</p>`;
}

function mailOf(
  { email }: Doc<"users">,
  subject: string,
  entries: readonly Entry[],
  rest?: string,
): Mail {
  const why = t("You chose these mails in your settings.");
  const closing = rest === undefined ? [why] : [rest, why];
  return {
    to: email,
    subject: Array.from(subject).slice(0, SUBJECT_MAX).join(""),
    text: [...entries.map(plainEntry), ...closing].join("\n\n"),
    html: [...entries.map(htmlEntry), ...closing.map((line) => `<p>${line}</p>`)].join(""),
  };
}

/** Notes that the reader gets a digest at `at` of what came from `since` on. */
async function collect(
  ctx: MutationCtx,
  userId: Id<"users">,
  { at, since }: { readonly at: number; readonly since: number },
): Promise<void> {
  const noted = await ctx.db
    .query("notificationDigests")
    .withIndex("by_user", (q) => q.eq("userId", userId).eq("at", at))
    .first();
  if (noted === null) await ctx.db.insert("notificationDigests", { userId, at, since });
  else if (since < noted.since) await ctx.db.patch("notificationDigests", noted._id, { since });
}

/**
 * Mails the notification in its reader's next digest, or at once: in a transaction of its own, because mails are counted by reader,
 * and two orders to one distributor write nothing in common.
 */
export async function sendMail(
  ctx: MutationCtx,
  { _id: notificationId, userId, at: since }: Doc<"notifications">,
  settings: NotificationSettings,
): Promise<void> {
  const at = nextDigest(settings.digest, since);
  if (at !== null) await collect(ctx, userId, { at, since });
  else
    await ctx.scheduler.runAfter(0, internal.notifications.internal.mailAtOnce, { notificationId });
}

/**
 * Mails a notification that is still unread. Where its reader got many mails already, what comes goes into one within half an hour:
 * two accounts that trade with each other in a loop must not use up the mails that everybody's one-time codes need.
 */
export async function mailAtOnce(
  ctx: MutationCtx,
  notificationId: Id<"notifications">,
  now: number,
): Promise<void> {
  const notification = await ctx.db.get("notifications", notificationId);
  if (notification === null || notification.readAt !== undefined) return;
  const { userId, at: since } = notification;
  const reader = await ctx.db.get("users", userId);
  if (reader === null || reader.deactivatedAt !== undefined) return;
  if ((await trySpend(ctx, [{ name: "noticeMails", key: userId }])) > 0)
    return collect(ctx, userId, { at: Math.ceil(now / DIGEST_RUN_MS) * DIGEST_RUN_MS, since });
  const settings = await settingsOf(ctx, reader);
  const mail = writeFor(reader, () => {
    const entry = entryOf(notification, settings);
    return mailOf(reader, entry.title, [entry]);
  });
  await postMail(ctx, mail);
  await ctx.db.patch("notifications", notificationId, { isMailed: true });
}

function digestMail(
  reader: Doc<"users">,
  untold: readonly Doc<"notifications">[],
  settings: NotificationSettings,
): Mail {
  const entries = untold.slice(0, NAMED_MAX).map((row) => entryOf(row, settings));
  const [first] = entries;
  const subject =
    untold.length === 1 && first !== undefined
      ? first.title
      : t("{count, plural, one {# new notification} other {# new notifications}}", {
          count: untold.length,
        });
  const left = untold.length - entries.length;
  return mailOf(
    reader,
    subject,
    entries,
    left > 0 ? t("And {count} more.", { count: left }) : undefined,
  );
}

/** Mails one digest, unless everything was read or mailed meanwhile, the account was closed, or its reader wants no more mails. */
async function mailDigest(
  ctx: MutationCtx,
  { userId, since }: Doc<"notificationDigests">,
): Promise<void> {
  const reader = await ctx.db.get("users", userId);
  if (reader === null || reader.deactivatedAt !== undefined) return;
  const settings = await settingsOf(ctx, reader);
  const sought = { since, channel: "mail", atMost: DIGEST_ROWS } as const;
  const unread = await unreadSince(ctx, userId, sought, settings);
  const untold = unread.filter(({ isMailed }) => isMailed === undefined);
  if (untold.length === 0) return;
  await postMail(
    ctx,
    writeFor(reader, () => digestMail(reader, untold, settings)),
  );
  for (const { _id } of untold) await ctx.db.patch("notifications", _id, { isMailed: true });
}

/** Mails the digests that are due and deletes their rows, a batch at a time: one mail for each person and time. */
export async function sendDigests(ctx: MutationCtx, now: number): Promise<void> {
  const due = await ctx.db
    .query("notificationDigests")
    .withIndex("by_at", (q) => q.lte("at", now))
    .take(DIGESTS_PER_RUN);
  for (const digest of due) {
    await mailDigest(ctx, digest);
    await ctx.db.delete("notificationDigests", digest._id);
  }
  if (due.length === DIGESTS_PER_RUN)
    await ctx.scheduler.runAfter(0, internal.notifications.internal.sendDigests, {});
}
