/**
 * The only two ways in which orders touch stock; the owner's edits are in `save.ts`. Together they keep the stock equation:
 * what is in stock and what open and completed orders hold add up to what the owner put there.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";

/** Takes pieces from what can be ordered, or INSUFFICIENT_STOCK with what there is. */
export async function takeStock(
  ctx: MutationCtx,
  product: Doc<"products">,
  quantity: number,
): Promise<void> {
  if (product.stock < quantity) {
    fail("INSUFFICIENT_STOCK", { stock: product.stock, productName: product.name });
  }
  await ctx.db.patch("products", product._id, { stock: product.stock - quantity });
}

/** Gives the pieces of an order that came to nothing back, also to a product that is no longer on sale. */
export async function returnStock(
  ctx: MutationCtx,
  productId: Id<"products">,
  quantity: number,
): Promise<void> {
  const product = await ctx.db.get("products", productId);
  // Products are archived, never deleted; an order without one would be damage that must not be papered over.
  if (product === null) throw new Error(`Product ${productId} of an order is missing`);
  await ctx.db.patch("products", productId, { stock: product.stock + quantity });
}
