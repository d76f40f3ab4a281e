/** The admins' REST reads; these two paths have no `/api` in front. */
import { createRoute, z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/roles";
import { internal } from "../_generated/api";
import { listOrders, type UserRecord as UserRow } from "../admin/list";
import { toOrderView } from "../orders/view";
import { linkNext, pageAnswer, refusals, policy } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { asAdmin } from "./exampleParts";
import { type Operation, pageAnswer as operationPage, pageOf, pageQuery, query } from "./operation";
import { Order, toOrderPage } from "./orders";

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

export const ADMIN_OPERATIONS: readonly Operation[] = [
  query({
    call: "GET /admin/orders",
    tag: "admin",
    summary: "Everybody's orders, the newest first",
    who: ["admin"],
    query: pageQuery,
    answer: operationPage(Order),
    example: { ...asAdmin, path: "/admin/orders?limit=2" },
    run: async (ctx, { query: page }) =>
      toOrderPage(await listOrders(ctx, undefined, pageOf(page), toOrderView), page),
  }),
];

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
  app.openapi(users, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.users, asked);
    linkNext(c, result);
    return c.json(result.page.map(toUserRecord), 200);
  });
}
