/**
 * The transactions behind signing up, signing in and resetting a password. The
 * actions of `auth.ts` bring what needs chance or time (codes, tickets, hashes);
 * every decision is made here, inside one transaction.
 */
import { v } from "convex/values";
import {
  ADDRESS_MAX,
  NAME_MAX,
  OTP_LIFETIME_MS,
  OTP_TRIES,
  TICKET_LIFETIME_MS,
  TICKET_UPLOADS,
} from "../../domain/limits";
import { isTradeRole } from "../../domain/roles";
import { cleanText, normalPhone } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { internalMutation } from "../functions";
import { claimUpload } from "../uploads/claim";
import { endSessions, getAccount, getCredential, insertAccount, setPassword } from "./accounts";
import { requireLeft, spend } from "./limits";
import { codeMail, postMail } from "./mail";
import { otpPurpose, passwordHash } from "./schema";
import { digest, sameText } from "./secrets";

const EXPIRED_ROWS_PER_SWEEP = 500;
/** Mails are kept this long for whoever asks what was sent. */
const MAIL_KEPT_MS = 30 * 24 * 60 * 60_000;

type Purpose = Doc<"emailOtps">["purpose"];

function getOtp(ctx: QueryCtx, email: string, purpose: Purpose): Promise<Doc<"emailOtps"> | null> {
  return ctx.db
    .query("emailOtps")
    .withIndex("by_email", (q) => q.eq("email", email).eq("purpose", purpose))
    .unique();
}

/** The proof that somebody holds this e-mail, or null when the ticket is unknown or too old. */
export async function getVerification(
  ctx: QueryCtx,
  ticket: string,
): Promise<Doc<"verifications"> | null> {
  const ticketHash = await digest(ticket);
  const verification = await ctx.db
    .query("verifications")
    .withIndex("by_ticket", (q) => q.eq("ticketHash", ticketHash))
    .unique();
  return verification !== null && verification.expiresAt > Date.now() ? verification : null;
}

async function requireVerification(
  ctx: QueryCtx,
  proof: { ticket: string; email: string; purpose: Purpose },
): Promise<Doc<"verifications">> {
  const verification = await getVerification(ctx, proof.ticket);
  const fits = verification?.email === proof.email && verification.purpose === proof.purpose;
  return fits ? verification : fail("EMAIL_NOT_VERIFIED");
}

/** Keeps a new code in place of an older one and mails it. A reset for an unknown e-mail looks the same and mails nothing. */
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
    if (purpose === "reset" && (await getAccount(ctx, email)) === null) return null;
    const older = await getOtp(ctx, email, purpose);
    if (older !== null) await ctx.db.delete("emailOtps", older._id);
    const hash = await digest(salt, email, code);
    const expiresAt = Date.now() + OTP_LIFETIME_MS;
    await ctx.db.insert("emailOtps", { email, purpose, hash, salt, expiresAt, tries: 0 });
    await postMail(ctx, codeMail(email, code, purpose));
    return null;
  },
});

/**
 * Counts the guess, then compares. True makes the ticket valid and the code
 * used. A wrong guess is an answer, not an error: an error would undo the count.
 */
