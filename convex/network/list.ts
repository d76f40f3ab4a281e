/** The lists of connections, by the latest request. Both sides are shown as they are now, not as they were when they met; closed accounts are left out. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
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

export const distributorsConnection = v.object({ ...connectionFields, retailerImageUrl: imageUrl });

export const retailersConnection = v.object({
  ...connectionFields,
  distributorId: v.id("users"),
  distributorImageUrl: imageUrl,
  companyName: v.string(),
});

async function getOpenAccount(ctx: QueryCtx, id: Id<"users">): Promise<Doc<"users"> | null> {
  const user = await ctx.db.get("users", id);
  return user === null || user.deactivatedAt !== undefined ? null : user;
}

async function pictureOf(ctx: QueryCtx, user: Doc<"users">): Promise<string | null> {
  return user.imageId === undefined ? null : ctx.storage.getUrl(user.imageId);
}

function connectionRow(
  connection: Doc<"connections">,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
) {
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

function connectionsOfDistributor(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  status: ConnectionStatus,
) {
  return ctx.db
    .query("connections")
    .withIndex("by_distributor", (q) => q.eq("distributorId", distributor._id).eq("status", status))
    .order("desc");
}

/** Requests that wait for this distributor's answer, the newest first. */
export async function listRequests(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof requestRow>>> {
  const result = await connectionsOfDistributor(ctx, distributor, "pending").paginate(
    pageOptions(paginationOpts),
  );
  return mapPage(result, async (connection) => {
    const retailer = await getOpenAccount(ctx, connection.retailerId);
    if (retailer === null) return null;
    return {
      _id: connection._id,
      userName: retailer.name,
      userEmail: retailer.email,
      shopName: retailer.shopName ?? "",
      imageUrl: await pictureOf(ctx, retailer),
      status: connection.status,
      createdAt: connection.requestedAt,
    };
  });
}

/** The retailers whom this distributor accepted, the newest first. */
export async function listForDistributor(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof distributorsConnection>>> {
  const result = await connectionsOfDistributor(ctx, distributor, "accepted").paginate(
    pageOptions(paginationOpts),
  );
  return mapPage(result, async (connection) => {
    const retailer = await getOpenAccount(ctx, connection.retailerId);
    if (retailer === null) return null;
    return {
      ...connectionRow(connection, { retailer, distributor }),
      retailerImageUrl: await pictureOf(ctx, retailer),
    };
  });
}

/** The distributors who accepted this retailer, the newest first. */
export async function listForRetailer(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof retailersConnection>>> {
  const result = await ctx.db
    .query("connections")
    .withIndex("by_retailer", (q) => q.eq("retailerId", retailer._id).eq("status", "accepted"))
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, async (connection) => {
    const distributor = await getOpenAccount(ctx, connection.distributorId);
    if (distributor === null) return null;
    return {
      ...connectionRow(connection, { retailer, distributor }),
      distributorId: distributor._id,
      distributorImageUrl: await pictureOf(ctx, distributor),
      companyName: distributor.companyName ?? "",
    };
  });
}
