/** Brings products of older versions and of imports to today's form. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import { moveStock } from "./stock";

/** A few reads and writes each: far below what one transaction may do. */
export const PRODUCTS_PER_BATCH = 100;

/**
 * On every start, and now and then: moves the stock of some products from their rows to `stockLevels`, and schedules itself while
 * there are more. What broke off goes on with the next call, because the rows themselves tell what is left to do.
 */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    if ((await moveStock(ctx, PRODUCTS_PER_BATCH)) === PRODUCTS_PER_BATCH)
      await ctx.scheduler.runAfter(0, internal.products.migrations.run, {});
    return null;
  },
});
