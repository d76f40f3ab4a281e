/** Tables of Web Push: the browsers that people are pushed to, and what waits for the end of their quiet hours. */
import { defineTable } from "convex/server";
import { type Infer, v } from "convex/values";

/** A push before it is encrypted for a device. Built from a notification, a summary of several, or a test. */
export const pushMessage = v.object({
  title: v.string(),
  body: v.string(),
  /** Address in the app that a click opens. */
  path: v.string(),
  /** Id of the thing; a later push of the same thing replaces an earlier one. */
  subject: v.string(),
  urgency: v.union(v.literal("normal"), v.literal("high")),
  /** Of the fact. */
  at: v.number(),
  /** Sending stops when this is read; absent in summaries and tests. */
  notificationId: v.optional(v.id("notifications")),
  /** Of a summary: sending stops when everything since then is read. */
  since: v.optional(v.number()),
  /** A test is tried once: its sender waits for it. */
  isTest: v.optional(v.boolean()),
});

export type PushMessage = Infer<typeof pushMessage>;

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
    /** Of the first of them; absent when there is none. */
    failingSince: v.optional(v.number()),
    /** Of the first attempt in a row that its push service left without an answer; absent after an answer of any status. */
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
