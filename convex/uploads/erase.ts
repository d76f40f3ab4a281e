/** Deleting a picture of somebody who does not want it kept any more. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** The newest ones, as many as one transaction reads without harm. */
const PRODUCTS_LOOKED_AT = 2_000;

async function isShownByProduct(
  ctx: MutationCtx,
  distributorId: Id<"users">,
  imageId: Id<"_storage">,
): Promise<boolean> {
  const products = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId))
    .order("desc")
    .take(PRODUCTS_LOOKED_AT);
  return products.some((product) => product.imageId === imageId);
}

/** Deletes the file and the note of who brought it. A picture that one of its owner's products shows too stays with the product. */
export async function erasePicture(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  imageId: Id<"_storage">,
): Promise<void> {
  if (await isShownByProduct(ctx, ownerId, imageId)) return;
  const upload = await ctx.db
    .query("uploads")
    .withIndex("by_image", (q) => q.eq("imageId", imageId))
    .unique();
  if (upload !== null) await ctx.db.delete("uploads", upload._id);
  if ((await ctx.db.system.get("_storage", imageId)) !== null) await ctx.storage.delete(imageId);
}
