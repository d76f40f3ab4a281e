/** Views of connections by caller. Both sides are shown as they are now, not as they were when they met. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { renameView } from "../users/renames";
import { connectionStatus } from "./schema";

const imageUrl = v.union(v.string(), v.null());

export const requestRow = v.object({
  _id: v.id("connections"),
  userName: v.string(),
  userEmail: v.string(),
  shopName: v.string(),
  imageUrl,
  status: connectionStatus,
  createdAt: v.number(),
});

const connectionFields = {
  _id: v.id("connections"),
  distributorName: v.string(),
  distributorEmail: v.string(),
  userName: v.string(),
  userEmail: v.string(),
  status: connectionStatus,
  createdAt: v.number(),
};

export const distributorsConnection = v.object({
  ...connectionFields,
  retailerId: v.id("users"),
  retailerImageUrl: imageUrl,
});

export const retailersConnection = v.object({
  ...connectionFields,
  distributorId: v.id("users"),
  distributorImageUrl: imageUrl,
  companyName: v.string(),
});

export type Sides = { readonly retailer: Doc<"users">; readonly distributor: Doc<"users"> };

async function pictureOf(ctx: QueryCtx, user: Doc<"users">): Promise<string | null> {
  return user.imageId === undefined ? null : ctx.storage.getUrl(user.imageId);
}

function connectionRow(connection: Doc<"connections">, { retailer, distributor }: Sides) {
  return {
    _id: connection._id,
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    userName: retailer.name,
    userEmail: retailer.email,
    status: connection.status,
    createdAt: connection._creationTime,
  };
}

export async function toRequestRow(
  ctx: QueryCtx,
  connection: Doc<"connections">,
  { retailer }: Sides,
): Promise<Infer<typeof requestRow>> {
  return {
    _id: connection._id,
    userName: retailer.name,
    userEmail: retailer.email,
    shopName: retailer.shopName ?? "",
    imageUrl: await pictureOf(ctx, retailer),
    status: connection.status,
    createdAt: connection.requestedAt,
  };
}

export async function toDistributorsConnection(
  ctx: QueryCtx,
  connection: Doc<"connections">,
  sides: Sides,
): Promise<Infer<typeof distributorsConnection>> {
  return {
    ...connectionRow(connection, sides),
    retailerId: connection.retailerId,
    retailerImageUrl: await pictureOf(ctx, sides.retailer),
  };
}

export async function toRetailersConnection(
  ctx: QueryCtx,
  connection: Doc<"connections">,
  sides: Sides,
): Promise<Infer<typeof retailersConnection>> {
  const { distributor } = sides;
  return {
    ...connectionRow(connection, sides),
    distributorId: distributor._id,
    distributorImageUrl: await pictureOf(ctx, distributor),
    companyName: distributor.companyName ?? "",
  };
}

/** Returns the connection with both sides' pictures, for either of them; `createdAt` is the latest request. */
export async function toConnectionView(
  ctx: QueryCtx,
  connection: Doc<"connections">,
  sides: Sides,
) {
  return {
    ...connectionRow(connection, sides),
    createdAt: connection.requestedAt,
    retailerImageUrl: await pictureOf(ctx, sides.retailer),
    distributorImageUrl: await pictureOf(ctx, sides.distributor),
  };
}

export type ConnectionView = Awaited<ReturnType<typeof toConnectionView>>;

export const blockedRow = v.object({
  userId: v.id("users"),
  name: v.string(),
  /** The company's or the shop's name. */
  business: v.string(),
  email: v.string(),
  blockedAt: v.number(),
});

export const connectionHistory = v.object({
  status: connectionStatus,
  requestedAt: v.number(),
  answeredAt: v.optional(v.number()),
  /** Names of the other since the two first met, the latest first. */
  formerNames: v.array(renameView),
});
