/**
 * Figures that no screen counts by reading a table (deviation 17). A figure is right if and only if every transaction that changes
 * what it counts queues the change once (`effects/`). A figure is at most a second late, exact when nothing changes, and exact again
 * after a crash at any point: the change is committed with what it counts, and the fold adds it up exactly once.
 */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { countChange, counterName, userCountName } from "./schema";

export type CounterName = Infer<typeof counterName>;
export type UserCountName = Infer<typeof userCountName>;
export type CountChange = Infer<typeof countChange>;
export type UserCount = { readonly userId: Id<"users">; readonly count: number };

/** Returns the market's figure, or that of `ownerId`. */
export async function readCounter(
  ctx: QueryCtx,
  counter: CounterName,
  ownerId: Id<"users"> | null = null,
): Promise<number> {
  const row = await ctx.db
    .query("counters")
    .withIndex("by_counter", (q) => q.eq("counter", counter).eq("ownerId", ownerId))
    .unique();
  return row?.count ?? 0;
}

/**
 * Those who have most, the greatest first, at most `limit`; whoever has none is left out. Among equals, whoever began to count
 * first stands first, also where the list is cut.
 */
export async function topOf(
  ctx: QueryCtx,
  counter: UserCountName,
  limit: number,
): Promise<UserCount[]> {
  const greatest = await ctx.db
    .query("userCounts")
    .withIndex("by_count", (q) => q.eq("counter", counter).gt("count", 0))
    .order("desc")
    .take(limit);
  const least = greatest.at(-1)?.count;
  if (least === undefined) return [];
  const above = greatest.filter((row) => row.count > least);
  const atTheCut = await ctx.db
    .query("userCounts")
    .withIndex("by_count", (q) => q.eq("counter", counter).eq("count", least))
    .take(greatest.length - above.length);
  // The index counts equals backwards.
  const rows = [
    ...above.sort((a, b) => b.count - a.count || a._creationTime - b._creationTime),
    ...atTheCut,
  ];
  return rows.map(({ userId, count }) => ({ userId, count }));
}

/** Returns the counts of each day from `from` to `to` (YYYY-MM-DD, both included), without days that have none. */
export async function countsByDay(
  ctx: QueryCtx,
  counter: UserCountName,
  { from, to, days }: { from: string; to: string; days: number },
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .query("dayCounts")
    .withIndex("by_day", (q) => q.eq("counter", counter).gte("day", from).lte("day", to))
    .take(days);
  return new Map(rows.map(({ day, count }) => [day, count]));
}
