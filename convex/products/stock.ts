/**
 * The only reader and writer of stock, which stands in a table of its own: an order changes no product's row, so no list of products
 * runs again. Orders and holds take pieces and return them; the owner's edits set the figure. Together they keep the stock equation:
 * what is in stock and what open and completed orders hold add up to what the owner put there.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { invariant } from "../../domain/invariant";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Stocked = Pick<Doc<"products">, "_id">;
type Owned = Pick<Doc<"products">, "_id" | "distributorId" | "archivedAt">;
type Level = Doc<"stockLevels"> | null;
/** The stock of a product as it was read, to be written back by `setLevel`. */
export type StockLevel = { readonly row: Level; readonly stock: number };

function getLevel(ctx: QueryCtx, productId: Id<"products">): Promise<Level> {
  return getOneFrom(ctx.db, "stockLevels", "by_product", productId, "productId");
}

function listedBy({ distributorId, archivedAt }: Owned): Id<"users"> | null {
  return archivedAt === undefined ? distributorId : null;
}

async function insertLevel(ctx: MutationCtx, product: Owned, stock: number): Promise<void> {
  const distributorId = listedBy(product);
  await ctx.db.insert("stockLevels", { productId: product._id, distributorId, stock });
}

async function writeLevel(
  ctx: MutationCtx,
  level: Level,
  product: Owned,
  stock: number,
): Promise<void> {
  if (level === null) await insertLevel(ctx, product, stock);
  else await ctx.db.patch("stockLevels", level._id, { stock });
}

/** Pieces that can be ordered; none of a product that was imported without its level. */
export async function stockOf(ctx: QueryCtx, { _id }: Stocked): Promise<number> {
  return (await getLevel(ctx, _id))?.stock ?? 0;
}

/** Pieces of a product while it is on sale; null once it is archived. Reads no product, so that no edit of one runs the caller again. */
export async function getListedLevel(
  ctx: QueryCtx,
  productId: Id<"products">,
): Promise<number | null> {
  const level = await getLevel(ctx, productId);
  return level?.distributorId === null ? null : (level?.stock ?? null);
}

/** Sets the stock as its owner says. */
export async function setStock(ctx: MutationCtx, product: Owned, stock: number): Promise<void> {
  await writeLevel(ctx, await getLevel(ctx, product._id), product, stock);
}

/** Takes an archived product out of the owner's figures by stock. */
export async function archiveLevel(ctx: MutationCtx, productId: Id<"products">): Promise<void> {
  const level = await getLevel(ctx, productId);
  if (level !== null) await ctx.db.patch("stockLevels", level._id, { distributorId: null });
}

/** Pieces that can be ordered, with the row that says so. */
export async function stockLevel(ctx: QueryCtx, { _id }: Stocked): Promise<StockLevel> {
  const row = await getLevel(ctx, _id);
  return { row, stock: row?.stock ?? 0 };
}

/** Writes what orders and holds of this transaction left of a stock that it read before. */
export async function setLevel(
  ctx: MutationCtx,
  product: Owned,
  { row }: StockLevel,
  stock: number,
): Promise<void> {
  await writeLevel(ctx, row, product, stock);
}

/** As `setLevel`, for an order, which copies the product's picture. */
export async function takeOrdered(
  ctx: MutationCtx,
  product: Doc<"products">,
  { row }: StockLevel,
  stock: number,
): Promise<void> {
  // Pieces are taken of a level that is there: without one the stock is 0, and no order takes any.
  invariant(row !== null, `The stock of product ${product._id} is missing.`);
  await ctx.db.patch("stockLevels", row._id, { stock, orderedImageId: product.imageId });
}

/** True if an order copied the picture that the product shows. */
export async function wasOrderedWithPicture(
  ctx: QueryCtx,
  { _id, imageId }: Pick<Doc<"products">, "_id" | "imageId">,
): Promise<boolean> {
  return (await getLevel(ctx, _id))?.orderedImageId === imageId;
}

/** Gives the pieces of an order that came to nothing back, also to a product that is no longer on sale. */
export async function returnStock(
  ctx: MutationCtx,
  productId: Id<"products">,
  quantity: number,
): Promise<void> {
  const level = await getLevel(ctx, productId);
  // The pieces were taken from a level, and levels are never deleted: its absence would be damage that must not be papered over.
  invariant(level !== null, `The stock of product ${productId} is missing.`);
  await ctx.db.patch("stockLevels", level._id, { stock: level.stock + quantity });
}
