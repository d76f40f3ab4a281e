/** The index follows each product by what it is found by: a change of price or description costs it nothing. */
import { SEARCH_FORM, searchKey } from "../../domain/searchKey";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Listener } from "../events";
import { mergeSoon } from "./merge";
import { noteChange } from "./rows";
import { isIndexComplete } from "./search";

/** An empty catalogue needs no backfill: from the first product on, every change is noted. */
async function noteFirst(ctx: MutationCtx): Promise<void> {
  if (await isIndexComplete(ctx)) return;
  if ((await ctx.db.query("products").take(2)).length > 1) return;
  if ((await ctx.db.query("searchFills").first()) !== null) return;
  const fill = { isComplete: true, run: 0, filledTo: 0, form: SEARCH_FORM };
  await ctx.db.insert("searchFills", fill);
}

/** Null if the search finds no such product. */
function foundBy(product: Doc<"products"> | undefined): string | null {
  if (product === undefined || product.archivedAt !== undefined) return null;
  return JSON.stringify([product.type, searchKey(product.name), product.aliases]);
}

export const searchIndex: Listener = {
  productChanged: async (ctx, { before, product }) => {
    if (before === undefined) await noteFirst(ctx);
    if (foundBy(before) === foundBy(product)) return;
    await noteChange(ctx, product);
    await mergeSoon(ctx);
  },
};
