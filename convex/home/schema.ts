/** The tables of daily figures. Acceptances append their changes with the other figures; the fold in `figures/fold.ts` alone writes rows. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const homeTables = {
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
  })
    .index("by_product", ["productId"])
    .index("by_distributor", ["distributorId", "lastDay"]),
};
