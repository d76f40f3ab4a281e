/** When the changes that the search keeps beside its index are merged into it. */
import { SEARCH_CHANGES_TO_MERGE } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { indexProducts } from "./rows";

/** The changes of one run. */
const CHANGES_PER_RUN = 96;
/** No transaction that began so long ago still inserts: rows have the time at which their transaction began. */
const SETTLED_MS = 250;

/** The oldest changes, without those that may still be inserted: whoever appends does not conflict with whoever reads them. */
function settledChanges(ctx: MutationCtx, count: number): Promise<Doc<"searchChanges">[]> {
  const settledUntil = Date.now() - SETTLED_MS;
  return ctx.db
    .query("searchChanges")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", settledUntil))
    .take(count);
}

/** Schedules a merge if it is due. */
export async function mergeSoon(ctx: MutationCtx): Promise<void> {
  const settled = await settledChanges(ctx, SEARCH_CHANGES_TO_MERGE);
  if (settled.length === SEARCH_CHANGES_TO_MERGE)
    await ctx.scheduler.runAfter(0, internal.searchIndex.internal.merge, {});
}

/** Answers "stuck" if there is no room in the index where these products belong, "behind" if more changes may be due. */
export async function mergeSome(ctx: MutationCtx): Promise<"done" | "behind" | "stuck"> {
  const changes = await settledChanges(ctx, CHANGES_PER_RUN);
  if (changes.length < SEARCH_CHANGES_TO_MERGE) return "done";
  const products = await Promise.all(
    changes.map(({ productId }) => ctx.db.get("products", productId)),
  );
  const left = await indexProducts(
    ctx,
    products.filter((product) => product !== null),
  );
  const merged = changes.filter(({ productId }) => !left.has(productId));
  for (const { _id } of merged) await ctx.db.delete("searchChanges", _id);
  if (left.size >= SEARCH_CHANGES_TO_MERGE) return "stuck";
  return changes.length === CHANGES_PER_RUN ? "behind" : "done";
}
