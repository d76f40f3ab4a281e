/** Changes to one's own details. E-mail and role identify a user to others and stay. */
import { ADDRESS_MAX, NAME_MAX } from "../../domain/limits";
import { cleanName } from "../../domain/names";
import { cleanText, normalPhone } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { noteRename } from "../users/renames";
import { claimUpload, requireOwnUpload } from "../uploads/claim";
import { erasePicture } from "../uploads/erase";

export type Details = {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  /** The company's or the shop's name; administrators have neither. */
  readonly business?: string;
  /** A new picture, uploaded by the same user. */
  readonly imageId?: Id<"_storage">;
};

function requireText(text: string, max: number, multiline = false): string {
  return cleanText(text, { min: 1, max, multiline }) ?? fail("MISSING_FIELDS");
}

function requireName(text: string): string {
  return cleanName(text, NAME_MAX) ?? fail("MISSING_FIELDS");
}

function businessField(user: Doc<"users">, business: string | undefined) {
  if (user.role === "distributor") return { companyName: requireName(business ?? "") };
  if (user.role === "retailer") return { shopName: requireName(business ?? "") };
  return {};
}

/** Administrators are made without a phone number and an address, and may stay so. */
function contactOf(user: Doc<"users">, { phone, address }: Details) {
  const isAdmin = user.role === "admin";
  return {
    phone: isAdmin && phone.trim() === "" ? "" : (normalPhone(phone) ?? fail("BAD_PHONE")),
    address: isAdmin && address.trim() === "" ? "" : requireText(address, ADDRESS_MAX, true),
  };
}

/** Saves the details and deletes a picture that was replaced. Invoices keep the details of their day. Errors: MISSING_FIELDS, BAD_PHONE, NO_IMAGE, TOO_MANY {retryAfterMs}. */
export async function saveDetails(
  ctx: MutationCtx,
  user: Doc<"users">,
  details: Details,
): Promise<void> {
  const { name, business, imageId } = details;
  const changes = {
    name: requireName(name),
    ...contactOf(user, details),
    ...businessField(user, business),
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
