/** The transactions around an upload. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v } from "convex/values";
import { digest } from "../../digest";
import { fail } from "../../errors";
import { internalQuery } from "../../functions";
import { admitUpload, recordUpload } from "../../uploads/admit";
import { uploadPurpose } from "../../uploads/schema";
import { visitorRestMutation } from "../caller";
import { once } from "../once";

const bringing = { purpose: uploadPurpose, ticket: v.optional(v.string()) };

/** Errors: UNAUTHENTICATED, FORBIDDEN, TOO_MANY. */
export const admit = visitorRestMutation({
  args: { ...bringing, networkAddress: v.string() },
  returns: v.null(),
  handler: async (ctx, { purpose, ticket, networkAddress }) => {
    await admitUpload(ctx, { user: ctx.caller, ticket }, purpose, networkAddress);
    return null;
  },
});

const kept = v.object({ imageId: v.id("_storage"), url: v.string() });

/** The stored picture becomes the caller's. Errors: UNAUTHENTICATED, TOO_MANY. */
export const record = visitorRestMutation({
  args: { ...bringing, imageId: v.id("_storage") },
  returns: kept,
  handler: async (ctx, { purpose, ticket, imageId }) => {
    const owner = ctx.caller?._id ?? (await digest(ticket ?? ""));
    return once(ctx, owner, ctx.asked, async () => {
      await recordUpload(ctx, { user: ctx.caller, ticket }, purpose, imageId);
      return { imageId, url: (await ctx.storage.getUrl(imageId)) ?? fail("NO_IMAGE") };
    });
  },
});

/** True if the file belongs to an upload; a file without one is deleted by the call that stored it. */
export const isRecorded = internalQuery({
  args: { imageId: v.id("_storage") },
  returns: v.boolean(),
  handler: async (ctx, { imageId }) => {
    const upload = await getOneFrom(ctx.db, "uploads", "by_image", imageId, "imageId");
    return upload !== null;
  },
});
