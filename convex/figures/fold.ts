/**
 * Adds queued changes up in `counters`, `userCounts`, `dayCounts`, `salesDays`, `productSales` and `pairSales`, which nothing else writes: one run
 * after the other while there are changes, so that transactions that change figures never meet at a figure.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../functions";
import { addSold, soldKey } from "./sold";
import type { CountChange } from "./counters";

/**
 * Rows of the queue that no transaction still inserts, even if it began before the read: rows have the time at which their
 * transaction began.
 */
const SETTLED_MS = 250;
/** The pause between two folds; with `SETTLED_MS` it is the second by which a figure may be late. */
const PAUSE_MS = 750;
/** Rows of the queue per run: some 1,500 documents read and as many written, a tenth of what a transaction may. */
export const ROWS_PER_RUN = 500;
/** An acceptance of a hundred lines changes the pieces of a hundred products: few such rows are a run. */
export const CHANGES_PER_RUN = 2_500;
/** A fold that left a row in the queue for so long has ended without a next run. */
const STUCK_MS = 60_000;

/**
 * The oldest changes. A read that reaches the present conflicts with every transaction that appends, and one that always does
 * would hardly ever commit on an optimistic engine. So the queue is read to its end only when nothing settled is in it: by the
 * first run, and by the one that ends the fold, which must conflict with an append that it does not see.
 */
async function oldestChanges(ctx: MutationCtx): Promise<Doc<"countChanges">[]> {
  const settledUntil = Date.now() - SETTLED_MS;
  const settled = await ctx.db
    .query("countChanges")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", settledUntil))
    .take(ROWS_PER_RUN);
  return settled.length > 0 ? settled : ctx.db.query("countChanges").take(ROWS_PER_RUN);
}

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

/** The oldest of the rows, at least one: as many as have no more changes than a run takes. */
function rowsForRun(rows: readonly Doc<"countChanges">[]): readonly Doc<"countChanges">[] {
  let changes = 0;
  const end = rows.findIndex((row, at) => {
    changes += row.changes.length;
    return at > 0 && changes > CHANGES_PER_RUN;
  });
  return end === -1 ? rows : rows.slice(0, end);
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

/** Adds up changes in the order of the queue: among users with equal counts the first one's row is the oldest. */
async function addUp(ctx: MutationCtx, changes: readonly CountChange[]): Promise<void> {
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

/** Adds the oldest changes up and schedules the next run; ends the fold when there are none. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const oldest = await oldestChanges(ctx);
    if (oldest.length === 0) {
      for (const { _id } of await ctx.db.query("foldsAtWork").take(1))
        await ctx.db.delete("foldsAtWork", _id);
      return null;
    }
    const rows = rowsForRun(oldest);
    await addUp(
      ctx,
      rows.flatMap(({ changes }) => changes),
    );
    for (const { _id } of rows) await ctx.db.delete("countChanges", _id);
    const isWhole = oldest.length < ROWS_PER_RUN && rows.length === oldest.length;
    const pause = isWhole ? PAUSE_MS : 0;
    await ctx.scheduler.runAfter(pause, internal.figures.fold.run, {});
    return null;
  },
});

/**
 * Takes up a fold that ended without a next run: one that failed, or whose tables were imported without what was scheduled. A second
 * fold beside one that works does no harm, and both end with the queue.
 */
export const resume = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const oldest = await ctx.db.query("countChanges").first();
    if (oldest !== null && oldest._creationTime < Date.now() - STUCK_MS)
      await ctx.scheduler.runAfter(0, internal.figures.fold.run, {});
    return null;
  },
});
