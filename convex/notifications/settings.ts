/** Reads and saves the settings of notifications. Without a row the defaults of the role apply. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v, type Infer, type ObjectType } from "convex/values";
import { DAY_MINUTES } from "../../domain/dates";
import {
  KINDS_OF_ROLE,
  NOTIFICATION_CHANNELS,
  defaultSettings,
  type NotificationKind,
  type NotificationSettings,
} from "../../domain/notifications";
import type { Role } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { settingsFields } from "./schema";

export const settingsView = v.object(settingsFields);
type SettingsView = Infer<typeof settingsView>;
type Settings = ObjectType<typeof settingsFields>;

function rowOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"notificationSettings"> | null> {
  return getOneFrom(ctx.db, "notificationSettings", "by_user", userId, "userId");
}

/** The settings of this person. A kind that was never set has its default channels. */
export async function settingsOf(
  ctx: QueryCtx,
  { _id, role }: Pick<Doc<"users">, "_id" | "role">,
): Promise<NotificationSettings> {
  const defaults = defaultSettings(role);
  const row = await rowOf(ctx, _id);
  if (row === null) return defaults;
  const { quietFrom, quietTo, digest, showsSums, repeatsSound } = row;
  const set = Object.fromEntries(row.channels.map(({ kind, channels }) => [kind, channels]));
  const channels = { ...defaults.channels, ...set };
  return { channels, quietFrom, quietTo, digest, showsSums, repeatsSound };
}

/** The settings as a screen edits them: a row for each kind of the role, in the order of the role's list. */
export async function readSettings(ctx: QueryCtx, user: Doc<"users">): Promise<SettingsView> {
  const { channels, ...settings } = await settingsOf(ctx, user);
  const kinds: readonly NotificationKind[] = KINDS_OF_ROLE[user.role];
  const rows = kinds.map((kind) => ({ kind, channels: [...(channels[kind] ?? [])] }));
  return { ...settings, channels: rows };
}

function hasDoubles(items: readonly unknown[]): boolean {
  return new Set(items).size < items.length;
}

/** True for kinds of the role, each at most once, with channels of which each comes at most once. */
function areChannels(rows: Settings["channels"], role: Role): boolean {
  const kinds: readonly NotificationKind[] = KINDS_OF_ROLE[role];
  if (rows.length > kinds.length || hasDoubles(rows.map(({ kind }) => kind))) return false;
  return rows.every(
    ({ kind, channels }) =>
      kinds.includes(kind) &&
      channels.length <= NOTIFICATION_CHANNELS.length &&
      !hasDoubles(channels),
  );
}

function isMinute(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < DAY_MINUTES;
}

/** True for two minutes of a day, or none. */
function areQuietHours({ quietFrom, quietTo }: Settings): boolean {
  if (quietFrom === undefined || quietTo === undefined) return quietFrom === quietTo;
  return isMinute(quietFrom) && isMinute(quietTo);
}

/** Replaces the caller's settings. Errors: BAD_REQUEST for kinds of another role, doubles and what is no time of day, TOO_MANY {retryAfterMs}. */
export async function saveSettings(
  ctx: MutationCtx,
  user: Doc<"users">,
  settings: Settings,
): Promise<void> {
  if (!areChannels(settings.channels, user.role) || !areQuietHours(settings)) fail("BAD_REQUEST");
  await spend(ctx, "memberChanges", user._id);
  const row = await rowOf(ctx, user._id);
  const fields = { ...settings, userId: user._id };
  if (row === null) await ctx.db.insert("notificationSettings", fields);
  else await ctx.db.replace("notificationSettings", row._id, fields);
}
