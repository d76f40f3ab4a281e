/** Admission and ownership of uploads. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { getVerification } from "../auth/verifications";
import { fail } from "../errors";

export type Bringer = {
  /** Whoever is signed in. */
  readonly user: Doc<"users"> | null;
  /** Else the ticket of a sign-up. */
  readonly ticket: string | undefined;
};

type Purpose = Doc<"uploads">["purpose"];

async function requireTicket(
  ctx: MutationCtx,
  ticket: string | undefined,
): Promise<Doc<"verifications">> {
  const verification = ticket === undefined ? null : await getVerification(ctx, ticket);
  if (verification?.purpose !== "signup") return fail("UNAUTHENTICATED");
  return verification.uploadsLeft > 0 ? verification : fail("TOO_MANY");
}

/**
 * Admits an upload before a byte of it is read: with a session, or a sign-up ticket with uploads left; payment codes for distributors alone. Errors:
 * UNAUTHENTICATED, FORBIDDEN, TOO_MANY.
 */
export async function admitUpload(
  ctx: MutationCtx,
  { user, ticket }: Bringer,
  purpose: Purpose,
  address: string,
): Promise<void> {
  if (user === null) {
    await requireTicket(ctx, purpose === "image" ? ticket : undefined);
    await spend(ctx, "uploadsByAddress", address);
    return;
  }
  if (purpose === "qrCode" && user.role !== "distributor") fail("FORBIDDEN");
  await spend(ctx, "uploadsByUser", user._id);
}

/** Records whose a stored file is. The caller deletes what is refused. Errors: UNAUTHENTICATED, TOO_MANY, TOO_MUCH_DATA. */
export async function recordUpload(
  ctx: MutationCtx,
  { user, ticket }: Bringer,
  purpose: Purpose,
  imageId: Id<"_storage">,
): Promise<void> {
  if (user !== null) {
    const { size } = (await ctx.db.system.get("_storage", imageId)) ?? fail("NO_IMAGE");
    await spendBytes(ctx, user._id, size, "pictures");
    await ctx.db.insert("uploads", { imageId, purpose, userId: user._id, claimed: false });
    return;
  }
  const { _id, uploadsLeft } = await requireTicket(ctx, ticket);
  await ctx.db.patch("verifications", _id, { uploadsLeft: uploadsLeft - 1 });
  await ctx.db.insert("uploads", { imageId, purpose, verificationId: _id, claimed: false });
}
