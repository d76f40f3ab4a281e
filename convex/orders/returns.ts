/** Pieces that orders which came to nothing gave back: remembered for as long as a caller may be about to return them once more. */
import { RESTORE_ECHO_MS } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Pair } from "../network/sides";

/** Rows of one product that are looked through: the latest. */
const RECENT_MAX = 500;
/** Each return deletes so many that are past their time: more than it writes. */
const DELETED_PER_RETURN = 4;

type Returned = Pair & { readonly productId: Id<"products">; readonly quantity: number };

/** Notes that an order gave these pieces back. The caller returns them. */
export async function noteReturned(
  ctx: MutationCtx,
  { productId, quantity, retailerId, distributorId }: Returned,
  at: number,
): Promise<void> {
  await ctx.db.insert("stockReturns", { productId, retailerId, distributorId, quantity, at });
  const old = await ctx.db
    .query("stockReturns")
    .withIndex("by_product", (q) => q.eq("productId", productId).lt("at", at - RESTORE_ECHO_MS))
    .take(DELETED_PER_RETURN);
  for (const { _id } of old) await ctx.db.delete("stockReturns", _id);
}

/** True if an order of this user's returned as many pieces of the product a moment ago. */
export async function wasReturned(
  ctx: QueryCtx,
  { _id: userId }: Doc<"users">,
  { productId, quantity }: { readonly productId: Id<"products">; readonly quantity: number },
  now: number,
): Promise<boolean> {
  const recent = await ctx.db
    .query("stockReturns")
    .withIndex("by_product", (q) => q.eq("productId", productId).gt("at", now - RESTORE_ECHO_MS))
    .order("desc")
    .take(RECENT_MAX);
  return recent.some(
    (one) =>
      one.quantity === quantity && (one.retailerId === userId || one.distributorId === userId),
  );
}
