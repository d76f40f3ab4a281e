/** Views of a user by caller. */
import { type Infer, v } from "convex/values";
import { CONNECTION_STATUSES } from "../../domain/connectionLifecycle";
import { stateName } from "../../domain/gst/states";
import { tradeName } from "../../domain/names";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getConnection } from "../network/find";
import { bankAccount, orderTerms, roleValidator, taxDetails } from "./schema";

const contact = {
  _id: v.id("users"),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.string(),
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
export const meView = v.object({
  ...contact,
  role: roleValidator,
  companyName: v.optional(v.string()),
  shopName: v.optional(v.string()),
  upiId: v.optional(v.string()),
  bankAccount: v.optional(bankAccount),
  orderTerms: v.optional(orderTerms),
  ...taxDetails,
});

const profile = { ...contact, companyName: v.string() };

/** A distributor as everybody sees it who may look at distributors. */
export const distributorProfile = v.object(profile);

/** A distributor as retailers see it: its address only while connected, with how far the connection to the caller has come. */
export const distributorView = v.object({
  ...profile,
  connection: v.union(v.null(), ...CONNECTION_STATUSES.map((status) => v.literal(status))),
});

/** A retailer as distributors see it: its address only with a connection or an order, else its State, as far as it said so. */
export const retailerView = v.object({ ...contact, role: roleValidator, shopName: v.string() });

async function contactOf(ctx: QueryCtx, user: Doc<"users">) {
  return {
    _id: user._id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    address: user.address,
    imageUrl: user.imageId === undefined ? null : await ctx.storage.getUrl(user.imageId),
    createdAt: user._creationTime,
  };
}

/** Absent where nothing was said. */
function taxDetailsOf(user: Doc<"users">) {
  const { gstin, legalName, stateCode, pincode } = user;
  const { gstScheme, turnoverAbove5Cr, pricesExcludeTax, roundsToRupee } = user;
  const seller = { gstScheme, turnoverAbove5Cr, pricesExcludeTax, roundsToRupee };
  return { gstin, legalName, stateCode, pincode, ...seller };
}

export async function toMe(ctx: QueryCtx, user: Doc<"users">): Promise<Infer<typeof meView>> {
  const { role, companyName, shopName, upiId, bankAccount: account, orderTerms: terms } = user;
  return {
    ...(await contactOf(ctx, user)),
    role,
    ...(companyName !== undefined && { companyName }),
    ...(shopName !== undefined && { shopName }),
    ...(upiId !== undefined && { upiId }),
    ...(account !== undefined && { bankAccount: account }),
    ...(terms !== undefined && { orderTerms: terms }),
    ...taxDetailsOf(user),
  };
}

export async function toDistributorProfile(
  ctx: QueryCtx,
  distributor: Doc<"users">,
): Promise<Infer<typeof distributorProfile>> {
  return { ...(await contactOf(ctx, distributor)), companyName: distributor.companyName ?? "" };
}

export async function toDistributor(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  retailer: Doc<"users">,
): Promise<Infer<typeof distributorView>> {
  const connection = await getConnection(ctx, retailer._id, distributor._id);
  const status = connection?.status ?? null;
  return {
    ...(await toDistributorProfile(ctx, distributor)),
    ...(status !== "accepted" && { address: "" }),
    connection: status,
  };
}

/** True for a distributor who is connected with the retailer, or was sent an order by it, which has the address itself. */
async function knowsAddress(
  ctx: QueryCtx,
  { _id: distributorId }: Doc<"users">,
  { _id: retailerId }: Doc<"users">,
): Promise<boolean> {
  const connection = await getConnection(ctx, retailerId, distributorId);
  if (connection?.status === "accepted") return true;
  const order = await ctx.db
    .query("orders")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .first();
  return order !== null;
}

export async function toRetailer(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  viewer: Doc<"users">,
): Promise<Infer<typeof retailerView>> {
  const isKnown = viewer.role === "admin" || (await knowsAddress(ctx, viewer, retailer));
  return {
    ...(await contactOf(ctx, retailer)),
    ...(!isKnown && { address: stateName(retailer.stateCode ?? "") ?? "" }),
    role: retailer.role,
    shopName: retailer.shopName ?? "",
  };
}
