/** The table of the demo's planting. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const seedTables = {
  /**
   * Has at most one row, there only while the demo data is being planted: written with the first step, changed with each further
   * one, deleted with the last. Whoever finds it goes on where it stands.
   */
  plantings: defineTable({
    /** The present of the demo: its past lies before. */
    startedAt: v.number(),
    /** The pictures of the goods, in the order of `productPictures`. */
    pictures: v.array(v.id("_storage")),
    /** Number of finished steps after the accounts. */
    stepsDone: v.number(),
  }),
};
