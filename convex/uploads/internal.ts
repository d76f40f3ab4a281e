/** Deletes uploads that nothing uses. */
import { v } from "convex/values";
import { UPLOAD_UNCLAIMED_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import { deleteFile } from "./erase";

export const FILES_PER_SWEEP = 100;

/** Files that nobody claimed within a day: a bounded piece, and again while there is more. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const forgotten = await ctx.db
      .query("uploads")
      .withIndex("by_claimed", (q) =>
        q.eq("claimed", false).lt("_creationTime", Date.now() - UPLOAD_UNCLAIMED_MS),
      )
      .take(FILES_PER_SWEEP);
    for (const { _id, imageId } of forgotten) {
      await deleteFile(ctx, imageId);
      await ctx.db.delete("uploads", _id);
    }
    if (forgotten.length === FILES_PER_SWEEP) {
      await ctx.scheduler.runAfter(0, internal.uploads.internal.sweep, {});
    }
    return null;
  },
});
