/**
 * The only reader and writer of stock, which stands in a table of its own: an order changes no product's row, so no list of products
 * runs again. Orders and holds take pieces and return them; the owner's edits set the figure. Together they keep the stock equation:
 * what is in stock and what open and completed orders hold add up to what the owner put there.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";

type Stocked = Pick<Doc<"products">, "_id" | "stock">;
type Level = Doc<"stockLevels"> | null;

function getLevel(ctx: QueryCtx, productId: Id<"products">): Promise<Level> {
  return ctx.db
    .query("stockLevels")
    .withIndex("by_product", (q) => q.eq("productId", productId))
    .unique();
}

/** A product of an older version or an import has no level; its row holds the figure. */
function figureOf(level: Level, product: Stocked): number {
  return level?.stock ?? product.stock ?? 0;
}

async function writeLevel(
  ctx: MutationCtx,
  level: Level,
  productId: Id<"products">,
  stock: number,
): Promise<void> {
  if (level === null) await ctx.db.insert("stockLevels", { productId, stock });
  else await ctx.db.patch("stockLevels", level._id, { stock });
}

/** Pieces that can be ordered. */
export async function stockOf(ctx: QueryCtx, product: Stocked): Promise<number> {
  return figureOf(await getLevel(ctx, product._id), product);
}

/** By the owner. */
export async function setStock(
  ctx: MutationCtx,
  productId: Id<"products">,
  stock: number,
): Promise<void> {
  await writeLevel(ctx, await getLevel(ctx, productId), productId, stock);
}

/** Takes pieces and returns how many are left, or INSUFFICIENT_STOCK with what there is. */
export async function takeStock(
  ctx: MutationCtx,
  product: Doc<"products">,
  quantity: number,
): Promise<number> {
  const level = await getLevel(ctx, product._id);
  const stock = figureOf(level, product);
  if (stock < quantity) fail("INSUFFICIENT_STOCK", { stock, productName: product.name });
  await writeLevel(ctx, level, product._id, stock - quantity);
  return stock - quantity;
}

/** Gives the pieces of an order that came to nothing back, also to a product that is no longer on sale. */
export async function returnStock(
  ctx: MutationCtx,
  productId: Id<"products">,
  quantity: number,
): Promise<void> {
  const level = await getLevel(ctx, productId);
  const product = level === null ? await ctx.db.get("products", productId) : { _id: productId };
  // Products are archived, never deleted; an order without one would be damage that must not be papered over.
  if (product === null) throw new Error(`Product ${productId} of an order is missing`);
  await writeLevel(ctx, level, productId, figureOf(level, product) + quantity);
}

export async function isStockMoved(ctx: QueryCtx): Promise<boolean> {
  const unmoved = await ctx.db
    .query("products")
    .withIndex("by_stock", (q) => q.gte("stock", 0))
    .first();
  return unmoved === null;
}

/** Moves the figures of at most this many products of older versions or imports, and returns how many those were. */
export async function moveStock(ctx: MutationCtx, limit: number): Promise<number> {
  const unmoved = await ctx.db
    .query("products")
    .withIndex("by_stock", (q) => q.gte("stock", 0))
    .take(limit);
  for (const { _id, stock = 0 } of unmoved) {
    // A level was written after the row's figure, which is out of date then.
    if ((await getLevel(ctx, _id)) === null) await writeLevel(ctx, null, _id, stock);
    await ctx.db.patch("products", _id, { stock: undefined });
  }
  return unmoved.length;
}
