/** Ties an uploaded picture to the row that shows it. Nobody can use a picture that somebody else brought. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";

type Owner = { readonly userId: Id<"users"> } | { readonly verificationId: Id<"verifications"> };

export type Claim = Owner & {
  readonly imageId: Id<"_storage">;
  readonly purpose: Doc<"uploads">["purpose"];
  /** True for the picture of a product. */
  readonly isForProduct?: boolean;
};

function isOwn(upload: Doc<"uploads">, claim: Claim): boolean {
  return "userId" in claim
    ? upload.userId === claim.userId
    : upload.verificationId === claim.verificationId;
}

/** The picture stays from now on; its owner may show it in several places. Errors: NO_IMAGE, or NO_QR for a payment code, when it is not the owner's own upload. */
export async function claimUpload(ctx: MutationCtx, claim: Claim): Promise<void> {
  const upload = await ctx.db
    .query("uploads")
    .withIndex("by_image", (q) => q.eq("imageId", claim.imageId))
    .unique();
  if (upload?.purpose !== claim.purpose || !isOwn(upload, claim)) {
    return fail(claim.purpose === "image" ? "NO_IMAGE" : "NO_QR");
  }
  if (!upload.claimed) await ctx.db.patch("uploads", upload._id, { claimed: true });
  if (claim.isForProduct === true)
    await ctx.db.patch("uploads", upload._id, { shownByProduct: true });
}
