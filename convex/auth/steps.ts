/**
 * The transactions behind signing up, signing in and resetting a password. The
 * actions of `auth.ts` bring what needs chance or time (codes, tickets, hashes);
 * every decision is made here, inside one transaction.
 */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import {
  OTP_LIFETIME_MS,
  OTP_TRIES,
  TICKET_LIFETIME_MS,
  TICKET_UPLOADS,
} from "../../domain/limits";
import { signOutProof } from "../../domain/signOutProof";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mailNotice, passwordChanged } from "../account/notices";
import { revokePrograms } from "../developers/revoke";
import { fail } from "../errors";
import { internalMutation, internalQuery } from "../functions";
import {
  admitSession,
  endSession,
  endSessions,
  getAccount,
  getCredential,
  insertAccount,
  setPassword,
} from "./accounts";
import { spend } from "./limits";
import { codeMail, postMail } from "./mail";
import { checkTicket, makeAccount } from "./registration";
import { otpPurpose, passwordHash } from "./schema";
import { digest, sameText } from "./secrets";
import { type TokenPair, provenLogin, tokenPair, tokensIn } from "./signIn";
import { requireVerification } from "./verifications";

type Purpose = Doc<"emailOtps">["purpose"];

function getOtp(ctx: QueryCtx, email: string, purpose: Purpose): Promise<Doc<"emailOtps"> | null> {
  return ctx.db
    .query("emailOtps")
    .withIndex("by_email", (q) => q.eq("email", email).eq("purpose", purpose))
    .unique();
}

/**
 * Keeps a new code in place of an older one and mails it. A reset for an unknown e-mail looks the same and mails nothing: its
 * code is kept all the same, so that neither asking for it nor guessing at it takes another time.
 */
export const issueOtp = internalMutation({
  args: {
    email: v.string(),
    purpose: otpPurpose,
    code: v.string(),
    salt: v.string(),
    address: v.string(),
  },
  returns: v.null(),
  handler: async (ctx, { email, purpose, code, salt, address }) => {
    await spend(ctx, "otpsByAddress", address, "OTP_LIMIT");
    await spend(ctx, "otpPause", email, "OTP_LIMIT");
    await spend(ctx, "otpsByEmail", email, "OTP_LIMIT");
    await spend(ctx, "otpsInAll", undefined, "OTP_LIMIT");
    const older = await getOtp(ctx, email, purpose);
    if (older !== null) await ctx.db.delete("emailOtps", older._id);
    const hash = await digest(salt, email, code);
    const expiresAt = Date.now() + OTP_LIFETIME_MS;
    await ctx.db.insert("emailOtps", { email, purpose, hash, salt, expiresAt, tries: 0 });
    const isNobodys = purpose === "reset" && (await getAccount(ctx, email)) === null;
    if (!isNobodys) await postMail(ctx, codeMail(email, code, purpose));
    return null;
  },
});

/**
 * Counts the guess, then compares. True makes the ticket valid and the code
 * used. A wrong guess is an answer, not an error: an error would undo the count.
 */
export const redeemOtp = internalMutation({
  args: {
    email: v.string(),
    purpose: otpPurpose,
    otp: v.string(),
    ticketHash: v.string(),
    address: v.string(),
  },
  returns: v.boolean(),
  handler: async (ctx, { email, purpose, otp, ticketHash, address }) => {
    await spend(ctx, "otpChecksByAddress", address);
    await spend(ctx, "otpChecks", email);
    const kept = await getOtp(ctx, email, purpose);
    if (kept === null || kept.expiresAt <= Date.now() || kept.tries >= OTP_TRIES) return false;
    await ctx.db.patch("emailOtps", kept._id, { tries: kept.tries + 1 });
    if (!sameText(await digest(kept.salt, email, otp), kept.hash)) return false;
    await ctx.db.delete("emailOtps", kept._id);
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

const registration = {
  ticket: v.string(),
  email: v.string(),
  name: v.string(),
  phone: v.string(),
  role: v.string(),
  companyName: v.optional(v.string()),
  shopName: v.optional(v.string()),
  address: v.string(),
  imageId: v.id("_storage"),
  password: passwordHash,
};

/** See `registration.ts`. Errors: EMAIL_NOT_VERIFIED, INVALID_ROLE, MISSING_FIELDS, BAD_PHONE, EMAIL_TAKEN, NO_IMAGE. */
export const registerAccount = internalMutation({
  args: registration,
  returns: v.id("users"),
  handler: (ctx, form) => makeAccount(ctx, form),
});

/** A new password; every session, key and webhook of the account ends. Errors: EMAIL_NOT_VERIFIED. */
export const replacePassword = internalMutation({
  args: { ticket: v.string(), email: v.string(), password: passwordHash },
  returns: v.null(),
  handler: async (ctx, { ticket, email, password }) => {
    const verification = await requireVerification(ctx, { email, ticket, purpose: "reset" });
    const user = (await getAccount(ctx, email)) ?? fail("EMAIL_NOT_VERIFIED");
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id);
    await mailNotice(ctx, user, passwordChanged(await revokePrograms(ctx, user._id)));
    await ctx.db.delete("verifications", verification._id);
    return null;
  },
});

const candidate = v.union(
  v.null(),
  v.object({ userId: v.id("users"), role: v.string(), password: passwordHash }),
);

/**
 * What a sign-in has to be compared with; null for what is no e-mail, and for an unknown or deactivated account. The try is
 * counted here, before the comparison, and `openSession` takes it back. Errors: TOO_MANY.
 */
export const admitLogin = internalMutation({
  args: { email: v.union(v.null(), v.string()), address: v.string() },
  returns: candidate,
  handler: async (ctx, { email, address }) => {
    await spend(ctx, "loginsByAddress", address);
    if (email === null) return null;
    await spend(ctx, "loginFailures", email);
    const user = await getAccount(ctx, email);
    if (user === null || user.deactivatedAt !== undefined) return null;
    const credential = await getCredential(ctx, user._id);
    return credential === null
      ? null
      : { userId: user._id, role: user.role, password: credential.password };
  },
});

/** The session after a right password, in one transaction with `admitSession`'s last look at the account; null as there. */
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
  const kept = await ctx.db.get("authRefreshTokens", tokenId);
  return kept !== null && kept.sessionId === session ? kept.sessionId : null;
}

/** Whether this is a refresh token of ours, for the session that it names. */
export const isIssued = internalQuery({
  args: { refreshToken: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { refreshToken }) => (await sessionOfToken(ctx, refreshToken)) !== null,
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
    await revokePrograms(ctx, existing._id);
    return existing._id;
  },
});
