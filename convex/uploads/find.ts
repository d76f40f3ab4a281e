/** Finding an upload by the address that its owner was given for it. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

type Owner = { readonly userId: Id<"users"> } | { readonly verificationId: Id<"verifications"> };

/** An address names a file that was brought lately: uploads that nobody claims go after a day. */
const UPLOADS_LOOKED_AT = 100;

/** The host says through which door the file was seen; the path says which file it is. */
function pathOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname : undefined;
}

/** The owner's upload behind `url`, or null: any other address, of whatever host or scheme, names no picture here. */
export async function getUploadByUrl(
  ctx: QueryCtx,
  owner: Owner,
  url: string,
): Promise<Doc<"uploads"> | null> {
  const path = pathOf(url);
  if (path === undefined) return null;
  const uploads = ctx.db.query("uploads");
  const own =
    "userId" in owner
      ? uploads.withIndex("by_user", (q) => q.eq("userId", owner.userId))
      : uploads.withIndex("by_verification", (q) => q.eq("verificationId", owner.verificationId));
  for (const upload of await own.order("desc").take(UPLOADS_LOOKED_AT)) {
    const known = await ctx.storage.getUrl(upload.imageId);
    if (known !== null && pathOf(known) === path) return upload;
  }
  return null;
}
