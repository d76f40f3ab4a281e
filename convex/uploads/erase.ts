/** Deletes a picture that is not to be kept any more. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getUpload } from "./find";

/** Deletes a file, if it is there: a restored database may name files that were not restored with it. */
export async function deleteFile(ctx: MutationCtx, fileId: Id<"_storage">): Promise<void> {
  if ((await ctx.db.system.get("_storage", fileId)) !== null) await ctx.storage.delete(fileId);
}

/** Returns true when a product shows the picture now. */
async function isOnProduct(ctx: MutationCtx, imageId: Id<"_storage">): Promise<boolean> {
  const product = ctx.db.query("products").withIndex("by_image", (q) => q.eq("imageId", imageId));
  return (await product.first()) !== null;
}

/** Returns true when the picture is the proof of a payment, whatever became of that. */
async function isProof(ctx: MutationCtx, imageId: Id<"_storage">): Promise<boolean> {
  const payment = ctx.db
    .query("payments")
    .withIndex("by_proof", (q) => q.eq("proofImageId", imageId));
  return (await payment.first()) !== null;
}

/**
 * Deletes the file of a picture and the record of its upload. A picture that a product shows, or once showed, stays: orders
 * and invoices of that time show it too. So does one that was sent in a message, and one that proves a payment.
 */
export async function erasePicture(ctx: MutationCtx, imageId: Id<"_storage">): Promise<void> {
  const upload = await getUpload(ctx, imageId);
  if (upload?.shownByProduct === true || upload?.shownByMessage === true) return;
  // Uploads of older versions don't say so themselves.
  if ((await isOnProduct(ctx, imageId)) || (await isProof(ctx, imageId))) return;
  if (upload !== null) await ctx.db.delete("uploads", upload._id);
  await deleteFile(ctx, imageId);
}
