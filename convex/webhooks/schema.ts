/** Tables of webhooks, and of what they are sent. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PING, WEBHOOK_EVENTS } from "../../domain/webhooks";

export const webhookEvent = v.union(...WEBHOOK_EVENTS.map((event) => v.literal(event)));
export const toldEvent = v.union(v.literal(PING), webhookEvent);
export const deliveryState = v.union(
  v.literal("waiting"),
  v.literal("delivered"),
  v.literal("failed"),
);

/** Fields of a webhook that its owner sees. */
export const webhookFields = {
  url: v.string(),
  events: v.array(webhookEvent),
  /** The first failure since something was taken; absent: the last message was taken. */
  failingSince: v.optional(v.number()),
  /** The first attempt in a row that its host left without an answer; absent after an answer of any status. */
  silentSince: v.optional(v.number()),
  /** Nothing was taken for days, or nothing answered for a day: it is told nothing more until a test succeeds. */
  pausedAt: v.optional(v.number()),
};

export const webhookTables = {
  /** One per address that a user has told. Deleted by its owner or with the account; what it still had to be told ends with it. */
  webhooks: defineTable({
    userId: v.id("users"),
    ...webhookFields,
    /** Signs every message, so it is kept as it is; shown once. */
    secret: v.string(),
  }).index("by_user", ["userId"]),

  /** Events as they are sent, written in the transaction that made them happen if a webhook listens. Deleted after a month. */
  webhookEvents: defineTable({
    type: toldEvent,
    at: v.number(),
    /** JSON. */
    data: v.string(),
  }),

  /** One per event and webhook, and one line of that webhook's log. Moved on by `deliver.ts` alone. Swept after a month. */
  webhookDeliveries: defineTable({
    webhookId: v.id("webhooks"),
    eventId: v.id("webhookEvents"),
    type: toldEvent,
    state: deliveryState,
    /** That ended so far. */
    attempts: v.number(),
    /** Absent: no further one, or it waits in the queue of all requests. */
    nextAttemptAt: v.optional(v.number()),
    /** The last answer's. */
    status: v.optional(v.number()),
    /** Why it was not taken: the beginning of the answer, or what prevented one. */
    problem: v.optional(v.string()),
  })
    // All of a webhook's in order of time.
    .index("by_webhook", ["webhookId"]),
};
