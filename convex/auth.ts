/**
 * The door of sign-up, sign-in and sign-out. Actions, because codes, tickets and
 * password hashes need chance and time that a transaction must not have; what
 * they decide is decided in `auth/internal.ts`.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { SESSION_LIFETIME_MS } from "../domain/limits";
import { normalEmail } from "../domain/text";
import { internal } from "./_generated/api";
import { mailCode, ticketForCode } from "./auth/codes";
import { tokenHash } from "./auth/devices";
import { callerAddress } from "./auth/limits";
import { listMailbox, mailView, newMailboxKey, requireKey } from "./auth/mailbox";
import { otpPurpose } from "./auth/schema";
import { hashPassword, newPassword } from "./auth/secrets";
import {
  type TokenPair,
  credentials,
  renewSession,
  signInWithPassword,
  tokenPair,
} from "./auth/signIn";
import { fail } from "./errors";
import { anyoneAction, anyoneQuery } from "./functions";

function requireEmail(text: string): string {
  return normalEmail(text) ?? fail("INVALID_EMAIL");
}

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
  handler: async (
    ctx,
    { provider, params = {}, refreshToken },
  ): Promise<{ tokens: TokenPair | null }> => {
    if (provider === "password") return { tokens: await signInWithPassword(ctx, params) };
    if (provider !== undefined || refreshToken === undefined) return { tokens: null };
    return { tokens: await renewSession(ctx, refreshToken) };
  },
});

/**
 * Ends the session that a refresh token, or a proof of one (`signOutProof`), belongs to, whoever calls: a browser that was offline
 * when somebody signed out says so when the line is back, and another account may be signed in by then. Without either, ends
 * the caller's own session.
 */
export const signOut = anyoneAction({
  args: { refreshToken: v.optional(v.string()), proof: v.optional(v.string()) },
  returns: v.null(),
  handler: (ctx, given): Promise<null> => ctx.runMutation(internal.auth.internal.signOut, given),
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
  },
  returns: v.object({ handle: v.string() }),
  handler: async (ctx, asked): Promise<{ handle: string }> => ({
    handle: await mailCode(ctx, asked),
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
  handler: async (ctx, typed): Promise<{ ticket: string }> => ({
    ticket: await ticketForCode(ctx, typed),
  }),
});

/** Errors: EMAIL_NOT_VERIFIED, BAD_PASSWORD, COMMON_PASSWORD, TOO_MANY, and those of `registerAccount`. */
export const register = anyoneAction({
  args: {
    ticket: v.string(),
    email: v.string(),
    name: v.string(),
    phone: v.string(),
    password: v.string(),
    role: v.string(),
    companyName: v.optional(v.string()),
    shopName: v.optional(v.string()),
    address: v.string(),
    imageId: v.id("_storage"),
  },
  returns: v.object({ message: v.string() }),
  handler: async (ctx, { password: typed, ...form }) => {
    const email = requireEmail(form.email);
    const secret = newPassword(typed);
    const proof = { email, ticket: form.ticket, purpose: "signup" as const };
    await ctx.runMutation(internal.auth.internal.admitTicket, {
      ...proof,
      address: await callerAddress(ctx),
    });
    const hash = await hashPassword(secret);
    await ctx.runMutation(internal.auth.internal.registerAccount, {
      ...form,
      email,
      password: hash,
    });
    return { message: "Registration successful. Please log in." };
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
  returns: v.object({ message: v.string() }),
  handler: async (ctx, { ticket, email: typed, password: typedPassword, device }) => {
    const email = requireEmail(typed);
    const secret = newPassword(typedPassword);
    const proof = { email, ticket, purpose: "reset" as const };
    await ctx.runMutation(internal.auth.internal.admitTicket, {
      ...proof,
      address: await callerAddress(ctx),
    });
    const hash = await hashPassword(secret);
    await ctx.runMutation(internal.auth.internal.replacePassword, {
      ticket,
      email,
      password: hash,
      deviceHash: await tokenHash(device),
    });
    return { message: "Your password has been changed. Please log in." };
  },
});

/** A key to the development mailbox, for callers on the server's own machine. Errors: NOT_FOUND for everybody else. */
export const openMailbox = anyoneAction({
  args: {},
  returns: v.string(),
  handler: (ctx) => newMailboxKey(ctx),
});

/** Every mail, newest first, for whoever was given a key. Errors: NOT_FOUND for everybody else. */
export const mailbox = anyoneQuery({
  args: {
    key: v.string(),
    paginationOpts: paginationOptsValidator,
    email: v.optional(v.string()),
  },
  returns: paginationResultValidator(mailView),
  handler: async (ctx, { key, paginationOpts, email }) => {
    await requireKey(ctx, key);
    return listMailbox(ctx, paginationOpts, email);
  },
});
