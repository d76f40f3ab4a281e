/** What sign-up, sign-in and mail need to remember, beside the tables of the sign-in library. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const otpPurpose = v.union(v.literal("signup"), v.literal("reset"));

/** A password's hash with everything that is needed to compute it again. */
export const passwordHash = v.object({
  algorithm: v.literal("PBKDF2-HMAC-SHA256"),
  rounds: v.number(),
  /** Base64. */
  salt: v.string(),
  /** Base64. */
  hash: v.string(),
});

export const authRoomTables = {
  /** One per account. Written by registration, the admin command and a password reset. */
  credentials: defineTable({ userId: v.id("users"), password: passwordHash }).index("by_user", [
    "userId",
  ]),

  /** One per e-mail and purpose: a new code replaces the old one. Deleted when redeemed, burnt or swept after expiry. */
  emailOtps: defineTable({
    email: v.string(),
    purpose: otpPurpose,
    /** SHA-256 over salt, e-mail and code, base64. */
    hash: v.string(),
    salt: v.string(),
    expiresAt: v.number(),
    /** Guesses so far, counted before they are compared. */
    tries: v.number(),
  })
    .index("by_email", ["email", "purpose"])
    .index("by_expiry", ["expiresAt"]),

  /** An e-mail that was proven. Its ticket allows registering (or a new password) and a few uploads. Deleted when used or swept after expiry. */
  verifications: defineTable({
    email: v.string(),
    purpose: otpPurpose,
    /** SHA-256 of the ticket, base64; the ticket itself is with the visitor alone. */
    ticketHash: v.string(),
    expiresAt: v.number(),
    uploadsLeft: v.number(),
  })
    .index("by_ticket", ["ticketHash"])
    .index("by_expiry", ["expiresAt"]),

  /** Keys to the development mailbox, for pages on the server's own machine. The oldest go when there are many. */
  mailboxKeys: defineTable({ key: v.string() }).index("by_key", ["key"]),

  /** Every mail. Without a key for the mail service it stays `kept`, for the development mailbox. Swept after a month. */
  outbox: defineTable({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    html: v.string(),
    state: v.union(v.literal("kept"), v.literal("queued"), v.literal("sent"), v.literal("failed")),
    attempts: v.number(),
    lastError: v.optional(v.string()),
  }).index("by_recipient", ["to"]),
};
