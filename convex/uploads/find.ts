/** Finding an upload: by its picture, or by the address that its owner was given for it. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Whoever brought it: somebody who is signed in, or a sign-up. */
export type Owner =
  { readonly userId: Id<"users"> } | { readonly verificationId: Id<"verifications"> };

export function getUpload(ctx: QueryCtx, imageId: Id<"_storage">): Promise<Doc<"uploads"> | null> {
  return getOneFrom(ctx.db, "uploads", "by_image", imageId, "imageId");
}

/** An address names a file that was brought lately: uploads that nobody claims go after a day. */
const UPLOADS_LOOKED_AT = 100;

/**
 * The path says which file it is. The host says through which door it was seen, and the query, where addresses are signed, on
 * which day: a client may send back any of them.
 */
function pathOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname : undefined;
}

/** Two addresses of one file. What is no address names no file. */
export function isSameFile(one: string, other: string): boolean {
  const path = pathOf(one);
  return path !== undefined && path === pathOf(other);
}

/** The owner's upload behind `url`, or null: any other address, of whatever host or scheme, names no picture here. */
export async function getUploadByUrl(
  ctx: QueryCtx,
  owner: Owner,
  url: string,
): Promise<Doc<"uploads"> | null> {
  if (pathOf(url) === undefined) return null;
  const uploads = ctx.db.query("uploads");
  const own =
    "userId" in owner
      ? uploads.withIndex("by_user", (q) => q.eq("userId", owner.userId))
      : uploads.withIndex("by_verification", (q) => q.eq("verificationId", owner.verificationId));
  for (const upload of await own.order("desc").take(UPLOADS_LOOKED_AT)) {
    const storedUrl = await ctx.storage.getUrl(upload.imageId);
    if (storedUrl !== null && isSameFile(storedUrl, url)) return upload;
  }
  return null;
}

export type SentPicture = {
  readonly imageId?: string | undefined;
  readonly url?: string | undefined;
};

/** The picture by its id, or by the address that the upload was answered with; undefined if neither names one. */
export async function findSentPicture(
  ctx: QueryCtx,
  { _id: userId }: Doc<"users">,
  { imageId, url }: SentPicture,
): Promise<Id<"_storage"> | undefined> {
  if (imageId !== undefined) return ctx.db.system.normalizeId("_storage", imageId) ?? undefined;
  const upload = url === undefined ? null : await getUploadByUrl(ctx, { userId }, url);
  return upload?.imageId;
}
