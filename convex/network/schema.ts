/** The connections' table. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONNECTION_STATUSES } from "../../domain/connectionLifecycle";

export const connectionStatus = v.union(...CONNECTION_STATUSES.map((status) => v.literal(status)));

export const networkTables = {
  /**
   * One row per (retailer, distributor), made by the retailer's first request (or a block) and never deleted: a refusal or a removal sets
   * it to rejected, another request sets it back to pending. Names are not kept here: screens show both sides as they are now.
   */
  connections: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    status: connectionStatus,
    /** The latest request; later than the row's creation if the retailer asked again. */
    requestedAt: v.number(),
    /** Absent until the distributor first answered. */
    answeredAt: v.optional(v.number()),
    /** Set from the first acceptance on, and kept. Absent on rows that were accepted before this rule, until `chat/internal.ts` comes by. */
    conversationId: v.optional(v.id("conversations")),
    /** Requests that were refused or withdrawn since the last accepted one. Absent: none. */
    refusals: v.optional(v.number()),
    /** Set while that party blocks the other; the row of a pair that never asked is made for it, rejected. */
    blockedByRetailerAt: v.optional(v.number()),
    blockedByDistributorAt: v.optional(v.number()),
  })
    .index("by_pair", ["retailerId", "distributorId"])
    .index("by_distributor", ["distributorId", "status", "requestedAt"])
    .index("by_retailer", ["retailerId", "status", "requestedAt"])
    .index("by_conversation", ["status", "conversationId"])
    .index("by_distributor_block", ["distributorId", "blockedByDistributorAt"])
    .index("by_retailer_block", ["retailerId", "blockedByRetailerAt"]),
};
