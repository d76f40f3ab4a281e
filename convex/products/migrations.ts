/** Brings products of older versions and of imports to today's form. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../functions";
import { isStockMoved, moveStock, ownLevels } from "./stock";

/** A few reads and writes each: far below what one transaction may do. */
export const PRODUCTS_PER_BATCH = 100;

const GRAMS_PER_BATCH = 500;

/** Deletes rows of the search index of older versions, and answers true if there are more. */
async function dropOldGrams(ctx: MutationCtx): Promise<boolean> {
  const rows = await ctx.db.query("productGrams").take(GRAMS_PER_BATCH);
  for (const { _id } of rows) await ctx.db.delete("productGrams", _id);
  for (const { _id } of await ctx.db.query("gramFills").take(1))
    await ctx.db.delete("gramFills", _id);
  return rows.length === GRAMS_PER_BATCH;
}

/**
 * On every start, and now and then: moves the stock of some products from their rows to `stockLevels`, tells some levels whose they
 * are, deletes some rows of the old search index, and schedules itself while there are more. What broke off goes on with the next
 * call, because the rows themselves tell what is left to do.
 */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const isStockLeft = (await moveStock(ctx, PRODUCTS_PER_BATCH)) === PRODUCTS_PER_BATCH;
    const areLevelsLeft = (await ownLevels(ctx, PRODUCTS_PER_BATCH)) === PRODUCTS_PER_BATCH;
    const areGramsLeft = await dropOldGrams(ctx);
    if (isStockLeft || areLevelsLeft || areGramsLeft)
      await ctx.scheduler.runAfter(0, internal.products.migrations.run, {});
    return null;
  },
});

/** False while products of an import, or of an older version, wait for `run`: lists that show them are run again by each batch. */
export const isDone = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => isStockMoved(ctx),
});
