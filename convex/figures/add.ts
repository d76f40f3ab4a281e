/** Adds changes up in `counters`, `userCounts`, `dayCounts`, `salesDays`, `productSales` and `pairSales`, which nothing else writes. The fold alone calls it. */
import type { MutationCtx } from "../_generated/server";
import { addSold, soldKey } from "./sold";
import type { CountChange } from "./counters";

/** The sums of changes by what `keyOf` returns, in the order of each key's first change, without those that came to nothing. */
function sumsOf<Change extends CountChange>(
  changes: readonly Change[],
  keyOf: (change: Change) => string,
): Change[] {
  const sums = new Map<string, Change>();
  for (const change of changes) {
    const key = keyOf(change);
    sums.set(key, { ...change, by: change.by + (sums.get(key)?.by ?? 0) });
  }
  return [...sums.values()].filter(({ by }) => by !== 0);
}

type Counted = Extract<CountChange, { ownerId: unknown }>;
type UserCounted = Extract<CountChange, { userId: unknown }>;

async function addToCounter(ctx: MutationCtx, { counter, ownerId, by }: Counted): Promise<void> {
  const row = await ctx.db
    .query("counters")
    .withIndex("by_counter", (q) => q.eq("counter", counter).eq("ownerId", ownerId))
    .unique();
  if (row === null) await ctx.db.insert("counters", { counter, ownerId, count: by });
  else await ctx.db.patch("counters", row._id, { count: row.count + by });
}

async function addToUser(ctx: MutationCtx, { counter, userId, by }: UserCounted): Promise<void> {
  const row = await ctx.db
    .query("userCounts")
    .withIndex("by_user", (q) => q.eq("userId", userId).eq("counter", counter))
    .unique();
  if (row === null) await ctx.db.insert("userCounts", { userId, counter, count: by });
  else await ctx.db.patch("userCounts", row._id, { count: row.count + by });
}

async function addToDay(ctx: MutationCtx, { counter, day, by }: UserCounted): Promise<void> {
  const row = await ctx.db
    .query("dayCounts")
    .withIndex("by_day", (q) => q.eq("counter", counter).eq("day", day))
    .unique();
  if (row === null) await ctx.db.insert("dayCounts", { counter, day, count: by });
  else await ctx.db.patch("dayCounts", row._id, { count: row.count + by });
}

/** Adds up changes in their order: among users with equal counts the first one's row is the oldest. */
export async function addUp(ctx: MutationCtx, changes: readonly CountChange[]): Promise<void> {
  const counted = changes.filter((change) => "ownerId" in change);
  for (const sum of sumsOf(counted, ({ counter, ownerId }) => `${counter} ${ownerId}`))
    await addToCounter(ctx, sum);
  const ofUsers = changes.filter((change) => "userId" in change);
  for (const sum of sumsOf(ofUsers, ({ counter, userId }) => `${counter} ${userId}`))
    await addToUser(ctx, sum);
  for (const sum of sumsOf(ofUsers, ({ counter, day }) => `${counter} ${day}`))
    await addToDay(ctx, sum);
  const sold = changes.filter((change) => "sold" in change);
  for (const sum of sumsOf(sold, soldKey)) await addSold(ctx, sum);
}
