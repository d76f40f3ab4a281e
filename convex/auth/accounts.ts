/** Accounts: finding, making, and ending their sessions. Plain functions inside a transaction. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bump } from "../admin/counters";
import { fail } from "../errors";
import type { PasswordHash } from "./secrets";

/** More devices than anybody has: a further sign-in ends the oldest session. So all of them can end in one transaction. */
export const SESSIONS_MAX = 500;
/** Sign-ins that run at the same time may each leave one more. */
const SESSIONS_READ_MAX = 2 * SESSIONS_MAX;
/** A session gets a refresh token an hour: a month of two devices. */
const TOKENS_DELETED_MAX = 1_500;

/** By the normalised e-mail; deactivated accounts too, because an address is never given twice. */
export function getAccount(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", email))
    .unique();
}

export function getCredential(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"credentials"> | null> {
  return ctx.db
    .query("credentials")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** Makes an account whose fields are known to be good. Errors: EMAIL_TAKEN. */
export async function insertAccount(
  ctx: MutationCtx,
  user: WithoutSystemFields<Doc<"users">>,
  password: PasswordHash,
): Promise<Id<"users">> {
  if ((await getAccount(ctx, user.email)) !== null) fail("EMAIL_TAKEN");
  const userId = await ctx.db.insert("users", user);
  await ctx.db.insert("credentials", { userId, password });
  await bump(ctx, `users.${user.role}`, 1, userId);
  return userId;
}

export async function setPassword(
  ctx: MutationCtx,
  userId: Id<"users">,
  password: PasswordHash,
): Promise<void> {
  const credential = await getCredential(ctx, userId);
  if (credential === null) await ctx.db.insert("credentials", { userId, password });
  else await ctx.db.patch("credentials", credential._id, { password });
}

function sessionsOf(ctx: MutationCtx, userId: Id<"users">) {
  return ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId));
}

/** At most `count` of them. Answers how many went. */
async function deleteTokens(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  count: number,
): Promise<number> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(count);
  for (const token of tokens) await ctx.db.delete("authRefreshTokens", token._id);
  return tokens.length;
}

/** Makes room for one more session. */
export async function endOldestSessions(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await sessionsOf(ctx, userId).take(SESSIONS_READ_MAX);
  const superfluous = sessions.slice(0, Math.max(sessions.length - SESSIONS_MAX + 1, 0));
  for (const session of superfluous) await ctx.db.delete("authSessions", session._id);
}

/**
 * Signs somebody out, everywhere or everywhere else: those screens lose their data with this commit. Refresh tokens are worth
 * nothing without their session; there may be thousands, and those that are too many for here go with age, in `sweep.ts`.
 */
export async function endSessions(
  ctx: MutationCtx,
  userId: Id<"users">,
  except?: Id<"authSessions">,
): Promise<void> {
  let tokensLeft = TOKENS_DELETED_MAX;
  for (const { _id } of await sessionsOf(ctx, userId).take(SESSIONS_READ_MAX)) {
    if (_id === except) continue;
    await ctx.db.delete("authSessions", _id);
    tokensLeft -= await deleteTokens(ctx, _id, tokensLeft);
  }
}
