/** Traders as those of the other side see them: with an address only for whom the two have to do with each other. */
import { type Infer, v } from "convex/values";
import { CONNECTION_STATUSES } from "../../domain/connectionLifecycle";
import { stateName } from "../../domain/gst/states";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { roleValidator } from "../users/schema";
import { contact, contactOf, profile, toDistributorProfile } from "../users/view";
import { getConnection } from "./find";

/** A distributor as retailers see it: its address only while connected, with how far the connection to the caller has come. */
export const distributorView = v.object({
  ...profile,
  connection: v.union(v.null(), ...CONNECTION_STATUSES.map((status) => v.literal(status))),
});

/** A retailer as distributors see it: its address only with a connection or an order, else its State, as far as it said so. */
export const retailerView = v.object({ ...contact, role: roleValidator, shopName: v.string() });

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
    .withIndex("by_pair_list", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId),
    )
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
