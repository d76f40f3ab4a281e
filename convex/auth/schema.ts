/** Tables of sign-up, sign-in and mail, beside those of the sign-in library. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BUSINESS_FIELDS, CONTACT_FIELDS } from "../../domain/fields/account";
import { LANGUAGES } from "../../domain/language/languages";
import { validatorsOf } from "../fields";

export const otpPurpose = v.union(v.literal("signup"), v.literal("reset"));

export const languageValidator = v.union(...LANGUAGES.map((language) => v.literal(language)));

/** A password's hash with everything that is needed to compute it again. */
export const passwordHash = v.object({
  algorithm: v.literal("PBKDF2-HMAC-SHA256"),
  rounds: v.number(),
  /** Base64. */
  salt: v.string(),
  /** Base64. */
  hash: v.string(),
});

/** The fields that registration takes; one of the two names is there, by the role. */
export const accountFields = {
  ...validatorsOf(CONTACT_FIELDS),
  ...v.object(validatorsOf(BUSINESS_FIELDS)).partial().fields,
  /** The language of the texts that they get; absent: English. */
  language: v.optional(languageValidator),
};

/** The form of an account, with the e-mail normalised and the password hashed. */
export const accountForm = {
  ...accountFields,
  ticket: v.string(),
  role: v.string(),
  password: passwordHash,
};

/** The form as it is sent, with its picture. */
export const registrationArgs = {
  ...accountForm,
  password: v.string(),
  imageId: v.id("_storage"),
  invitedBy: v.optional(v.string()),
};

export const signInTables = {
  /** One per account. Written by registration, the admin command and a password reset. */
  credentials: defineTable({ userId: v.id("users"), password: passwordHash }).index("by_user", [
    "userId",
  ]),

  /**
   * A device that signed in to an account, see `devices.ts`. Written by a sign-in or a password reset, deleted with the account's
   * sessions when all of them end, by a newer device when there are too many, or swept after expiry.
   */
  knownDevices: defineTable({
    userId: v.id("users"),
    /** SHA-256 of the token, base64; the token itself is with the device alone. */
    tokenHash: v.string(),
    expiresAt: v.number(),
  })
    .index("by_user", ["userId", "tokenHash"])
    .index("by_expiry", ["expiresAt"]),

  /**
   * One per e-mail, purpose and asker: a new code replaces the asker's old one. Deleted when redeemed, when the password changes,
   * or swept after expiry.
   */
  emailOtps: defineTable({
    email: v.string(),
    purpose: otpPurpose,
    /** SHA-256 over salt, e-mail and code, base64. */
    hash: v.string(),
    salt: v.string(),
    expiresAt: v.number(),
    /** SHA-256 of the asker's handle, base64. Missing in codes from before there were handles, as the two fields below. */
    handleHash: v.optional(v.string()),
    /** The asker's network, as `callerAddress` answers it. */
    address: v.optional(v.string()),
    /** Guesses with the handle so far, counted before they are compared. */
    tries: v.number(),
    /** Guesses without the handle, likewise. */
    openTries: v.optional(v.number()),
  })
    .index("by_email", ["email", "purpose"])
    .index("by_expiry", ["expiresAt"]),

  /**
   * An e-mail that was proven. Its ticket allows registering (or a new password) and a few uploads. Deleted when used, when the
   * password changes, or swept after expiry.
   */
  verifications: defineTable({
    email: v.string(),
    purpose: otpPurpose,
    /** SHA-256 of the ticket, base64; the ticket itself is with the visitor alone. */
    ticketHash: v.string(),
    expiresAt: v.number(),
    uploadsLeft: v.number(),
  })
    .index("by_ticket", ["ticketHash"])
    .index("by_email", ["email"])
    .index("by_expiry", ["expiresAt"]),

  /** Keys to the development mailbox, for pages on the server's own machine. The oldest go when there are many. */
  mailboxKeys: defineTable({ key: v.string() }).index("by_key", ["key"]),

  /** Every mail. Without a key for the mail service it stays `kept`, for the development mailbox. Swept after a month; with a one-time code in it, or to an account that is closed with it, after a day. */
  outbox: defineTable({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    state: v.union(v.literal("kept"), v.literal("queued"), v.literal("sent"), v.literal("failed")),
    attempts: v.number(),
    lastError: v.optional(v.string()),
    /** Milliseconds. When a mail is deleted that is kept no longer than its delivery needs; absent for all others. */
    expiresAt: v.optional(v.number()),
  })
    .index("by_recipient", ["to"])
    .index("by_expiry", ["expiresAt"]),
};
