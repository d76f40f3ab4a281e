/**
 * The only reader and writer of stock, which stands in a table of its own: an order changes no product's row, so no list of products
 * runs again. Orders and holds take pieces and return them; the owner's edits set the figure. Together they keep the stock equation:
 * what is in stock and what open and completed orders hold add up to what the owner put there.
 */
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import { invariant } from "../../domain/invariant";
import { LOW_STOCK_MAX } from "../../domain/limits";
import type { DataModel, Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Stocked = Pick<Doc<"products">, "stockId">;

/** Returns the fields of a level: few pieces of a product on sale give it a place on its owner's list of these. */
function toLevel({ _id: productId, distributorId, archivedAt }: Doc<"products">, stock: number) {
  const isLow = archivedAt === undefined && stock <= LOW_STOCK_MAX;
  return { stock, low: isLow ? { productId, distributorId, stock } : undefined };
}

/** Returns the pieces that can be ordered; none of a product that was imported without its level. */
export async function stockOf(ctx: QueryCtx, { stockId }: Stocked): Promise<number> {
  return (await ctx.db.get("stockLevels", stockId))?.stock ?? 0;
}

/** Returns the pieces of a product while it is on sale; null once it is archived. */
export async function getListedStock(
  ctx: QueryCtx,
  productId: Id<"products">,
): Promise<number | null> {
  const product = await ctx.db.get("products", productId);
  return product === null || product.archivedAt !== undefined ? null : stockOf(ctx, product);
}

/** Returns the distributor's low levels of at least `min` pieces, those with the fewest first. */
export function lowLevels(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  min = 0,
): OrderedQuery<NamedTableInfo<DataModel, "stockLevels">> {
  return ctx.db
    .query("stockLevels")
    .withIndex("by_low", (q) => q.eq("low.distributorId", distributorId).gte("low.stock", min));
}

/** Writes the level of a product that is about to be inserted; `setStock` follows once it is. */
export function insertLevel(ctx: MutationCtx, stock: number): Promise<Id<"stockLevels">> {
  return ctx.db.insert("stockLevels", { stock });
}

/** Takes an archived product off its owner's list of low stock. */
export async function archiveLevel(ctx: MutationCtx, { stockId }: Stocked): Promise<void> {
  await ctx.db.patch("stockLevels", stockId, { low: undefined });
}

/** Sets the stock: as its owner says, or to what holds of this transaction left of it. */
export async function setStock(
  ctx: MutationCtx,
  product: Doc<"products">,
  stock: number,
): Promise<void> {
  await ctx.db.patch("stockLevels", product.stockId, toLevel(product, stock));
}

/** As `setStock`, for an order, which copies the product's picture. */
export async function takeOrdered(
  ctx: MutationCtx,
  product: Doc<"products">,
  stock: number,
): Promise<void> {
  const level = { ...toLevel(product, stock), orderedImageId: product.imageId };
  await ctx.db.patch("stockLevels", product.stockId, level);
}

/** True if an order copied the picture that the product shows. */
export async function wasOrderedWithPicture(
  ctx: QueryCtx,
  { stockId, imageId }: Pick<Doc<"products">, "stockId" | "imageId">,
): Promise<boolean> {
  return (await ctx.db.get("stockLevels", stockId))?.orderedImageId === imageId;
}

/** Gives the pieces of an order that came to nothing back, also to a product that is no longer on sale. */
export async function returnStock(
  ctx: MutationCtx,
  productId: Id<"products">,
  quantity: number,
): Promise<void> {
  const product = await ctx.db.get("products", productId);
  // Products are never deleted: the absence of one would be damage that must not be papered over.
  invariant(product !== null, `The product ${productId} of an order is missing.`);
  await setStock(ctx, product, (await stockOf(ctx, product)) + quantity);
}
