/** Views of a user by caller. */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import { BUSINESS_FIELDS, CONTACT_FIELDS } from "../../domain/fields/account";
import { namesOf } from "../../domain/fields/kinds";
import { TAX_DETAIL_FIELDS } from "../../domain/fields/taxDetails";
import { tradeName } from "../../domain/names";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { userTables } from "./schema";

const row = userTables.users.validator;

const CONTACT = namesOf(CONTACT_FIELDS);
const OWN = [
  "role",
  ...namesOf(BUSINESS_FIELDS),
  "upiId",
  "bankAccount",
  "orderTerms",
  "language",
  ...namesOf(TAX_DETAIL_FIELDS),
] as const;

export const contact = {
  _id: v.id("users"),
  ...row.pick(...CONTACT).fields,
  imageUrl: v.union(v.string(), v.null()),
  /** Milliseconds. */
  createdAt: v.number(),
};

/** Returns the company or shop as it is called now; "" for nobody, and for a user without either. */
export function businessOf(user: Doc<"users"> | null): string {
  return user?.companyName ?? user?.shopName ?? "";
}

/** Returns the company or shop as it is called now, or the name of a user without either; "" for nobody. */
export function businessNameOf(user: Doc<"users"> | null): string {
  return user === null ? "" : tradeName({ name: user.name, business: businessOf(user) });
}

/** Everything about oneself. */
export const meView = v.object({ ...contact, ...row.pick(...OWN).fields });

export const profile = { ...contact, companyName: v.string() };

/** A distributor as everybody sees it who may look at distributors. */
export const distributorProfile = v.object(profile);

/** The fields of everybody. */
export async function contactOf(ctx: QueryCtx, user: Doc<"users">) {
  return {
    _id: user._id,
    ...pick(user, CONTACT),
    imageUrl: user.imageId === undefined ? null : await ctx.storage.getUrl(user.imageId),
    createdAt: user._creationTime,
  };
}

export async function toMe(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof meView>> {
  return { ...(await contactOf(ctx, user)), ...pick(user, [...OWN]) };
}

export async function toDistributorProfile(
  ctx: QueryCtx,
  distributor: Doc<"users">,
): Promise<Infer<typeof distributorProfile>> {
  return { ...(await contactOf(ctx, distributor)), companyName: distributor.companyName ?? "" };
}
