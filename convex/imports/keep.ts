/** The steps of the action that fetches pictures; `wantedPictures.ts` does them. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { claimPictures, settlePictures } from "./wantedPictures";

const claimed = { parentId: v.id("imports"), address: v.string() };

export const claim = internalMutation({
  args: { distributorId: v.id("users") },
  returns: v.array(v.object(claimed)),
  handler: (ctx, { distributorId }) => claimPictures(ctx, distributorId),
});

export const settle = internalMutation({
  args: { ...claimed, imageId: v.union(v.id("_storage"), v.null()), problem: v.string() },
  returns: v.null(),
  handler: async (ctx, result): Promise<null> => {
    await settlePictures(ctx, result);
    return null;
  },
});
