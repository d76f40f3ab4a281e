/** The admins' REST reads; these two paths have no `/api` in front. */
import { createRoute, z } from "@hono/zod-openapi";
import { internal } from "../_generated/api";
import { type UserRecord as UserRow, listUsers } from "../admin/list";
import { pageAnswer as listAnswer, policy, refusals } from "./call";
import { accountFields, isoTime } from "./entities";
import type { RestApp } from "./env";
import { asAdmin } from "./exampleParts";
import { pageAnswer, pageOf, pageQuery, query, toPage } from "./operation";
import { Order, orderRows } from "./orders";

const calls = internal.rest.calls.admin;

const UserRecord = z.object(accountFields).openapi("UserRecord");

function toUserRecord(row: UserRow): z.infer<typeof UserRecord> {
  const { _id, address, companyName, email, name, phone, role, shopName, createdAt } = row;
  const contact = { _id, address, companyName, email, name, phone, role, shopName };
  return { ...contact, createdAt: isoTime(createdAt) };
}

export const ADMIN_OPERATIONS = [
  query({
    call: "GET /admin/users",
    tag: "admin",
    summary: "Everybody with an open account, the newest first",
    who: ["admin"],
    query: pageQuery,
    answer: pageAnswer(UserRecord),
    example: { ...asAdmin, path: "/admin/users?limit=2" },
    run: async (ctx, { query: page }) =>
      toPage(await listUsers(ctx, undefined, pageOf(page)), toUserRecord),
  }),
];

const orders = createRoute({
  method: "get",
  path: "/admin/orders",
  tags: ["admin"],
  summary: "Everybody's orders, the newest first",
  ...policy({ who: ["admin"] }),
  request: { query: z.object(pageQuery) },
  responses: { 200: listAnswer(Order), ...refusals(400, 401, 403) },
});

export function addAdmin(app: RestApp): void {
  app.openapi(orders, async (c) => {
    const caller = c.get("caller");
    const rows = await orderRows(c, c.req.valid("query"), (paginationOpts) =>
      c.env.runQuery(calls.orders, { caller, paginationOpts }),
    );
    return c.json(rows, 200);
  });
}
