/** Accounts: finding, making, and ending their sessions. Plain functions inside a transaction. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { emit } from "../events";
import { insertRow } from "../rows";
import { forgetDevices, rememberDevice } from "./devices";
import type { PasswordHash } from "./secrets";
import type { ProvenLogin } from "./signIn";
import { refundTry } from "./tries";

/** More devices than anybody has: a further sign-in ends the oldest session. So all of them can end in one transaction. */
export const SESSIONS_MAX = 500;
/** Sign-ins that run at the same time may each leave one more. */
const SESSIONS_READ_MAX = 2 * SESSIONS_MAX;
/** The most tokens that one transaction deletes, besides the sessions. A session of the app's screens gets a refresh token an hour; one of REST has one token. */
const TOKENS_DELETED_MAX = 500;

/** The open account of the normalised e-mail. An address whose account was closed is free again. */
export function getAccount(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email).eq("deactivatedAt", undefined))
    .unique();
}

/** The open account of the e-mail, or else the one that was closed last: records of the past still name it. */
export async function getKnownAccount(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const closed = ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .order("desc");
  return (await getAccount(ctx, email)) ?? (await closed.first());
}

export function getCredential(
  ctx: QueryCtx,
  userId: Id<"users">,
): Promise<Doc<"credentials"> | null> {
  return getOneFrom(ctx.db, "credentials", "by_user", userId, "userId");
}

/** Makes an account whose fields are known to be good. Errors: EMAIL_TAKEN. */
export async function insertAccount(
  ctx: MutationCtx,
  user: WithoutSystemFields<Doc<"users">>,
  password: PasswordHash,
): Promise<Id<"users">> {
  if ((await getAccount(ctx, user.email)) !== null) fail("EMAIL_TAKEN");
  const written = await insertRow(ctx, "users", user);
  const { _id: userId } = written;
  await ctx.db.insert("credentials", { userId, password });
  await emit(ctx, { type: "userRegistered", user: written, now: Date.now() });
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

/** Deletes a session, its pushes, and at most `most` of its tokens, of the screens and of REST. Resolves with the number of deleted tokens. */
async function dropSession(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  most: number,
): Promise<number> {
  await ctx.db.delete("authSessions", sessionId);
  await emit(ctx, { type: "sessionEnded", sessionId, now: Date.now() });
  const ofRest = await ctx.db
    .query("restTokens")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(most);
  const ofScreens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(most - ofRest.length);
  for (const { _id } of ofRest) await ctx.db.delete("restTokens", _id);
  for (const { _id } of ofScreens) await ctx.db.delete("authRefreshTokens", _id);
  return ofRest.length + ofScreens.length;
}

/**
 * Deletes sessions with a bounded number of their tokens. Tokens are void without their session; `sweep.ts` deletes the others by age.
 */
async function dropSessions(
  ctx: MutationCtx,
  sessions: readonly { readonly _id: Id<"authSessions"> }[],
): Promise<void> {
  let tokensLeft = TOKENS_DELETED_MAX;
  for (const { _id } of sessions) tokensLeft -= await dropSession(ctx, _id, tokensLeft);
}

/** Signs one device out. The sign-in library may have deleted its session already: then its pushes end here. */
export async function endSession(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  if ((await ctx.db.get("authSessions", sessionId)) === null)
    await emit(ctx, { type: "sessionEnded", sessionId, now: Date.now() });
  else await dropSessions(ctx, [{ _id: sessionId }]);
}

/** Makes room for one more session. */
async function endOldestSessions(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await sessionsOf(ctx, userId).take(SESSIONS_READ_MAX);
  await dropSessions(ctx, sessions.slice(0, Math.max(sessions.length - SESSIONS_MAX + 1, 0)));
}

/** Voids every code and ticket that was given out for an e-mail. */
async function voidProofs(ctx: MutationCtx, email: string): Promise<void> {
  const codes = ctx.db.query("emailOtps").withIndex("by_email", (q) => q.eq("email", email));
  for await (const { _id } of codes) await ctx.db.delete("emailOtps", _id);
  const tickets = ctx.db.query("verifications").withIndex("by_email", (q) => q.eq("email", email));
  for await (const { _id } of tickets) await ctx.db.delete("verifications", _id);
}

/**
 * Signs somebody out, everywhere or everywhere else: those screens lose their data with this commit. What was given out before and
 * could let somebody in again ends too: codes, tickets and known devices.
 */
export async function endSessions(
  ctx: MutationCtx,
  userId: Id<"users">,
  except?: Id<"authSessions">,
): Promise<void> {
  const sessions = await sessionsOf(ctx, userId).take(SESSIONS_READ_MAX);
  await dropSessions(
    ctx,
    sessions.filter(({ _id }) => _id !== except),
  );
  await forgetDevices(ctx, userId);
  const user = await ctx.db.get("users", userId);
  if (user !== null) await voidProofs(ctx, user.email);
}

/**
 * Checks the account again in the transaction that opens a session: the password may have been changed or the account closed while
 * the password was compared. Returns null then. Otherwise makes room for one more session, refunds the try and remembers the device.
 */
export async function admitSession(
  ctx: MutationCtx,
  { userId, compared, spent, deviceHash }: ProvenLogin,
): Promise<Doc<"users"> | null> {
  const [user, credential] = [await ctx.db.get("users", userId), await getCredential(ctx, userId)];
  if (user === null || user.deactivatedAt !== undefined) return null;
  if (credential?.password.hash !== compared.hash) return null;
  await refundTry(ctx, spent);
  await rememberDevice(ctx, userId, deviceHash);
  await endOldestSessions(ctx, userId);
  return user;
}
