/**
 * The transactions behind signing up, signing in and resetting a password. The actions of `auth.ts` pass in the codes, tickets and
 * hashes, which need randomness or computing time; every decision is made here, inside one transaction.
 */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { TICKET_LIFETIME_MS, TICKET_UPLOADS } from "../../domain/limits";
import { signOutProof } from "../../domain/signOutProof";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { emit } from "../events";
import { internalMutation } from "../functions";
import {
  admitSession,
  endSession,
  endSessions,
  getAccount,
  getCredential,
  insertAccount,
  setPassword,
} from "./accounts";
import { getDevice, rememberDevice } from "./devices";
import { spend } from "./limits";
import { issueCode, redeemCode } from "./oneTimeCodes";
import { checkTicket, makeAccount } from "./registration";
import { accountForm, languageValidator, otpPurpose, passwordHash } from "./schema";
import { sameText } from "./secrets";
import { type TokenPair, provenLogin, tokenPair, tokensIn } from "./signIn";
import { spendTry, spentTry } from "./tries";
import { requireVerification } from "./verifications";

/** See `oneTimeCodes.ts`. Errors: OTP_LIMIT. */
export const issueOtp = internalMutation({
  args: {
    email: v.string(),
    purpose: otpPurpose,
    code: v.string(),
    salt: v.string(),
    address: v.string(),
    handleHash: v.optional(v.string()),
    newHandleHash: v.string(),
    deviceHash: v.optional(v.string()),
    language: v.optional(languageValidator),
  },
  returns: v.boolean(),
  handler: (ctx, { handleHash, deviceHash, ...request }) =>
    issueCode(ctx, { ...request, handleHash, deviceHash }),
});

/** See `oneTimeCodes.ts`. True makes the ticket valid. Errors: TOO_MANY. */
export const redeemOtp = internalMutation({
  args: {
    email: v.string(),
    purpose: otpPurpose,
    otp: v.string(),
    ticketHash: v.string(),
    address: v.string(),
    handleHash: v.optional(v.string()),
  },
  returns: v.boolean(),
  handler: async (ctx, { ticketHash, handleHash, ...guess }) => {
    if (!(await redeemCode(ctx, { ...guess, handleHash }))) return false;
    const { email, purpose } = guess;
    const expiresAt = Date.now() + TICKET_LIFETIME_MS;
    await ctx.db.insert("verifications", {
      email,
      purpose,
      ticketHash,
      expiresAt,
      uploadsLeft: TICKET_UPLOADS,
    });
    return true;
  },
});

/** See `registration.ts`. Errors: EMAIL_NOT_VERIFIED, TOO_MANY. */
export const admitTicket = internalMutation({
  args: { ticket: v.string(), email: v.string(), purpose: otpPurpose, address: v.string() },
  returns: v.null(),
  handler: async (ctx, { address, ...proof }) => {
    await checkTicket(ctx, proof, address);
    return null;
  },
});

/** See `registration.ts`. Errors: `ACCOUNT_ERRORS`. */
export const registerAccount = internalMutation({
  args: { ...accountForm, imageId: v.id("_storage"), invitedBy: v.optional(v.string()) },
  returns: v.id("users"),
  handler: (ctx, form) => makeAccount(ctx, form),
});

/**
 * A new password. Every session, key and webhook of the account ends, and every code and ticket for the e-mail, this one included.
 * The device is known from now on, so that whoever locked the account for strangers does not lock it out. Errors: EMAIL_NOT_VERIFIED.
 */
export const replacePassword = internalMutation({
  args: {
    ticket: v.string(),
    email: v.string(),
    password: passwordHash,
    deviceHash: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { ticket, email, password, deviceHash }) => {
    await requireVerification(ctx, { email, ticket, purpose: "reset" });
    const user = (await getAccount(ctx, email)) ?? fail("EMAIL_NOT_VERIFIED");
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id);
    await rememberDevice(ctx, user._id, deviceHash);
    await emit(ctx, { type: "passwordReset", user, now: Date.now() });
    return null;
  },
});

const candidate = v.union(
  v.null(),
  v.object({
    userId: v.id("users"),
    role: v.string(),
    password: passwordHash,
    spent: v.array(spentTry),
  }),
);

/**
 * Returns the password hash to compare a sign-in with; null for an invalid e-mail and for an unknown or deactivated account. Counts
 * the try before the comparison; `openSession` refunds it. Errors: TOO_MANY.
 */
