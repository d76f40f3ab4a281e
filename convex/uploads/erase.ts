/** Deletes a picture that is not to be kept any more. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getUpload } from "./find";

/** Deletes a file, if it is there: a restored database may name files that were not restored with it. */
export async function deleteFile(ctx: MutationCtx, fileId: Id<"_storage">): Promise<void> {
  if ((await ctx.db.system.get("_storage", fileId)) !== null) await ctx.storage.delete(fileId);
}

/** Products with one picture of which one that is on sale is looked for; with more of them the picture stays. */
const PRODUCTS_LOOKED_AT = 100;

/** Returns true when a product on sale shows the picture now. */
async function isOnProduct(ctx: MutationCtx, imageId: Id<"_storage">): Promise<boolean> {
  const products = await ctx.db
    .query("products")
    .withIndex("by_image", (q) => q.eq("imageId", imageId))
    .take(PRODUCTS_LOOKED_AT);
  const isOnSale = products.some(({ archivedAt }) => archivedAt === undefined);
  return isOnSale || products.length === PRODUCTS_LOOKED_AT;
}

/** Returns true when somebody's account shows the picture now. */
async function isOnAccount(ctx: MutationCtx, imageId: Id<"_storage">): Promise<boolean> {
  const user = ctx.db.query("users").withIndex("by_image", (q) => q.eq("imageId", imageId));
  return (await user.first()) !== null;
}

/** Returns true when the picture is the proof of a payment, whatever became of that. */
async function isProof(ctx: MutationCtx, imageId: Id<"_storage">): Promise<boolean> {
  const payment = ctx.db
    .query("payments")
    .withIndex("by_proof", (q) => q.eq("proofImageId", imageId));
  return (await payment.first()) !== null;
}

/**
 * Deletes the file of a picture and the record of its upload. A picture that a product on sale, an order or an account shows stays,
 * and so does one that was sent in a message, and one that proves a payment.
 */
export async function erasePicture(ctx: MutationCtx, imageId: Id<"_storage">): Promise<void> {
  const upload = await getUpload(ctx, imageId);
  if (upload?.shownByProduct === true || upload?.shownByMessage === true) return;
  if (await isOnProduct(ctx, imageId)) return;
  if ((await isOnAccount(ctx, imageId)) || (await isProof(ctx, imageId))) return;
  if (upload !== null) await ctx.db.delete("uploads", upload._id);
  await deleteFile(ctx, imageId);
}

/**
 * Called when a product shows another picture or is on sale no more, with the picture that it had. It stays for good if an order shows it, and
 * so an invoice may; else it is erased.
 */
export async function releasePicture(
  ctx: MutationCtx,
  imageId: Id<"_storage">,
  isInOrder: boolean,
): Promise<void> {
  const upload = await getUpload(ctx, imageId);
  if (upload === null) return;
  if (isInOrder) await ctx.db.patch("uploads", upload._id, { shownByProduct: true });
  else await erasePicture(ctx, imageId);
}
