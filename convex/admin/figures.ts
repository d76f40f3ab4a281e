/** The figures of the admin's dashboard, read from counters: no query here counts rows of a table (deviation 17). */
import { v, type Infer } from "convex/values";
import { addDays, parseDay } from "../../domain/dates";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { ROLES } from "../../domain/roles";
import type { QueryCtx } from "../_generated/server";
import { businessOf } from "../users/view";
import { countsByDay, readCounter, topOf, type UserCountName } from "../figures/counters";

/** The most days that one query covers: a quarter. */
const DAYS_MAX = 92;
/** More than a chart can show at a glance is no longer a top. */
const TOP_USERS = 5;

export const countsView = v.object({
  users: v.object({ retailer: v.number(), distributor: v.number(), admin: v.number() }),
  orders: v.object({
    pending: v.number(),
    accepted: v.number(),
    rejected: v.number(),
    completed: v.number(),
    cancelled: v.number(),
  }),
});

/** Accounts that are open, by role, and orders by status. */
export async function readCounts(ctx: QueryCtx): Promise<Infer<typeof countsView>> {
  const users = { retailer: 0, distributor: 0, admin: 0 };
  const orders = { pending: 0, accepted: 0, rejected: 0, completed: 0, cancelled: 0 };
  await Promise.all([
    ...ROLES.map(async (role) => {
      users[role] = await readCounter(ctx, `users.${role}`);
    }),
    ...ORDER_STATUSES.map(async (status) => {
      orders[status] = await readCounter(ctx, `orders.${status}`);
    }),
  ]);
  return { users, orders };
}

const topUser = v.object({
  userId: v.id("users"),
  name: v.string(),
  /** Shop or company. */
  business: v.string(),
  count: v.number(),
  /** The account was closed since; what it did still counts. */
  isClosed: v.boolean(),
});

export const topsView = v.object({
  ordersPlaced: v.array(topUser),
  ordersCompleted: v.array(topUser),
});

async function namedTop(ctx: QueryCtx, counter: UserCountName): Promise<Infer<typeof topUser>[]> {
  const top = await topOf(ctx, counter, TOP_USERS);
  const rows = top.map(async ({ userId, count }) => {
    const user = await ctx.db.get("users", userId);
    if (user === null) return null;
    const { name, deactivatedAt } = user;
    return {
      userId,
      name,
      business: businessOf(user),
      count,
      isClosed: deactivatedAt !== undefined,
    };
  });
  return (await Promise.all(rows)).filter((row) => row !== null);
}

/** Retailers with most orders placed, and distributors with most completed; among equals, whoever began first. */
export async function readTops(ctx: QueryCtx): Promise<Infer<typeof topsView>> {
  const [ordersPlaced, ordersCompleted] = await Promise.all([
    namedTop(ctx, "ordersPlaced"),
    namedTop(ctx, "ordersCompleted"),
  ]);
  return { ordersPlaced, ordersCompleted };
}

export const dayView = v.object({ day: v.string(), placed: v.number(), completed: v.number() });

/**
 * Orders placed and completed on each day (in India) from `from` to `to`, both YYYY-MM-DD and included, oldest first. Days without
 * any are left out; of more than a quarter, the last quarter is answered, and of what is no day, nothing.
 */
export async function readDays(
  ctx: QueryCtx,
  period: { from: string; to: string },
): Promise<Infer<typeof dayView>[]> {
  const [first, to] = [parseDay(period.from), parseDay(period.to)];
  if (first === null || to === null) return [];
  const earliest = addDays(to, 1 - DAYS_MAX);
  const from = first > earliest ? first : earliest;
  const [placed, completed] = await Promise.all([
    countsByDay(ctx, "ordersPlaced", { from, to, days: DAYS_MAX }),
    countsByDay(ctx, "ordersCompleted", { from, to, days: DAYS_MAX }),
  ]);
  const days = [...new Set([...placed.keys(), ...completed.keys()])].sort();
  return days.map((day) => ({
    day,
    placed: placed.get(day) ?? 0,
    completed: completed.get(day) ?? 0,
  }));
}
