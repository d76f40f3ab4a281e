/**
 * Fills in the rows of products that came without them: from before there were such rows, or by `convex import`. First all rows
 * go, then each product that is on sale gets its own, in transactions that are small for every backend. Products may be added
 * and changed meanwhile. However often it is called, one chain of steps is at work, and one that broke off is taken up.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../functions";
import { addGrams, areGramsComplete, hasGrams } from "./gramRows";

/** A twentieth of what a transaction may write; other calls wait for one step. */
const ROWS_PER_STEP = 800;
const PRODUCTS_PER_STEP = 100;

type Fill = Doc<"gramFills">;
type Progress = Partial<Pick<Fill, "isComplete" | "filledTo">>;

function onSale(ctx: QueryCtx, after = 0) {
  return ctx.db
    .query("products")
    .withIndex("by_listed", (q) => q.eq("archivedAt", undefined).gt("_creationTime", after));
}

/** True if the first and the last product on sale have their gram rows; imports append at an end, except for those in `docs/operating.md`. */
async function haveEndsGrams(ctx: QueryCtx): Promise<boolean> {
  const ends = [await onSale(ctx).first(), await onSale(ctx).order("desc").first()];
  for (const product of ends) {
    if (product !== null && !(await hasGrams(ctx, product))) return false;
  }
  return true;
}

async function schedule(ctx: MutationCtx, run: number): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.products.grams.goOn, { run });
}

/** From the beginning. */
async function begin(ctx: MutationCtx): Promise<void> {
  const before = await ctx.db.query("gramFills").first();
  const run = (before?.run ?? 0) + 1;
  const fill = { isComplete: false, run, filledTo: null };
  if (before === null) await ctx.db.insert("gramFills", fill);
  else await ctx.db.replace("gramFills", before._id, fill);
  await schedule(ctx, run);
}

/** True if products on sale may lack gram rows. */
async function isFillNeeded(ctx: QueryCtx, state: Fill | null): Promise<boolean> {
  return state === null ? (await onSale(ctx).first()) !== null : !(await haveEndsGrams(ctx));
}

/** On every start, and now and then: begins if rows are missing, takes up what was begun; otherwise it reads a few rows. */
export const fill = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const state = await ctx.db.query("gramFills").first();
    if (state?.isComplete === false) {
      const run = state.run + 1;
      await ctx.db.patch("gramFills", state._id, { run });
      await schedule(ctx, run);
    } else if (await isFillNeeded(ctx, state)) {
      await begin(ctx);
    }
    return null;
  },
});

/** For whoever imported products; searches read the catalogue itself until it is done. */
export const rebuild = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await begin(ctx);
    return null;
  },
});

async function clearSome(ctx: MutationCtx): Promise<Progress> {
  const rows = await ctx.db.query("productGrams").take(ROWS_PER_STEP);
  for (const { _id } of rows) await ctx.db.delete("productGrams", _id);
  return rows.length < ROWS_PER_STEP ? { filledTo: 0 } : {};
}

async function fillSome(ctx: MutationCtx, from: number): Promise<Progress> {
  const products = await onSale(ctx, from).take(PRODUCTS_PER_STEP);
  let filledTo = from;
  let written = 0;
  for (const product of products) {
    if (written >= ROWS_PER_STEP) return { filledTo };
    // Whoever was added or changed meanwhile has its rows.
    if (!(await hasGrams(ctx, product))) written += await addGrams(ctx, product);
    filledTo = product._creationTime;
  }
  return { filledTo, isComplete: products.length < PRODUCTS_PER_STEP };
}

/** One step. A chain ends when it is done, or when a later call has begun another one. */
export const goOn = internalMutation({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    const state = await ctx.db.query("gramFills").first();
    if (state?.run !== run || state.isComplete) return null;
    const progress =
      state.filledTo === null ? await clearSome(ctx) : await fillSome(ctx, state.filledTo);
    await ctx.db.patch("gramFills", state._id, progress);
    if (progress.isComplete !== true) await schedule(ctx, run);
    return null;
  },
});

export const isComplete = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => areGramsComplete(ctx),
});
