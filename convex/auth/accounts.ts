/** Accounts: finding, making, and ending their sessions. Plain functions inside a transaction. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bump } from "../admin/counters";
import { fail } from "../errors";
import type { PasswordHash } from "./secrets";

/** More sessions than anybody opens; the rest expires by itself. */
const SESSIONS_MAX = 1_000;
/** A session's refresh tokens, exchanged about once an hour. */
const TOKENS_MAX = 1_000;

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

/** Signs somebody out, everywhere or everywhere else: those screens lose their data with this commit. */
export async function endSessions(
  ctx: MutationCtx,
  userId: Id<"users">,
  except?: Id<"authSessions">,
): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(SESSIONS_MAX);
  for (const session of sessions) {
    if (session._id === except) continue;
    const tokens = await ctx.db
      .query("authRefreshTokens")
      .withIndex("sessionId", (q) => q.eq("sessionId", session._id))
      .take(TOKENS_MAX);
    for (const token of tokens) await ctx.db.delete("authRefreshTokens", token._id);
    await ctx.db.delete("authSessions", session._id);
  }
}
