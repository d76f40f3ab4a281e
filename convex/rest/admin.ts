/** The admins' REST reads; these two paths have no `/api` in front. */
import { z } from "@hono/zod-openapi";
import { listOrders, listUsers, type UserRecord as UserRow } from "../admin/list";
import { toOrderView } from "../orders/view";
import { accountFields, isoTime } from "./entities";
import { list, pageAnswer, pageOf, pageQuery, query } from "./operation";
import { Order, toOrderPage } from "./orders";

const UserRecord = z.object(accountFields).openapi("UserRecord");

function toUserRecord(row: UserRow): z.infer<typeof UserRecord> {
  const { _id, address, companyName, email, name, phone, role, shopName, createdAt } = row;
  const contact = { _id, address, companyName, email, name, phone, role, shopName };
  return { ...contact, createdAt: isoTime(createdAt) };
}

export const ADMIN_OPERATIONS = [
  query({
    call: "GET /admin/orders",
    tag: "admin",
    summary: "Everybody's orders, the newest first",
    who: ["admin"],
    query: pageQuery,
    answer: pageAnswer(Order),
    run: async (ctx, { query: page }) =>
      toOrderPage(await listOrders(ctx, undefined, pageOf(page), toOrderView), page),
  }),
  list({
    call: "GET /admin/users",
    tag: "admin",
    summary: "Everybody with an open account, the newest first",
    who: ["admin"],
    row: UserRecord,
    rows: (ctx, page) => listUsers(ctx, undefined, page),
    toRow: toUserRecord,
  }),
];
