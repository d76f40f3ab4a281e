/** The steps of the action that fetches pictures; `wantedPictures.ts` does them. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { admitPicture, claimPictures, recordPicture, settlePictures } from "./wantedPictures";

const claimed = { parentId: v.id("imports"), address: v.string() };

export const claim = internalMutation({
  args: { distributorId: v.id("users") },
  returns: v.array(v.object(claimed)),
  handler: (ctx, { distributorId }) => claimPictures(ctx, distributorId),
});

/** False when the distributor's imports have fetched too much today. */
export const admit = internalMutation({
  args: { distributorId: v.id("users"), bytes: v.number() },
  returns: v.boolean(),
  handler: (ctx, { distributorId, bytes }) => admitPicture(ctx, distributorId, bytes),
});

export const record = internalMutation({
  args: { imageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { imageId }): Promise<null> => {
    await recordPicture(ctx, imageId);
    return null;
  },
});

export const settle = internalMutation({
  args: { ...claimed, imageId: v.union(v.id("_storage"), v.null()), problem: v.string() },
  returns: v.null(),
  handler: async (ctx, result): Promise<null> => {
    await settlePictures(ctx, result);
    return null;
  },
});
