/** Deletes uploads that nothing uses, and files that were never recorded as one. */
import { v } from "convex/values";
import { UPLOAD_UNCLAIMED_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import { internalMutation } from "../functions";
import { deleteFile } from "./erase";
import { isUnrecorded } from "./unrecorded";

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

/** Pictures that are unrecorded after a day: looks at all files, a bounded piece after the other in the order in which they were stored. */
export const sweepUnrecorded = internalMutation({
  args: { storedAfter: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { storedAfter = 0 }): Promise<null> => {
    const files = await ctx.db.system
      .query("_storage")
      .withIndex("by_creation_time", (q) =>
        q.gt("_creationTime", storedAfter).lt("_creationTime", Date.now() - UPLOAD_UNCLAIMED_MS),
      )
      .take(FILES_PER_SWEEP);
    for (const file of files) if (await isUnrecorded(ctx, file)) await ctx.storage.delete(file._id);
    const last = files[FILES_PER_SWEEP - 1];
    if (last !== undefined) {
      const next = { storedAfter: last._creationTime };
      await ctx.scheduler.runAfter(0, internal.uploads.internal.sweepUnrecorded, next);
    }
    return null;
  },
});
