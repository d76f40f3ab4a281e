/** Changes to one's own details. E-mail and role identify a user to others and stay. */
import { type ObjectType, v } from "convex/values";
import { detailFields } from "../../domain/fields/account";
import type { Language } from "../../domain/language/languages";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { accountFields } from "../auth/schema";
import { requireTexts } from "../fields";
import { noteRename } from "../users/renames";
import { claimUpload, requireOwnUpload } from "../uploads/claim";
import { erasePicture } from "../uploads/erase";

const { name, phone, address } = accountFields;

export const detailArgs = {
  name,
  phone,
  address,
  /** The company's or the shop's name; administrators have neither. */
  business: v.optional(v.string()),
  /** A new picture, uploaded by the same user. */
  imageId: v.optional(v.id("_storage")),
};

/** Saves the details and deletes a picture that was replaced. Invoices keep the details of their day. Errors: MISSING_FIELDS, BAD_PHONE, NO_IMAGE, TOO_MANY {retryAfterMs}. */
export async function saveDetails(
  ctx: MutationCtx,
  user: Doc<"users">,
  { imageId, business, ...details }: ObjectType<typeof detailArgs>,
): Promise<void> {
  const texts = { ...details, companyName: business, shopName: business };
  const changes = {
    ...requireTexts(detailFields(user.role), texts),
    ...(imageId !== undefined && { imageId }),
  };
  const claim = imageId && ({ imageId, userId: user._id, purpose: "image" } as const);
  if (claim !== undefined) await requireOwnUpload(ctx, claim);
  await spend(ctx, "memberChanges", user._id);
  await noteRename(ctx, user, { ...user, ...changes });
  if (claim !== undefined) await claimUpload(ctx, claim);
  await ctx.db.patch("users", user._id, changes);
  const isReplaced = imageId !== undefined && imageId !== user.imageId;
  if (isReplaced && user.imageId !== undefined) await erasePicture(ctx, user.imageId);
}

/** The language of the user's screens, mails and notifications from now on. Errors: TOO_MANY. */
export async function saveLanguage(
  ctx: MutationCtx,
  user: Doc<"users">,
  language: Language,
): Promise<void> {
  if (user.language === language) return;
  // Everybody who sees the user reads its row: a loop of choices would run all their queries again.
  await spend(ctx, "memberChanges", user._id);
  await ctx.db.patch("users", user._id, { language });
}
