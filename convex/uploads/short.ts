/** The short addresses of pictures in lists; `domain/pictureAddress.ts` says what is left out. */
import { v } from "convex/values";
import { shortAddress } from "../../domain/pictureAddress";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Null if the picture is gone. */
export const shortPicture = v.union(v.string(), v.null());

export async function shortPictureOf(
  ctx: QueryCtx,
  imageId: Id<"_storage">,
): Promise<string | null> {
  const address = await ctx.storage.getUrl(imageId);
  return address === null ? null : shortAddress(address);
}
