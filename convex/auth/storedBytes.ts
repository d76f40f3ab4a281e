/** The bytes that one account may leave in the database and in files in a day, and the notification before they end. */
import { v, type Infer } from "convex/values";
import { SMALL_WRITE_BYTES, STORED_SHARE_NOTIFIED } from "../../domain/limits";
import { STORED_THINGS, type StoredThing } from "../../domain/notifications";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { remainingOf, trySpend } from "./limits";
import { fail } from "../errors";
import { emit } from "../events";

const LIMIT_NAMES = { rows: "rowBytes", pictures: "fileBytes" } as const;

const utf8 = new TextEncoder();

/** The size of a value as it is stored, roughly: that of its JSON. */
export function bytesOf(value: unknown): number {
  return utf8.encode(JSON.stringify(value)).length;
}

/** The rest of an allowance, and when it is full again. */
export const lowAllowance = v.object({
  of: v.union(...STORED_THINGS.map((thing) => v.literal(thing))),
  leftBytes: v.number(),
  fullAt: v.number(),
});

export const spaceView = v.array(v.object({ ...lowAllowance.fields, maxBytes: v.number() }));

async function spaceFor(ctx: QueryCtx | MutationCtx, userId: Id<"users">, of: StoredThing) {
  const { left, capacity, fullAt } = await remainingOf(ctx, LIMIT_NAMES[of], userId);
  const leftBytes = Math.max(0, Math.floor(left));
  return { of, leftBytes, maxBytes: capacity, fullAt: Math.ceil(fullAt) };
}

/** Returns what the account may still store today: rows, and pictures. */
export function readSpace(ctx: QueryCtx, userId: Id<"users">): Promise<Infer<typeof spaceView>> {
  return Promise.all(STORED_THINGS.map((thing) => spaceFor(ctx, userId, thing)));
}

/** Tells the account, once a day for each allowance, that most of it is used. */
async function notifyIfLow(ctx: MutationCtx, userId: Id<"users">, of: StoredThing): Promise<void> {
  const { maxBytes, ...allowance } = await spaceFor(ctx, userId, of);
  if (maxBytes - allowance.leftBytes < maxBytes * STORED_SHARE_NOTIFIED) return;
  const subject = LIMIT_NAMES[of];
  const notice = { name: "lowBytesNotices", key: `${userId} ${subject}` } as const;
  if ((await trySpend(ctx, [notice])) > 0) return;
  const user = await ctx.db.get("users", userId);
  if (user === null) return;
  await emit(ctx, { type: "storageLow", user, allowance, now: Date.now() });
}

/** Takes bytes off the account's day. Returns 0, or the milliseconds until it has as many again. */
export async function trySpendBytes(
  ctx: MutationCtx,
  userId: Id<"users">,
  bytes: number,
  of: StoredThing,
): Promise<number> {
  const wait = await trySpend(ctx, [{ name: LIMIT_NAMES[of], key: userId, count: bytes }]);
  if (wait === 0) await notifyIfLow(ctx, userId, of);
  return wait;
}

/**
 * Takes what a command is about to leave in the database off the account's day. Small writes pass: how many there may be bounds
 * them. Called before the first write but for the notification that little is left. Errors: TOO_MUCH_DATA {retryAfterMs}.
 */
export async function spendBytes(
  ctx: MutationCtx,
  userId: Id<"users">,
  bytes: number,
  of: StoredThing = "rows",
): Promise<void> {
  if (of === "rows" && bytes < SMALL_WRITE_BYTES) return;
  const retryAfterMs = await trySpendBytes(ctx, userId, bytes, of);
  if (retryAfterMs > 0) fail("TOO_MUCH_DATA", { retryAfterMs });
}
