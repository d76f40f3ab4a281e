/** Background work of imports: pictures of types and of addresses, and the end of old imports. */
import { type Infer, v } from "convex/values";
import { IMPORT_KEPT_MS } from "../../domain/limits";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { internalAction, internalMutation } from "../functions";
import { productType } from "../products/schema";
import { typePicture } from "./drawings";
import { getTypePicture } from "./pictures";

const drawnPicture = v.object({ type: productType, imageId: v.id("_storage") });

/** Keeps the pictures of types that have none yet, and returns those that are not needed: another call came first. */
export const keep = internalMutation({
  args: { drawn: v.array(drawnPicture) },
  returns: v.array(v.id("_storage")),
  handler: async (ctx, { drawn }) => {
    const unneeded: Id<"_storage">[] = [];
    for (const { type, imageId } of drawn) {
      if ((await getTypePicture(ctx, type)) === null)
        await ctx.db.insert("typePictures", { type, imageId });
      else unneeded.push(imageId);
    }
    return unneeded;
  },
});

export const draw = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const drawn: Infer<typeof drawnPicture>[] = [];
    // One after the other: convex-test mixes up the transactions of files that are stored at once.
    for (const type of PRODUCT_TYPES) {
      const picture = new Blob([typePicture(type)], { type: "image/svg+xml" });
      drawn.push({ type, imageId: await ctx.storage.store(picture) });
    }
    const unneeded = await ctx.runMutation(internal.imports.internal.keep, { drawn });
    for (const imageId of unneeded) await ctx.storage.delete(imageId);
    return null;
  },
});

export const BATCHES_PER_SWEEP = 50;

/** Deletes imports that began thirty days ago: a bounded piece, and again while there is more. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const old = await ctx.db
      .query("imports")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - IMPORT_KEPT_MS))
      .first();
    if (old === null) return null;
    const batches = await ctx.db
      .query("importBatches")
      .withIndex("by_import", (q) => q.eq("parentId", old._id))
      .take(BATCHES_PER_SWEEP);
    for (const { _id } of batches) await ctx.db.delete("importBatches", _id);
    const pictures = await ctx.db
      .query("importPictures")
      .withIndex("by_import", (q) => q.eq("parentId", old._id))
      .take(BATCHES_PER_SWEEP);
    for (const { _id } of pictures) await ctx.db.delete("importPictures", _id);
    const isEmpty = batches.length < BATCHES_PER_SWEEP && pictures.length < BATCHES_PER_SWEEP;
    if (isEmpty) await ctx.db.delete("imports", old._id);
    await ctx.scheduler.runAfter(0, internal.imports.internal.sweep, {});
    return null;
  },
});
