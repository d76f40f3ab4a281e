/** The table of feedback. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const feedbackTables = {
  /** Written once by a member, read by admins. Name, e-mail and role are those of the moment, so that it outlives the account. */
  feedback: defineTable({
    userId: v.id("users"),
    name: v.string(),
    email: v.string(),
    role: v.union(v.literal("retailer"), v.literal("distributor"), v.literal("admin")),
    complaint: v.string(),
    review: v.string(),
    /** 1 to 5 stars. */
    rating: v.number(),
  }).index("by_user", ["userId"]),
};
