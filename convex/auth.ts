/**
 * Public functions of sign-up, sign-in and sign-out. They are actions, because codes, tickets and password hashes need randomness
 * and computing time that a transaction must not have. The mutations in `auth/internal.ts` make every decision.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { SESSION_LIFETIME_MS } from "../domain/limits";
import { internal } from "./_generated/api";
import { mailCode, ticketForCode } from "./auth/codes";
import { mailView, newMailboxKey, openedMailbox } from "./auth/mailbox";
import { languageValidator, otpPurpose, registrationArgs } from "./auth/schema";
import { type TokenPair, credentials, signInOrRenew, tokenPair } from "./auth/signIn";
import { registerWithTicket, resetWithTicket } from "./auth/ticketed";
import { anyoneAction, anyoneQuery } from "./functions";

export const { auth, store, isAuthenticated } = convexAuth({
  providers: [],
  session: { totalDurationMs: SESSION_LIFETIME_MS, inactiveDurationMs: SESSION_LIFETIME_MS },
});

/**
 * Called by the sign-in library's client. `provider: "password"` with e-mail, password and role signs in; a refresh token alone
 * renews the session; anything else answers no tokens. Every wrong sign-in answers INVALID_LOGIN after the same computation. Errors
 * besides: TOO_MANY.
 */
export const signIn = anyoneAction({
  args: {
    provider: v.optional(v.string()),
    params: v.optional(credentials),
    refreshToken: v.optional(v.string()),
    verifier: v.optional(v.string()),
    calledBy: v.optional(v.string()),
  },
  returns: v.object({ tokens: v.union(v.null(), tokenPair) }),
  handler: async (ctx, args): Promise<{ tokens: TokenPair | null }> => ({
    tokens: await signInOrRenew(ctx, args),
  }),
});

/**
 * Ends the session that a refresh token, or a proof of one (`signOutProof`), belongs to, whoever calls: a browser that was offline
 * when somebody signed out says so when the line is back, and another account may be signed in by then. Without either, ends
 * the caller's own session.
 */
export const signOut = anyoneAction({
  args: { refreshToken: v.optional(v.string()), proof: v.optional(v.string()) },
  returns: v.null(),
  handler: (ctx, args): Promise<null> => ctx.runMutation(internal.auth.internal.signOut, args),
});

/**
 * Mails a six-digit code, and answers the handle that it belongs to. With the handle of an earlier code for the e-mail, the new one
 * replaces that; a device that signed in before has an allowance of its own for resets. The answer is the same for known and
 * unknown e-mails. Errors: INVALID_EMAIL, OTP_LIMIT.
 */
export const sendOtp = anyoneAction({
  args: {
    email: v.string(),
    purpose: otpPurpose,
    handle: v.optional(v.string()),
    device: v.optional(v.string()),
    language: v.optional(languageValidator),
  },
  returns: v.object({ handle: v.string() }),
  handler: async (ctx, args): Promise<{ handle: string }> => ({
    handle: await mailCode(ctx, args),
  }),
});

/**
 * Exchanges a code for a ticket that is good for 30 minutes. Without the handle of the code, only from the network that asked for
 * it, and within narrower limits. Errors: INVALID_OTP, TOO_MANY.
 */
export const verifyOtp = anyoneAction({
  args: {
    email: v.string(),
    otp: v.string(),
    purpose: otpPurpose,
    handle: v.optional(v.string()),
  },
  returns: v.object({ ticket: v.string() }),
  handler: async (ctx, args): Promise<{ ticket: string }> => ({
    ticket: await ticketForCode(ctx, args),
  }),
});

/** Creates an account for a verified e-mail. Errors: EMAIL_NOT_VERIFIED, BAD_PASSWORD, COMMON_PASSWORD, TOO_MANY, and those of `registerAccount`. */
export const register = anyoneAction({
  args: registrationArgs,
  returns: v.null(),
  handler: async (ctx, form) => {
    await registerWithTicket(ctx, form);
    return null;
  },
});

/**
 * A new password for a verified e-mail; every session, code, ticket and known device of the account ends, and the device that
 * asked is known. Errors: EMAIL_NOT_VERIFIED, BAD_PASSWORD, COMMON_PASSWORD, TOO_MANY.
 */
export const resetPassword = anyoneAction({
  args: {
    ticket: v.string(),
    email: v.string(),
    password: v.string(),
    device: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, reset) => {
    await resetWithTicket(ctx, reset);
    return null;
  },
});

/** A key to the development mailbox, for callers on the server's own machine. Errors: NOT_FOUND for everybody else. */
export const openMailbox = anyoneAction({
  args: {},
  returns: v.object({ key: v.string() }),
  handler: async (ctx) => ({ key: await newMailboxKey(ctx) }),
});

/** Every mail, newest first, for whoever was given a key. Errors: NOT_FOUND for everybody else. */
export const mailbox = anyoneQuery({
  args: {
    key: v.string(),
    paginationOpts: paginationOptsValidator,
    email: v.optional(v.string()),
  },
  returns: paginationResultValidator(mailView),
  handler: (ctx, { key, paginationOpts, email }) => openedMailbox(ctx, key, paginationOpts, email),
});