export const redeemOtp = internalMutation({
  args: { email: v.string(), purpose: otpPurpose, otp: v.string(), ticketHash: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, purpose, otp, ticketHash }) => {
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

/** Before the costly hash: is there a point in computing it? Errors: EMAIL_NOT_VERIFIED, TOO_MANY. */
export const admitTicket = internalMutation({
  args: { ticket: v.string(), email: v.string(), purpose: otpPurpose, address: v.string() },
  returns: v.null(),
  handler: async (ctx, { address, ...proof }) => {
    await spend(ctx, "registrations", address);
    await requireVerification(ctx, proof);
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

function requireText(text: string | undefined, max: number, multiline = false): string {
  return cleanText(text ?? "", { min: 1, max, multiline }) ?? fail("MISSING_FIELDS");
}

/**
 * The account, its password and its picture in one step. The proof of the e-mail
 * is used up only if all of it succeeds. Errors: EMAIL_NOT_VERIFIED,
 * INVALID_ROLE, MISSING_FIELDS, BAD_PHONE, EMAIL_TAKEN, NO_IMAGE.
 */
export const registerAccount = internalMutation({
  args: registration,
  returns: v.id("users"),
  handler: async (ctx, args) => {
    const { email, ticket, imageId, role } = args;
    const verification = await requireVerification(ctx, { email, ticket, purpose: "signup" });
    if (!isTradeRole(role)) return fail("INVALID_ROLE");
    const user = {
      role,
      email,
      imageId,
      name: requireText(args.name, NAME_MAX),
      phone: normalPhone(args.phone) ?? fail("BAD_PHONE"),
      address: requireText(args.address, ADDRESS_MAX, true),
      ...(role === "distributor"
        ? { companyName: requireText(args.companyName, NAME_MAX) }
        : { shopName: requireText(args.shopName, NAME_MAX) }),
    };
    const userId = await insertAccount(ctx, user, args.password);
    await claimUpload(ctx, { imageId, verificationId: verification._id, purpose: "image" });
    await ctx.db.delete("verifications", verification._id);
    return userId;
  },
});

/** A new password, and everybody who used the old one is signed out. Errors: EMAIL_NOT_VERIFIED. */
export const replacePassword = internalMutation({
  args: { ticket: v.string(), email: v.string(), password: passwordHash },
  returns: v.null(),
  handler: async (ctx, { ticket, email, password }) => {
    const verification = await requireVerification(ctx, { email, ticket, purpose: "reset" });
    const user = (await getAccount(ctx, email)) ?? fail("EMAIL_NOT_VERIFIED");
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id);
    await ctx.db.delete("verifications", verification._id);
    return null;
  },
});

const candidate = v.union(
  v.null(),
  v.object({ userId: v.id("users"), role: v.string(), password: passwordHash }),
);

/** What a sign-in has to be compared with; null for an unknown or deactivated account. Errors: TOO_MANY. */
export const admitLogin = internalMutation({
  args: { email: v.string(), address: v.string() },
  returns: candidate,
  handler: async (ctx, { email, address }) => {
    await spend(ctx, "loginsByAddress", address);
    await requireLeft(ctx, "loginFailures", email);
    const user = await getAccount(ctx, email);
    if (user === null || user.deactivatedAt !== undefined) return null;
    const credential = await getCredential(ctx, user._id);
    return credential === null
      ? null
      : { userId: user._id, role: user.role, password: credential.password };
  },
});

export const countFailedLogin = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await spend(ctx, "loginFailures", email);
    return null;
  },
});

/** Creates an administrator, or gives one a new name and password and signs it out. Errors: EMAIL_TAKEN by a trader. */
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
    return existing._id;
  },
});

async function sweepExpired(ctx: MutationCtx, now: number): Promise<void> {
  const otps = ctx.db.query("emailOtps").withIndex("by_expiry", (q) => q.lt("expiresAt", now));
  for (const otp of await otps.take(EXPIRED_ROWS_PER_SWEEP))
    await ctx.db.delete("emailOtps", otp._id);
  const tickets = ctx.db
    .query("verifications")
    .withIndex("by_expiry", (q) => q.lt("expiresAt", now));
  for (const ticket of await tickets.take(EXPIRED_ROWS_PER_SWEEP)) {
    await ctx.db.delete("verifications", ticket._id);
  }
  const mails = ctx.db
    .query("outbox")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - MAIL_KEPT_MS));
  for (const mail of await mails.take(EXPIRED_ROWS_PER_SWEEP))
    await ctx.db.delete("outbox", mail._id);
}

/** Codes and tickets that are too old, and mails of last month. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sweepExpired(ctx, Date.now());
    return null;
  },
});
