/** Calls about the deployment itself. */
import { z } from "@hono/zod-openapi";
import { internal } from "../_generated/api";
import { requireLocalCaller } from "../auth/mailbox";
import { fields } from "./entities";
import { NEWCOMER } from "./exampleParts";
import { type Operation, action, ok } from "./operation";

const MAILS_MAX = 100;

const Mail = z
  .object({
    ...fields(z.string(), "_id", "to", "subject", "text", "html"),
    createdAt: z.number(),
  })
  .openapi("Mail");

export const SYSTEM_OPERATIONS: readonly Operation[] = [
  action({
    call: "GET /api/health",
    tag: "system",
    summary: "Whether the market is open",
    who: "anyone",
    answer: ok(z.object({ status: z.literal("ok") })),
    handle: () => Promise.resolve({ status: "ok" as const }),
  }),
  action({
    call: "GET /api/dev/mailbox",
    tag: "system",
    summary:
      "Mails that were not sent, the newest first; only for callers on the server's own machine, where there is a development mailbox",
    who: "anyone",
    query: { email: z.string().optional() },
    answer: ok(z.array(Mail)),
    errors: ["NOT_FOUND"],
    example: { path: `/api/dev/mailbox?email=${NEWCOMER}` },
    handle: async (c, { query }) => {
      await requireLocalCaller(c.env);
      const paginationOpts = { numItems: MAILS_MAX, cursor: null };
      const mails = { paginationOpts, ...query };
      return (await c.env.runQuery(internal.auth.mailboxInternal.list, mails)).page;
    },
  }),
];
