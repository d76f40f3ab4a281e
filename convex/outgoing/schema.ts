/** Tables of requests to hosts that people named: what waits, what is under way, and which hosts don't answer. */
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
  /** The moment of the fact. */
  at: v.number(),
  /** Sending stops when this is read; absent in summaries and tests. */
  notificationId: v.optional(v.id("notifications")),
  /** The start of a summary: sending stops when everything since then is read. */
  since: v.optional(v.number()),
  /** A test is tried once: its sender waits for it. */
  isTest: v.optional(v.boolean()),
});

export type PushMessage = Infer<typeof pushMessage>;

/** The purpose of a request. The module of its kind makes it, and notes how it ended. */
const outgoingJob = v.union(
  v.object({ kind: v.literal("webhook"), deliveryId: v.id("webhookDeliveries") }),
  v.object({
    kind: v.literal("push"),
    deviceId: v.id("pushSubscriptions"),
    message: pushMessage,
    /** The number of attempts, this one among them. */
    attempts: v.number(),
  }),
  v.object({ kind: v.literal("picture"), parentId: v.id("imports"), address: v.string() }),
  v.object({ kind: v.literal("news") }),
);

export type OutgoingJob = Infer<typeof outgoingJob>;

/** Says of a host how it took a request. "none": nothing was asked of the host, or nobody knows what it said. */
export const vAnswer = v.union(v.literal("answered"), v.literal("silent"), v.literal("none"));
export type Answer = Infer<typeof vAnswer>;

export const outgoingTables = {
  /**
   * One per attempt. Written by `enqueue`, deleted when the attempt ends, when its deadline has passed without a word, or when its host
   * has not answered for a day. Only `outgoing/` writes it.
   */
  outgoingRequests: defineTable({
    /** The user whose request it is, or "news". */
    account: v.string(),
    /** The host with its port. Absent where many hosts are asked: their silence pauses nothing. */
    host: v.optional(v.string()),
    job: outgoingJob,
    /** Within an account lower ranks go first: messages before pictures. */
    rank: v.number(),
    /** Set if its sender waits for the outcome: it waits neither for its account's other requests nor for a paused host. */
    isTest: v.optional(v.literal(true)),
    /** A request is "paused" while its host is. */
    state: v.union(v.literal("waiting"), v.literal("underWay"), v.literal("paused")),
    /** The time since which it waits; of one under way, the deadline after which its place is free. */
    at: v.number(),
  })
    .index("by_account", ["account", "state", "rank", "at"])
    .index("by_state", ["state", "at"])
    .index("by_host", ["host", "state", "account"]),

  /** One per account with waiting requests, in the order of their turns. Deleted when a turn finds nothing to begin. */
  outgoingTurns: defineTable({
    account: v.string(),
    /** When it began to wait, or when its last request began. */
    at: v.number(),
  })
    .index("by_account", ["account"])
    .index("by_turn", ["at"]),

  /** One per host whose last request was left without an answer. Deleted by any answer, or a day after the last attempt. */
  outgoingHosts: defineTable({
    host: v.string(),
    /** Requests without an answer, in a row. */
    silences: v.number(),
    /** The moment of the last one. */
    at: v.number(),
    /** Set while it is paused; after this time one request may try. */
    pausedUntil: v.optional(v.number()),
    /** Pauses in a row. */
    pauses: v.number(),
    /** The request that tries whether it answers again. */
    probe: v.optional(v.id("outgoingRequests")),
    /** The account whose request tried last: the next one is another account's. */
    probedFor: v.optional(v.string()),
  })
    .index("by_host", ["host"])
    .index("by_at", ["at"]),
};
