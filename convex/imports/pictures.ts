/**
 * Drawn pictures of products that come without one. A product always has a picture: lists, orders and invoices show it. The drawing
 * of its type is stored once and shown by all such products, until their distributor uploads a better one.
 */
import { PRODUCT_TYPES, type ProductType } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** The drawings by type, of those that are there. */
export async function typePictures(
  ctx: QueryCtx,
): Promise<ReadonlyMap<ProductType, Id<"_storage">>> {
  const drawn = await ctx.db.query("typePictures").take(PRODUCT_TYPES.length);
  return new Map(drawn.map(({ type, imageId }) => [type, imageId]));
}

export async function getTypePicture(
  ctx: QueryCtx,
  type: ProductType,
): Promise<Id<"_storage"> | null> {
  const drawn = await ctx.db
    .query("typePictures")
    .withIndex("by_type", (q) => q.eq("type", type))
    .first();
  return drawn?.imageId ?? null;
}

/** Has the pictures drawn where one is missing: only an action can store a file. */
export async function drawIfMissing(ctx: MutationCtx): Promise<void> {
  const drawn = await ctx.db.query("typePictures").take(PRODUCT_TYPES.length);
  if (drawn.length < PRODUCT_TYPES.length)
    await ctx.scheduler.runAfter(0, internal.imports.internal.draw, {});
}
