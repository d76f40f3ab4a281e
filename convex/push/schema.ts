/** Tables of Web Push: the browsers that people are pushed to, and what waits for the end of their quiet hours. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const pushTables = {
  /** One per browser that gave its push service's address. Deleted with its session, when the service has dropped it, after too many failures, or a day without an answer. */
  pushSubscriptions: defineTable({
    userId: v.id("users"),
    sessionId: v.id("authSessions"),
    /** Address at the browser's push service, as `requireTarget` writes it. */
    endpoint: v.string(),
    /** The browser's public key, base64url of 65 bytes. */
    p256dh: v.string(),
    /** The browser's secret, base64url of 16 bytes. */
    auth: v.string(),
    /** Attempts that failed in a row. */
    failures: v.number(),
    /** The moment of the first of them; absent when there is none. */
    failingSince: v.optional(v.number()),
    /** The first attempt in a row that its push service left without an answer; absent after an answer of any status. */
    silentSince: v.optional(v.number()),
    createdAt: v.number(),
  })
    .index("by_user", ["userId", "createdAt"])
    .index("by_session", ["sessionId"])
    .index("by_endpoint", ["endpoint"]),

  /** One per person whose pushes wait: in quiet hours, or beyond the allowance. Deleted when they become one push. */
  heldPushes: defineTable({
    userId: v.id("users"),
    /** When the first of the held notifications was written. */
    since: v.number(),
  }).index("by_user", ["userId"]),
};
