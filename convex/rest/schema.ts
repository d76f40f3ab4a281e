/** Tables of REST: sessions, answers kept for idempotency keys, and reserved stock. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const restTables = {
  /**
   * One per login through REST. The session itself is a row of the sign-in library, like every other: when that goes, by signing
   * out everywhere, a new password or a closed account, the token is worth nothing. Deleted by logout, swept with age.
   */
  restTokens: defineTable({
    /** SHA-256, base64; the token itself is with the caller alone. */
    tokenHash: v.string(),
    sessionId: v.id("authSessions"),
    userId: v.id("users"),
    expiresAt: v.number(),
  })
    .index("by_hash", ["tokenHash"])
    .index("by_session", ["sessionId"])
    .index("by_expiry", ["expiresAt"]),

  /** The answer to a POST that carried an `Idempotency-Key`, written in the transaction that it answers. Swept after a day. */
  restAnswers: defineTable({
    /** Owner of the key: a user, or the proof that a visitor sent. */
    owner: v.string(),
    key: v.string(),
    /** Method and path. */
    call: v.string(),
    /** SHA-256 over the body in a canonical form: the same key with another body is refused. */
    digest: v.string(),
    /** Answer of the function, as JSON. */
    result: v.string(),
  }).index("by_key", ["owner", "call", "key"]),
};
