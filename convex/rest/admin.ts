/** The admins' REST reads; these two paths have no `/api` in front. */
import { createRoute, z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/roles";
import { internal } from "../_generated/api";
import type { UserRecord as UserRow } from "../admin/list";
import { linkNext, pageAnswer, pageOf, pageQuery, refusals, policy } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { Order, orderRows } from "./orders";

const calls = internal.rest.calls.admin;

const UserRecord = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    role: z.enum(ROLES),
    shopName: z.string().optional(),
    companyName: z.string().optional(),
    address: z.string(),
    createdAt: z.string(),
  })
  .openapi("UserRecord");

function toUserRecord({ createdAt, ...user }: UserRow): z.infer<typeof UserRecord> {
  return { ...user, createdAt: isoTime(createdAt) };
}

const orders = createRoute({
  method: "get",
  path: "/admin/orders",
  tags: ["admin"],
  summary: "Everybody's orders, the newest first",
  ...policy({ who: ["admin"] }),
  request: { query: z.object(pageQuery) },
  responses: { 200: pageAnswer(Order), ...refusals(400, 401, 403) },
});

const users = createRoute({
  method: "get",
  path: "/admin/users",
  tags: ["admin"],
  summary: "Everybody with an open account, the newest first",
  ...policy({ who: ["admin"] }),
  request: { query: z.object(pageQuery) },
  responses: { 200: pageAnswer(UserRecord), ...refusals(400, 401, 403) },
});

export function addAdmin(app: RestApp): void {
  app.openapi(orders, async (c) => {
    const caller = c.get("caller");
    const rows = await orderRows(c, c.req.valid("query"), (paginationOpts) =>
      c.env.runQuery(calls.orders, { caller, paginationOpts }),
    );
    return c.json(rows, 200);
  });
  app.openapi(users, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.users, asked);
    linkNext(c, result);
    return c.json(result.page.map(toUserRecord), 200);
  });
}
