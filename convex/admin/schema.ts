/** The tables of counters: figures that would otherwise be counted by reading a table. `counters.ts` alone writes them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const counterName = v.union(
  v.literal("orders.pending"),
  v.literal("orders.accepted"),
  v.literal("orders.rejected"),
  v.literal("orders.completed"),
  v.literal("orders.cancelled"),
  v.literal("requests.pending"),
  v.literal("users.retailer"),
  v.literal("users.distributor"),
  v.literal("users.admin"),
);

export const userCountName = v.union(v.literal("ordersPlaced"), v.literal("ordersCompleted"));

export const adminTables = {
  /**
   * One row per (counter, owner, shard), made by the first change and never deleted. Only the sum over the shards means
   * something: a shard belongs to whoever acted, so one tenant's +1 and another's -1 lie in different rows.
   */
  counters: defineTable({
    counter: counterName,
    /** User that the figure belongs to; null for the whole market. */
    ownerId: v.union(v.id("users"), v.null()),
    shard: v.number(),
    count: v.number(),
  }).index("by_counter", ["counter", "ownerId", "shard"]),

  /** One row per (user, count), made by the user's first and never deleted. `by_count` finds who has most. */
  userCounts: defineTable({
    userId: v.id("users"),
    counter: userCountName,
    count: v.number(),
  })
    .index("by_user", ["userId", "counter"])
    .index("by_count", ["counter", "count"]),

  /**
   * Counts of the whole market per day (in India): one row per (counter, day, shard), inserted by that day's first change and never
   * deleted. As with `counters`, only the sum over the shards is meaningful.
   */
  dayCounts: defineTable({
    counter: userCountName,
    /** YYYY-MM-DD. */
    day: v.string(),
    shard: v.number(),
    count: v.number(),
  }).index("by_day", ["counter", "day", "shard"]),
};
