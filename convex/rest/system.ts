/** Calls about the deployment itself. */
import { createRoute, z } from "@hono/zod-openapi";
import { internal } from "../_generated/api";
import { requireLocalCaller } from "../auth/mailbox";
import { ok, refusals, policy } from "./call";
import type { RestApp } from "./env";

const MAILS_MAX = 100;

const Mail = z
  .object({
    _id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    createdAt: z.number(),
  })
  .openapi("Mail");

const health = createRoute({
  method: "get",
  path: "/api/health",
  tags: ["system"],
  summary: "Whether the market is open",
  ...policy({ who: "anyone" }),
  responses: { 200: ok(z.object({ status: z.literal("ok") })) },
});

const mailbox = createRoute({
  method: "get",
  path: "/api/dev/mailbox",
  tags: ["system"],
  summary:
    "Mails that were not sent, the newest first; only for callers on the server's own machine, where there is a development mailbox",
  ...policy({ who: "anyone" }),
  request: { query: z.object({ email: z.string().optional() }) },
  responses: { 200: ok(z.array(Mail)), ...refusals(400, 404) },
});

export function addSystem(app: RestApp): void {
  app.openapi(health, (c) => c.json({ status: "ok" as const }, 200));
  app.openapi(mailbox, async (c) => {
    const { email } = c.req.valid("query");
    const paginationOpts = { numItems: MAILS_MAX, cursor: null };
    const asked = email === undefined ? { paginationOpts } : { paginationOpts, email };
    await requireLocalCaller(c.env);
    const { page } = await c.env.runQuery(internal.auth.mailboxInternal.list, asked);
    return c.json(page, 200);
  });
}
