/** Making an account for whoever proved an e-mail. Plain functions inside a transaction; the password comes hashed. */
import type { ObjectType } from "convex/values";
import type { ErrorCode } from "../../domain/errors";
import { detailFields } from "../../domain/fields/account";
import { isTradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireTexts } from "../fields";
import { findRow } from "../rows";
import { claimUpload } from "../uploads/claim";
import { getUploadByUrl } from "../uploads/find";
import { insertAccount } from "./accounts";
import { spend } from "./limits";
import type { accountForm } from "./schema";
import { type Proof, requireVerification } from "./verifications";

/** The picture that was brought with the same ticket, by its id or by its address. */
type Picture = { readonly imageId: Id<"_storage"> } | { readonly imageUrl: string };

export type Registration = Picture &
  ObjectType<typeof accountForm> & {
    /** The id in the link of a distributor, as it was sent. */
    readonly invitedBy?: string;
  };

/** Checks the ticket before the costly password hash is computed. Errors: EMAIL_NOT_VERIFIED, TOO_MANY. */
export async function checkTicket(ctx: MutationCtx, proof: Proof, address: string): Promise<void> {
  await spend(ctx, "registrations", address);
  await requireVerification(ctx, proof);
}

async function requirePicture(
  ctx: MutationCtx,
  { _id: verificationId }: Doc<"verifications">,
  picture: Picture,
): Promise<Id<"_storage">> {
  if ("imageId" in picture) return picture.imageId;
  const upload = await getUploadByUrl(ctx, { verificationId }, picture.imageUrl);
  return upload?.imageId ?? fail("NO_IMAGE");
}

/** The distributor of a link; undefined for what is none, since nobody is refused for a link that was cut or has grown old. */
async function findInviter(
  ctx: MutationCtx,
  { role, invitedBy }: Registration,
): Promise<Id<"users"> | undefined> {
  if (role !== "retailer" || invitedBy === undefined) return undefined;
  const inviter = await findRow(ctx, "users", invitedBy);
  return inviter?.role === "distributor" ? inviter._id : undefined;
}

export const ACCOUNT_ERRORS = [
  "EMAIL_NOT_VERIFIED",
  "INVALID_ROLE",
  "MISSING_FIELDS",
  "BAD_PHONE",
  "EMAIL_TAKEN",
  "NO_IMAGE",
] as const satisfies readonly ErrorCode[];

/**
 * Makes the account, its password and its picture in one step. The proof of the e-mail is used up only if all of it succeeds.
 * Errors: `ACCOUNT_ERRORS`.
 */
export async function makeAccount(ctx: MutationCtx, form: Registration): Promise<Id<"users">> {
  const { email, ticket, role } = form;
  const verification = await requireVerification(ctx, { email, ticket, purpose: "signup" });
  if (!isTradeRole(role)) return fail("INVALID_ROLE");
  const { language } = form;
  const user = { role, email, language, ...requireTexts(detailFields(role), form) };
  const imageId = await requirePicture(ctx, verification, form);
  const invitedBy = await findInviter(ctx, form);
  const userId = await insertAccount(
    ctx,
    { ...user, imageId, invitedBy, agreedAt: Date.now() },
    form.password,
  );
  await claimUpload(ctx, { imageId, verificationId: verification._id, purpose: "image" });
  await ctx.db.delete("verifications", verification._id);
  return userId;
}
