/** The tables of counters: figures that would otherwise be counted by reading a table. `add.ts` alone writes them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const counterName = v.union(
  v.literal("orders.pending"),
  v.literal("orders.accepted"),
  v.literal("orders.rejected"),
  v.literal("orders.completed"),
  v.literal("orders.cancelled"),
  v.literal("requests.pending"),
  /** The owner's open sum in paise: what it owes as a retailer, or is owed as a distributor. */
  v.literal("khata.open"),
  v.literal("users.retailer"),
  v.literal("users.distributor"),
  v.literal("users.admin"),
);

export const userCountName = v.union(v.literal("ordersPlaced"), v.literal("ordersCompleted"));

/** A change of the daily figures of accepted orders: of a distributor's value (paise) or number of them, of a product's pieces, or of a pair's week. */
const soldChange = [
  v.object({
    sold: v.union(v.literal("paise"), v.literal("orders")),
    distributorId: v.id("users"),
    day: v.string(),
    by: v.number(),
  }),
  v.object({
    sold: v.literal("pieces"),
    productId: v.id("products"),
    distributorId: v.id("users"),
    day: v.string(),
    by: v.number(),
  }),
  v.object({
    sold: v.literal("pairPaise"),
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    day: v.string(),
    by: v.number(),
  }),
] as const;

export const weekSum = v.object({ week: v.string(), sum: v.number() });

/**
 * One change of a figure: of the market's or an owner's counter, of a user's count and with it the count of a day, or of the daily
 * figures of accepted orders.
 */
export const countChange = v.union(
  ...soldChange,
  v.object({
    counter: counterName,
    ownerId: v.union(v.id("users"), v.null()),
    by: v.number(),
  }),
  v.object({ counter: userCountName, userId: v.id("users"), day: v.string(), by: v.number() }),
);

export const figureTables = {
  /** One row per (counter, owner), inserted by the first change and never deleted. */
  counters: defineTable({
    counter: counterName,
    /** User that the figure belongs to; null for the whole market. */
    ownerId: v.union(v.id("users"), v.null()),
    count: v.number(),
  }).index("by_counter", ["counter", "ownerId"]),

  /** One row per (user, count), inserted by the user's first and never deleted. `by_count` finds who has most. */
  userCounts: defineTable({
    userId: v.id("users"),
    counter: userCountName,
    count: v.number(),
  })
    .index("by_user", ["userId", "counter"])
    .index("by_count", ["counter", "count"]),

  /** Counts of the whole market per day (in India): one row per (counter, day), inserted by that day's first change and never deleted. */
  dayCounts: defineTable({
    counter: userCountName,
    /** YYYY-MM-DD. */
    day: v.string(),
    count: v.number(),
  }).index("by_day", ["counter", "day"]),

  /** Accepted orders of a distributor by the day (in India) of their acceptance: one row per distributor and day with any, never deleted. */
  salesDays: defineTable({
    distributorId: v.id("users"),
    /** YYYY-MM-DD. */
    day: v.string(),
    /** Their value, without those that were cancelled or rejected after all. */
    paise: v.number(),
    orders: v.number(),
  }).index("by_distributor", ["distributorId", "day"]),

  /**
   * Pieces of a product in accepted orders, for its days of cover: one row per product that was ever accepted. It holds the 28 days up to
   * the latest with any, so it does not grow with the days.
   */
  productSales: defineTable({
    productId: v.id("products"),
    distributorId: v.id("users"),
    /** The latest of `days`. */
    lastDay: v.string(),
    /** Oldest first. */
    days: v.array(v.object({ day: v.string(), pieces: v.number() })),
    /** Pieces of the 12 weeks up to the latest with any, the oldest first. */
    weeks: v.array(weekSum),
  })
    .index("by_product", ["productId"])
    .index("by_distributor", ["distributorId", "lastDay"]),

  /**
   * Value of a pair's accepted orders by the week of their acceptance: one row per pair that ever had one, never deleted. It holds the 12
   * weeks up to the latest with any, the oldest first, so it does not grow with the weeks.
   */
  pairSales: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    weeks: v.array(weekSum),
  }).index("by_pair", ["retailerId", "distributorId"]),
};
