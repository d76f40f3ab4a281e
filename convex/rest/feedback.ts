/** The feedback calls: traders write it, admins read it. */
import { createRoute, z } from "@hono/zod-openapi";
import { FEEDBACK_MAX } from "../../domain/limits";
import { ROLES } from "../../domain/roles";
import { internal } from "../_generated/api";
import type { FeedbackView } from "../feedback/view";
import {
  idempotency,
  json,
  linkNext,
  pageAnswer,
  created,
  pageOf,
  pageQuery,
  refusals,
  policy,
} from "./call";
import { Message, ignored, isoTime, ownEmail } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.feedback;

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

const routes = {
  list: createRoute({
    method: "get",
    path: "/api/feedback",
    tags: ["feedback"],
    summary: "Everybody's feedback, the newest first",
    ...policy({ who: ["admin"] }),
    request: { query: z.object(pageQuery) },
    responses: { 200: pageAnswer(Feedback), ...refusals(400, 401, 403) },
  }),
  submit: createRoute({
    method: "post",
    path: "/api/feedback",
    tags: ["feedback"],
    summary: "Tell what is wrong, and what one thinks; either text may be empty",
    ...policy({
      who: ["retailer", "distributor"],
      body: "json",
      once: true,
      invalid: "MISSING_INFORMATION",
      words: { MISSING_INFORMATION: "Failed to submit feedback. Please try again." },
    }),
    request: {
      headers: idempotency,
      body: json(
        z.object({
          user: z.object({ email: ownEmail.nullable(), name: ignored, role: ignored }).nullish(),
          complaint: text,
          review: text,
          rating: z.number().openapi({ description: "1 to 5 stars.", minimum: 1, maximum: 5 }),
        }),
      ),
    },
    responses: { 201: created(Message), ...refusals(400, 401, 403, 413, 415, 422, 429) },
  }),
};

export function addFeedback(app: RestApp): void {
  app.openapi(routes.list, async (c) => {
    const paginationOpts = pageOf(c.req.valid("query"));
    const result = await c.env.runQuery(calls.list, { caller: c.get("caller"), paginationOpts });
    linkNext(c, result);
    return c.json(result.page.map(toFeedback), 200);
  });
  app.openapi(routes.submit, async (c) => {
    const { user, ...feedback } = c.req.valid("json");
    await c.env.runMutation(calls.submit, {
      caller: c.get("caller"),
      once: c.get("once"),
      email: user?.email ?? undefined,
      ...feedback,
    });
    return c.json({ message: "Feedback submitted successfully!" }, 201);
  });
}