export const admitLogin = internalMutation({
  args: {
    email: v.union(v.null(), v.string()),
    address: v.string(),
    deviceHash: v.optional(v.string()),
  },
  returns: candidate,
  handler: async (ctx, { email, address, deviceHash }) => {
    await spend(ctx, "loginsByAddress", address);
    if (email === null) return null;
    const user = await getAccount(ctx, email);
    const credential = user === null ? null : await getCredential(ctx, user._id);
    const device = user === null ? null : await getDevice(ctx, user._id, deviceHash);
    const guess = { email, credential, address, device: device?._id ?? null };
    const spent = await spendTry(ctx, guess);
    if (user === null || user.deactivatedAt !== undefined || credential === null) return null;
    return { userId: user._id, role: user.role, password: credential.password, spent };
  },
});

/** Opens a session after a right password, in one transaction with `admitSession`, whose null it returns. */
export const openSession = internalMutation({
  args: provenLogin,
  returns: v.union(v.null(), tokenPair),
  handler: async (ctx, proven): Promise<TokenPair | null> => {
    if ((await admitSession(ctx, proven)) === null) return null;
    const answer: unknown = await ctx.runMutation(internal.auth.store, {
      args: { type: "signIn", userId: proven.userId, generateTokens: true },
    });
    return typeof answer === "object" && answer !== null && "tokens" in answer
      ? tokensIn(answer.tokens)
      : null;
  },
});

/** Two ids and a stroke are much shorter; more is no token and is not taken apart. */
const REFRESH_TOKEN_MAX = 200;

/** Returns the session that a refresh token was issued for, or null. Whether the token is still good, the library decides. */
async function sessionOfToken(
  ctx: QueryCtx,
  refreshToken: string,
): Promise<Id<"authSessions"> | null> {
  if (refreshToken.length > REFRESH_TOKEN_MAX) return null;
  const [token = "", session, ...rest] = refreshToken.split("|", 3);
  const tokenId = ctx.db.normalizeId("authRefreshTokens", token);
  if (tokenId === null || rest.length > 0) return null;
  const storedToken = await ctx.db.get("authRefreshTokens", tokenId);
  return storedToken !== null && storedToken.sessionId === session ? storedToken.sessionId : null;
}

/**
 * Returns the next pair of tokens; only tokens that we issued reach the library's store. A refresh token that was used before ends its
 * session and with it every access token, on every screen at once.
 */
export const renew = internalMutation({
  args: { refreshToken: v.string() },
  returns: v.union(v.null(), tokenPair),
  handler: async (ctx, { refreshToken }): Promise<TokenPair | null> => {
    const sessionId = await sessionOfToken(ctx, refreshToken);
    if (sessionId === null) return null;
    const answer: unknown = await ctx.runMutation(internal.auth.store, {
      args: { type: "refreshSession", refreshToken },
    });
    const tokens = tokensIn(answer);
    if (tokens === null) await endSession(ctx, sessionId);
    return tokens;
  },
});

/** A browser that signs out holds the newest token, or one that another of its tabs has just renewed. */
const PROVEN_TOKENS_MAX = 10;

/** Returns the session of the refresh token that `signOutProof` was made of, or null. */
async function sessionOfProof(ctx: QueryCtx, proof: string): Promise<Id<"authSessions"> | null> {
  if (proof.length > REFRESH_TOKEN_MAX) return null;
  const sessionId = ctx.db.normalizeId("authSessions", proof.split("|", 2)[1] ?? "");
  if (sessionId === null) return null;
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .order("desc")
    .take(PROVEN_TOKENS_MAX);
  for (const { _id } of tokens) {
    if (sameText(await signOutProof(`${_id}|${sessionId}`), proof)) return sessionId;
  }
  return null;
}

/** Ends the session of a refresh token, of a proof of one, or else the caller's. A session that is over stays so. */
export const signOut = internalMutation({
  args: { refreshToken: v.optional(v.string()), proof: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { refreshToken, proof }) => {
    const session =
      refreshToken !== undefined
        ? sessionOfToken(ctx, refreshToken)
        : proof !== undefined
          ? sessionOfProof(ctx, proof)
          : getAuthSessionId(ctx);
    const sessionId = await session;
    if (sessionId !== null) await endSession(ctx, sessionId);
    return null;
  },
});

/** Creates an administrator, or gives one a new name and password, signs it out and revokes its keys. Errors: EMAIL_TAKEN by a trader. */
export const saveAdmin = internalMutation({
  args: { email: v.string(), name: v.string(), password: passwordHash },
  returns: v.id("users"),
  handler: async (ctx, { email, name, password }) => {
    const existing = await getAccount(ctx, email);
    if (existing === null) {
      return insertAccount(ctx, { role: "admin", email, name, phone: "", address: "" }, password);
    }
    if (existing.role !== "admin") return fail("EMAIL_TAKEN");
    await ctx.db.patch("users", existing._id, { name, deactivatedAt: undefined });
    await setPassword(ctx, existing._id, password);
    await endSessions(ctx, existing._id);
    await emit(ctx, { type: "adminRenewed", user: existing, now: Date.now() });
    return existing._id;
  },
});
