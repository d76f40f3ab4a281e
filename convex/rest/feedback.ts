/** The feedback calls: traders write it, admins read it. */
import { z } from "@hono/zod-openapi";
import { FEEDBACK_MAX } from "../../domain/limits";
import { ROLES } from "../../domain/roles";
import { listFeedback, type FeedbackView } from "../feedback/list";
import { submitFeedback } from "../feedback/submit";
import { Message, ignored, isoTime, ownEmail } from "./entities";
import { created, list, mutation } from "./operation";
import { requireOwnEmail } from "./own";

const Feedback = z
  .object({
    _id: z.string(),
    user: z.object({ name: z.string(), email: z.string(), role: z.enum(ROLES) }),
    complaint: z.string(),
    review: z.string(),
    rating: z.number().int().openapi({ minimum: 1, maximum: 5 }),
    createdAt: z.string(),
  })
  .openapi("Feedback");

function toFeedback(row: FeedbackView): z.infer<typeof Feedback> {
  const { _id, name, email, role, complaint, review, rating, createdAt } = row;
  const user = { name, email, role };
  return { _id, user, complaint, review, rating, createdAt: isoTime(createdAt) };
}

const text = z.string().openapi({ maxLength: FEEDBACK_MAX });

export const FEEDBACK_OPERATIONS = [
  list({
    call: "GET /api/feedback",
    summary: "Everybody's feedback, the newest first",
    who: ["admin"],
    row: Feedback,
    rows: listFeedback,
    toRow: toFeedback,
  }),
  mutation({
    call: "POST /api/feedback",
    summary: "Tell what is wrong, and what one thinks; either text may be empty",
    who: ["retailer", "distributor"],
    once: true,
    body: z.object({
      user: z.object({ email: ownEmail.nullable(), name: ignored, role: ignored }).nullish(),
      complaint: text,
      review: text,
      rating: z.number().openapi({ description: "1 to 5 stars.", minimum: 1, maximum: 5 }),
    }),
    invalid: (field) => ({ code: "MISSING_INFORMATION", ...(field !== "" && { field }) }),
    words: { MISSING_INFORMATION: "Failed to submit feedback. Please try again." },
    answer: created(Message),
    errors: ["MISSING_INFORMATION"],
    example: { json: { complaint: "", review: "Quick to order.", rating: 5 } },
    run: async (ctx, { body: { user, ...feedback } }) => {
      requireOwnEmail(ctx.user, user?.email ?? undefined);
      await submitFeedback(ctx, ctx.user, feedback);
      return { message: "Feedback submitted successfully!" };
    },
  }),
];
