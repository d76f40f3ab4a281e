/** Feedback as admins read it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { roleValidator } from "../users/schema";

export const feedbackView = v.object({
  _id: v.id("feedback"),
  name: v.string(),
  email: v.string(),
  role: roleValidator,
  complaint: v.string(),
  review: v.string(),
  rating: v.number(),
  createdAt: v.number(),
});

export type FeedbackView = Infer<typeof feedbackView>;

export function toFeedbackView(feedback: Doc<"feedback">): FeedbackView {
  const { _id, _creationTime, name, email, role, complaint, review, rating } = feedback;
  return { _id, name, email, role, complaint, review, rating, createdAt: _creationTime };
}
