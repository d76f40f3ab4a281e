/** The transactions around an upload: may this caller bring a file, whose is it, and what nobody wanted. */
import { v } from "convex/values";
import { UPLOAD_UNCLAIMED_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { getVerification } from "../auth/steps";
import { fail } from "../errors";
import { getCaller, internalMutation } from "../functions";
import { uploadPurpose } from "./schema";

export const FILES_PER_SWEEP = 100;

const ticketOrNull = v.union(v.null(), v.string());

async function requireTicket(
  ctx: MutationCtx,
  ticket: string | null,
): Promise<Doc<"verifications">> {
  const verification = ticket === null ? null : await getVerification(ctx, ticket);
  if (verification?.purpose !== "signup") return fail("UNAUTHENTICATED");
  return verification.uploadsLeft > 0 ? verification : fail("TOO_MANY");
}

/**
 * Before a byte is read: a session, or a sign-up ticket with uploads left; payment
 * codes for distributors alone. Errors: UNAUTHENTICATED, FORBIDDEN, TOO_MANY.
 */
export const admit = internalMutation({
  args: { purpose: uploadPurpose, ticket: ticketOrNull, address: v.string() },
  returns: v.null(),
  handler: async (ctx, { purpose, ticket, address }) => {
    const user = await getCaller(ctx);
    if (user === null) {
      await requireTicket(ctx, purpose === "image" ? ticket : null);
      await spend(ctx, "uploadsByAddress", address);
      return null;
    }
    if (purpose === "qrCode" && user.role !== "distributor") fail("FORBIDDEN");
    await spend(ctx, "uploadsByUser", user._id);
    return null;
  },
});

/** After the bytes are stored: whose they are. Errors: UNAUTHENTICATED, TOO_MANY. */
export const record = internalMutation({
  args: { imageId: v.id("_storage"), purpose: uploadPurpose, ticket: ticketOrNull },
  returns: v.null(),
  handler: async (ctx, { imageId, purpose, ticket }) => {
    const user = await getCaller(ctx);
    if (user !== null) {
      await ctx.db.insert("uploads", { imageId, purpose, userId: user._id, claimed: false });
      return null;
    }
    const { _id, uploadsLeft } = await requireTicket(ctx, ticket);
    await ctx.db.patch("verifications", _id, { uploadsLeft: uploadsLeft - 1 });
    await ctx.db.insert("uploads", { imageId, purpose, verificationId: _id, claimed: false });
    return null;
  },
});

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
      await ctx.storage.delete(imageId);
      await ctx.db.delete("uploads", _id);
    }
    if (forgotten.length === FILES_PER_SWEEP) {
      await ctx.scheduler.runAfter(0, internal.uploads.steps.sweep, {});
    }
    return null;
  },
});
