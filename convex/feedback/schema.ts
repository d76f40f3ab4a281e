/** The table of feedback. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { roleValidator } from "../users/schema";

const feedbackFields = {
  name: v.string(),
  email: v.string(),
  role: roleValidator,
  complaint: v.string(),
  review: v.string(),
  /** 1 to 5 stars. */
  rating: v.number(),
};

/** Feedback as admins read it. */
export const feedbackView = v.object({
  _id: v.id("feedback"),
  ...feedbackFields,
  createdAt: v.number(),
});

export const feedbackTables = {
  /** Written once by a member, read by admins. Name, e-mail and role are those of the moment, so that it outlives the account. */
  feedback: defineTable({
    userId: v.id("users"),
    ...feedbackFields,
  }).index("by_user", ["userId"]),
};
