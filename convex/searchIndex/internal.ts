/**
 * Keeps the search's index up to date: merges changes into it, and builds it for products that came without, from before there was
 * one, or by `convex import`. Then all its rows go first, and each product on sale is added, in transactions that are small for every
 * backend. Products may be added and changed meanwhile. However often it is called, one chain of steps is at work, and one that broke
 * off is taken up.
 */
import { v } from "convex/values";
import { SEARCH_FORM } from "../../domain/searchKey";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../functions";
import { mergeSome } from "./merge";
import { indexProducts, isSearchable, noteChange } from "./rows";
import { isIndexComplete } from "./search";

/** Some milliseconds each; other calls wait for one step. */
const ROWS_PER_STEP = 400;
const PRODUCTS_PER_STEP = 200;

type Fill = Doc<"searchFills">;
type Progress = Partial<Pick<Fill, "isComplete" | "filledTo">>;

function onSale(ctx: QueryCtx, after = 0) {
  return ctx.db
    .query("products")
    .withIndex("by_listed", (q) => q.eq("archivedAt", undefined).gt("_creationTime", after));
}

/** True if the first and the last product on sale are indexed; imports append at an end, except for those in `docs/operating.md`. */
async function areEndsIndexed(ctx: QueryCtx): Promise<boolean> {
  const ends = [await onSale(ctx).first(), await onSale(ctx).order("desc").first()];
  for (const product of ends) {
    if (product !== null && !(await isSearchable(ctx, product))) return false;
  }
  return true;
}

async function schedule(ctx: MutationCtx, run: number): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.searchIndex.internal.goOn, { run });
}

/** Begins the index anew. */
async function begin(ctx: MutationCtx): Promise<void> {
  const before = await ctx.db.query("searchFills").first();
  const run = (before?.run ?? 0) + 1;
  const fill = { isComplete: false, run, filledTo: null, form: SEARCH_FORM };
  if (before === null) await ctx.db.insert("searchFills", fill);
  else await ctx.db.replace("searchFills", before._id, fill);
  await schedule(ctx, run);
}

/** True if products on sale may be missing in the index. */
async function isFillNeeded(ctx: QueryCtx, state: Fill | null): Promise<boolean> {
  return state === null ? (await onSale(ctx).first()) !== null : !(await areEndsIndexed(ctx));
}

/** Merges what is due; false if the index has to be built anew. */
async function mergeChanges(ctx: MutationCtx): Promise<boolean> {
  const state = await mergeSome(ctx);
  if (state === "behind") await ctx.scheduler.runAfter(0, internal.searchIndex.internal.merge, {});
  return state !== "stuck";
}

/**
 * Runs on every start, and now and then: begins if products are missing or the index has another form of texts, takes up what was begun;
 * otherwise it merges what is due.
 */
export const fill = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const state = await ctx.db.query("searchFills").first();
    if (state !== null && state.form !== SEARCH_FORM) await begin(ctx);
    else if (state?.isComplete === false) {
      const run = state.run + 1;
      await ctx.db.patch("searchFills", state._id, { run });
      await schedule(ctx, run);
    } else if (await isFillNeeded(ctx, state)) {
      await begin(ctx);
    } else if (!(await mergeChanges(ctx))) await begin(ctx);
    return null;
  },
});

/** Merges the changes into the index, if there are enough of them. */
export const merge = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if ((await isIndexComplete(ctx)) && !(await mergeChanges(ctx))) await begin(ctx);
    return null;
  },
});

/** Rebuilds the index after an import; searches read the catalogue itself until it is done. */
export const rebuild = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await begin(ctx);
    return null;
  },
});

/** The index and the changes beside it: every product on sale will be added as it is then, and later changes are noted anew. */
async function clearSome(ctx: MutationCtx): Promise<Progress> {
  const terms = await ctx.db.query("searchTerms").take(ROWS_PER_STEP);
  for (const { _id } of terms) await ctx.db.delete("searchTerms", _id);
  const blocks = await ctx.db.query("searchBlocks").take(ROWS_PER_STEP - terms.length);
  for (const { _id } of blocks) await ctx.db.delete("searchBlocks", _id);
  const room = ROWS_PER_STEP - terms.length - blocks.length;
  const changes = await ctx.db.query("searchChanges").take(room);
  for (const { _id } of changes) await ctx.db.delete("searchChanges", _id);
  return changes.length < room ? { filledTo: 0 } : {};
}

async function fillSome(ctx: MutationCtx, from: number): Promise<Progress> {
  const products = await onSale(ctx, from).take(PRODUCTS_PER_STEP);
  const last = products.at(-1);
  if (last === undefined) return { isComplete: true };
  const left = await indexProducts(ctx, products);
  for (const product of products) if (left.has(product._id)) await noteChange(ctx, product);
  return { filledTo: last._creationTime, isComplete: products.length < PRODUCTS_PER_STEP };
}

/** One step. A chain ends when it is done, or when a later call has begun another one. */
export const goOn = internalMutation({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    const state = await ctx.db.query("searchFills").first();
    if (state?.run !== run || state.isComplete) return null;
    const progress =
      state.filledTo === null ? await clearSome(ctx) : await fillSome(ctx, state.filledTo);
    await ctx.db.patch("searchFills", state._id, progress);
    if (progress.isComplete !== true) await schedule(ctx, run);
    else await ctx.scheduler.runAfter(0, internal.searchIndex.internal.merge, {});
    return null;
  },
});

export const isComplete = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => isIndexComplete(ctx),
});
