/**
 * Figures that move in the transaction of the change they count, so that no screen ever counts by reading a table (deviation 17).
 * Not a statistic of its own: a counter is right if and only if every change of what it counts calls `bump` once.
 */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { counterName, userCountName } from "./schema";

export type CounterName = Infer<typeof counterName>;
export type UserCountName = Infer<typeof userCountName>;

/**
 * How many rows one figure is spread over. On a backend with optimistic commits, tenants who act at the same time then seldom
 * write the same row; and reading a figure still costs at most this many rows.
 */
const SHARDS = 8;

/** FNV-1a, 32 bit: spreads ids evenly and is the same everywhere. */
function shardOf(actorId: string): number {
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

/** Changes one user's own figure, of which the market wants to know the greatest. */
export async function bumpUser(
  ctx: MutationCtx,
  userId: Id<"users">,
  counter: UserCountName,
  by: number,
): Promise<void> {
  const row = await ctx.db
    .query("userCounts")
    .withIndex("by_user", (q) => q.eq("userId", userId).eq("counter", counter))
    .unique();
  if (row === null) await ctx.db.insert("userCounts", { userId, counter, count: by });
  else await ctx.db.patch("userCounts", row._id, { count: row.count + by });
}

/** Who has most, or null while nobody has any; among equals, whoever began to count first. */
export async function mostOf(
  ctx: QueryCtx,
  counter: UserCountName,
): Promise<{ userId: Id<"users">; count: number } | null> {
  const top = await ctx.db
    .query("userCounts")
    .withIndex("by_count", (q) => q.eq("counter", counter).gt("count", 0))
    .order("desc")
    .first();
  if (top === null) return null;
  const first = await ctx.db
    .query("userCounts")
    .withIndex("by_count", (q) => q.eq("counter", counter).eq("count", top.count))
    .first();
  return { userId: (first ?? top).userId, count: top.count };
}
