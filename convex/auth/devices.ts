/**
 * Devices that signed in to an account before. Each holds an opaque token and counts its tries at the password apart from
 * strangers, who therefore can't lock it out. A token opens nothing. All of an account's end with its sessions.
 */
import { DEVICE_LIFETIME_MS } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { digest } from "../digest";

/** More than anybody uses; a further one replaces the one that signed in longest ago. */
export const DEVICES_MAX = 20;

/** 32 random bytes in base64url, as `newTicket` and browsers make them. */
const TOKEN = /^[\w-]{43}$/;

/** Returns true for a text of the form that opaque tokens have; any other is looked at no further. */
export function isOpaqueToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** Returns the digest of an opaque token, or undefined for anything else. */
export async function tokenHash(token: string | undefined): Promise<string | undefined> {
  return isOpaqueToken(token) ? digest(token) : undefined;
}

/** Returns the device if it signed in to this account and its token is not too old. */
export async function getDevice(
  ctx: QueryCtx,
  userId: Id<"users">,
  deviceHash: string | undefined,
): Promise<Doc<"knownDevices"> | null> {
  if (deviceHash === undefined) return null;
  const device = await ctx.db
    .query("knownDevices")
    .withIndex("by_user", (q) => q.eq("userId", userId).eq("tokenHash", deviceHash))
    .unique();
  return device !== null && device.expiresAt > Date.now() ? device : null;
}

function devicesOf(ctx: MutationCtx, userId: Id<"users">) {
  return ctx.db.query("knownDevices").withIndex("by_user", (q) => q.eq("userId", userId));
}

/** Notes that a device knew the password, or reset it. */
export async function rememberDevice(
  ctx: MutationCtx,
  userId: Id<"users">,
  deviceHash: string | undefined,
): Promise<void> {
  if (deviceHash === undefined) return;
  const expiresAt = Date.now() + DEVICE_LIFETIME_MS;
  const devices = await devicesOf(ctx, userId).take(DEVICES_MAX);
  const knownDevice = devices.find((device) => device.tokenHash === deviceHash);
  if (knownDevice !== undefined) {
    await ctx.db.patch("knownDevices", knownDevice._id, { expiresAt });
    return;
  }
  const [oldest] = devices.sort((a, b) => a.expiresAt - b.expiresAt);
  if (devices.length === DEVICES_MAX && oldest !== undefined)
    await ctx.db.delete("knownDevices", oldest._id);
  await ctx.db.insert("knownDevices", { userId, tokenHash: deviceHash, expiresAt });
}

export async function forgetDevices(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const { _id } of await devicesOf(ctx, userId).take(DEVICES_MAX))
    await ctx.db.delete("knownDevices", _id);
}
