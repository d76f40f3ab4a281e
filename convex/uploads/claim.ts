/** Ties an uploaded picture to the row that shows it. Nobody can use a picture that somebody else brought. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { getUpload, type Owner } from "./find";

export type Claim = Owner & {
  readonly imageId: Id<"_storage">;
  readonly purpose: Doc<"uploads">["purpose"];
  /** Set for what goes on showing the picture after its owner chose another one. */
  readonly isFor?: "message";
};

function isOwn(upload: Doc<"uploads">, claim: Claim): boolean {
  return "userId" in claim
    ? upload.userId === claim.userId
    : upload.verificationId === claim.verificationId;
}

/** Returns the owner's own upload. Errors: NO_IMAGE, or NO_QR for a payment code, for any other picture. */
export async function requireOwnUpload(ctx: QueryCtx, claim: Claim): Promise<Doc<"uploads">> {
  const upload = await getUpload(ctx, claim.imageId);
  if (upload?.purpose !== claim.purpose || !isOwn(upload, claim)) {
    return fail(claim.purpose === "image" ? "NO_IMAGE" : "NO_QR");
  }
  return upload;
}

/** The picture stays from now on; its owner may show it in several places. Errors: those of `requireOwnUpload`. */
export async function claimUpload(ctx: MutationCtx, claim: Claim): Promise<void> {
  const { _id, claimed } = await requireOwnUpload(ctx, claim);
  if (!claimed) await ctx.db.patch("uploads", _id, { claimed: true });
  if (claim.isFor === "message") await ctx.db.patch("uploads", _id, { shownByMessage: true });
}
