/**
 * Applies queued effects: adds changes of figures up, and writes notifications. One run follows the other while there are effects, so
 * that transactions which change figures never meet at a figure.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addUp } from "../figures/add";
import { internalMutation } from "../functions";
import { applyChange } from "../notifications/notify";

/**
 * Rows of the queue that no transaction still inserts, even if it began before the read: rows have the time at which their
 * transaction began.
 */
const SETTLED_MS = 250;
/** The pause between two folds; with `SETTLED_MS` it is the second by which a figure or a notification may be late. */
const PAUSE_MS = 750;
/** Rows of the queue per run: some 1,500 documents read and as many written, a tenth of what a transaction may. */
export const ROWS_PER_RUN = 500;
/** An acceptance of a hundred lines changes the pieces of a hundred products: few such rows are a run. */
export const CHANGES_PER_RUN = 2_500;
/** A change of notifications reads and writes as much as so many changes of figures, and schedules a push and a mail at most. */
const WEIGHT_OF_NOTIFICATION = 10;
/** A fold that left a row in the queue for so long has ended without a next run. */
const STUCK_MS = 60_000;

/**
 * The oldest effects. A read that reaches the present conflicts with every transaction that appends, and one that always does
 * would hardly ever commit on an optimistic engine. So the queue is read to its end only when nothing settled is in it: by the
 * first run, and by the one that ends the fold, which must conflict with an append that it does not see.
 */
async function oldestEffects(ctx: MutationCtx): Promise<Doc<"effects">[]> {
  const settledUntil = Date.now() - SETTLED_MS;
  const settled = await ctx.db
    .query("effects")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", settledUntil))
    .take(ROWS_PER_RUN);
  return settled.length > 0 ? settled : ctx.db.query("effects").take(ROWS_PER_RUN);
}

/** The oldest of the rows, at least one: as many as have no more changes than a run takes. */
function rowsForRun(rows: readonly Doc<"effects">[]): readonly Doc<"effects">[] {
  let count = 0;
  const end = rows.findIndex(({ changes, notificationChanges }, at) => {
    count += changes.length + notificationChanges.length * WEIGHT_OF_NOTIFICATION;
    return at > 0 && count > CHANGES_PER_RUN;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/** Applies rows of the queue in their order, and deletes them. */
async function apply(ctx: MutationCtx, rows: readonly Doc<"effects">[]): Promise<void> {
  await addUp(
    ctx,
    rows.flatMap(({ changes }) => changes),
  );
  for (const { _id, at, notificationChanges } of rows) {
    for (const change of notificationChanges) await applyChange(ctx, change, at);
    await ctx.db.delete("effects", _id);
  }
}

/** Applies everything that is queued, in the caller's transaction. For the demo, whose steps are small, and build on what they told. */
export async function applyAll(ctx: MutationCtx): Promise<void> {
  await apply(ctx, await ctx.db.query("effects").take(ROWS_PER_RUN));
}

/** Applies the oldest effects and schedules the next run; ends the fold when there are none. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const oldest = await oldestEffects(ctx);
    if (oldest.length === 0) {
      for (const { _id } of await ctx.db.query("foldsAtWork").take(1))
        await ctx.db.delete("foldsAtWork", _id);
      return null;
    }
    const rows = rowsForRun(oldest);
    await apply(ctx, rows);
    const isWhole = oldest.length < ROWS_PER_RUN && rows.length === oldest.length;
    const pause = isWhole ? PAUSE_MS : 0;
    await ctx.scheduler.runAfter(pause, internal.effects.fold.run, {});
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
    const oldest = await ctx.db.query("effects").first();
    if (oldest !== null && oldest._creationTime < Date.now() - STUCK_MS)
      await ctx.scheduler.runAfter(0, internal.effects.fold.run, {});
    return null;
  },
});
