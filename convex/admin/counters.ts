/**
 * Figures that move in the transaction of the change they count, so that no screen ever counts by reading a table (deviation 17).
 * Not a statistic of its own: a counter is right if and only if every change of what it counts calls `bump` once.
 */
import type { Infer } from "convex/values";
import { todayIst } from "../../domain/dates";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { counterName, userCountName } from "./schema";

export type CounterName = Infer<typeof counterName>;
export type UserCountName = Infer<typeof userCountName>;
export type UserCount = { readonly userId: Id<"users">; readonly count: number };

/**
 * Number of rows over which a counter is sharded. With optimistic commits, concurrent tenants then seldom write the same row, and
 * reading a counter still costs at most this many rows.
 */
export const SHARDS = 8;

/** FNV-1a, 32 bit: spreads ids evenly and is the same everywhere. */
export function shardOf(actorId: string): number {
  let hash = 0x811c9dc5;
  for (const character of actorId) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % SHARDS;
}

/**
 * Changes one figure: the market's, or that of `ownerId`. `actorId` is whoever acts: it selects the shard.
 */
export async function bump(
  ctx: MutationCtx,
  counter: CounterName,
  by: number,
  actorId: Id<"users">,
  ownerId: Id<"users"> | null = null,
): Promise<void> {
  const shard = shardOf(actorId);
  const row = await ctx.db
    .query("counters")
    .withIndex("by_counter", (q) =>
      q.eq("counter", counter).eq("ownerId", ownerId).eq("shard", shard),
    )
    .unique();
  if (row === null) await ctx.db.insert("counters", { counter, ownerId, shard, count: by });
  else await ctx.db.patch("counters", row._id, { count: row.count + by });
}

/** The figure now: the market's, or that of `ownerId`. Reads at most one row per shard. */
export async function readCounter(
  ctx: QueryCtx,
  counter: CounterName,
  ownerId: Id<"users"> | null = null,
): Promise<number> {
  const rows = await ctx.db
    .query("counters")
    .withIndex("by_counter", (q) => q.eq("counter", counter).eq("ownerId", ownerId))
    .take(SHARDS);
  return rows.reduce((sum, row) => sum + row.count, 0);
}

async function bumpDay(
  ctx: MutationCtx,
  counter: UserCountName,
  by: number,
  actorId: Id<"users">,
  at: number,
): Promise<void> {
  const [day, shard] = [todayIst(at), shardOf(actorId)];
  const row = await ctx.db
    .query("dayCounts")
    .withIndex("by_day", (q) => q.eq("counter", counter).eq("day", day).eq("shard", shard))
    .unique();
  if (row === null) await ctx.db.insert("dayCounts", { counter, day, shard, count: by });
  else await ctx.db.patch("dayCounts", row._id, { count: row.count + by });
}

/**
 * Changes one user's own figure, of which the market wants to know the greatest, and with it what the day of `at` brought. `at`
 * is the moment of the change, now unless the caller says so.
 */
export async function bumpUser(
  ctx: MutationCtx,
  userId: Id<"users">,
  counter: UserCountName,
  by: number,
  at: number = Date.now(),
): Promise<void> {
  const row = await ctx.db
    .query("userCounts")
    .withIndex("by_user", (q) => q.eq("userId", userId).eq("counter", counter))
    .unique();
  if (row === null) await ctx.db.insert("userCounts", { userId, counter, count: by });
  else await ctx.db.patch("userCounts", row._id, { count: row.count + by });
  await bumpDay(ctx, counter, by, userId, at);
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
    .take(days * SHARDS);
  const counts = new Map<string, number>();
  for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + count);
  return counts;
}
