/** The browsers that a person is pushed to. Each belongs to the session that it signed in with, and ends with it. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { getAuthSessionId } from "@convex-dev/auth/server";
import { PUSH_DEVICES_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { sameText } from "../auth/secrets";
import { requireTarget } from "../outgoing/targets";
import { fail } from "../errors";

export type PushKeys = Pick<Doc<"pushSubscriptions">, "endpoint" | "p256dh" | "auth">;

/** An uncompressed point of the curve P-256 begins with the byte 4. */
const P256DH = /^B[\w-]{86}$/;
const AUTH = /^[\w-]{22}$/;

/** Returns the person's devices, the oldest first. */
export function devicesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSubscriptions">[]> {
  return ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(PUSH_DEVICES_MAX);
}

function atEndpoint(ctx: QueryCtx, endpoint: string): Promise<Doc<"pushSubscriptions"> | null> {
  return getOneFrom(ctx.db, "pushSubscriptions", "by_endpoint", endpoint, "endpoint");
}

/** Returns the caller's own device. Errors: NOT_FOUND, also for other people's. */
export async function requireDevice(
  ctx: QueryCtx,
  user: Doc<"users">,
  endpoint: string,
): Promise<Doc<"pushSubscriptions">> {
  const device = await atEndpoint(ctx, requireTarget(endpoint, "NOT_FOUND"));
  return device?.userId === user._id ? device : fail("NOT_FOUND");
}

/**
 * Keeps a browser's subscription for the caller's session. A browser that another account used is this one's from now on; its keys
 * must be the same, so that an address alone takes over nothing. Errors: BAD_PUSH_SUBSCRIPTION, PRIVATE_ADDRESS, TOO_MANY.
 */
export async function subscribe(
  ctx: MutationCtx,
  user: Doc<"users">,
  { endpoint: endpointInput, p256dh, auth }: PushKeys,
  now: number,
): Promise<void> {
  if (!P256DH.test(p256dh) || !AUTH.test(auth)) fail("BAD_PUSH_SUBSCRIPTION");
  const endpoint = requireTarget(endpointInput, "BAD_PUSH_SUBSCRIPTION");
  const sessionId = (await getAuthSessionId(ctx)) ?? fail("UNAUTHENTICATED");
  await spend(ctx, "memberChanges", user._id);
  const before = await atEndpoint(ctx, endpoint);
  if (before !== null) {
    const isSame = sameText(before.p256dh, p256dh) && sameText(before.auth, auth);
    if (!isSame) fail("BAD_PUSH_SUBSCRIPTION");
    await ctx.db.delete("pushSubscriptions", before._id);
  }
  const [oldest, ...others] = await devicesOf(ctx, user._id);
  if (oldest !== undefined && others.length === PUSH_DEVICES_MAX - 1)
    await ctx.db.delete("pushSubscriptions", oldest._id);
  const device = { userId: user._id, sessionId, endpoint, p256dh, auth };
  await ctx.db.insert("pushSubscriptions", { ...device, failures: 0, createdAt: now });
}

/** Deletes the caller's device, if it is there. */
export async function unsubscribe(
  ctx: MutationCtx,
  user: Doc<"users">,
  endpoint: string,
): Promise<void> {
  const device = await atEndpoint(ctx, requireTarget(endpoint, "BAD_PUSH_SUBSCRIPTION"));
  if (device?.userId === user._id) await ctx.db.delete("pushSubscriptions", device._id);
}

/** Ends the pushes of a session that is over. */
export async function endPushes(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  const devices = await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(PUSH_DEVICES_MAX);
  for (const { _id } of devices) await ctx.db.delete("pushSubscriptions", _id);
}
