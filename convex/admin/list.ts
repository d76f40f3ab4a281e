/** Lists of all users and all orders, and the rows of all products, for admins. */
import { pick } from "convex-helpers";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { BUSINESS_FIELDS, CONTACT_FIELDS } from "../../domain/fields/account";
import { namesOf } from "../../domain/fields/kinds";
import { PHOTOS_MAX } from "../../domain/limits";
import { type OrderStatus, shownMessage } from "../../domain/orderLifecycle";
import { shownPieces } from "../../domain/orderLines";
import type { Role } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { productType } from "../products/schema";
import { activeUsers, allActiveUsers } from "../network/directory";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { userTables } from "../users/schema";

const USER = ["role", ...namesOf(CONTACT_FIELDS), ...namesOf(BUSINESS_FIELDS)] as const;

/** A row of the admin's table of users. */
export const userRecord = v.object({
  _id: v.id("users"),
  ...userTables.users.validator.pick(...USER).fields,
  createdAt: v.number(),
});

export type UserRecord = Infer<typeof userRecord>;

function toUserRecord(user: Doc<"users">): UserRecord {
  return { ...pick(user, ["_id", ...USER]), createdAt: user._creationTime };
}

/** A row of the admin's table of products. */
export const productRecord = v.object({
  _id: v.id("products"),
  name: v.string(),
  type: productType,
  pricePaise: v.number(),
  distributorName: v.string(),
  distributorEmail: v.string(),
  createdAt: v.number(),
});

export function toProductRecord(
  _ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<Infer<typeof productRecord>> {
  return Promise.resolve({
    _id: product._id,
    name: product.name,
    type: product.type,
    pricePaise: product.pricePaise,
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    createdAt: Math.floor(product._creationTime),
  });
}

/** A row of the admin's tables of orders. */
export const orderRecord = v.object({
  _id: v.id("orders"),
  /** The product of the first line. */
  productName: v.string(),
  /** The number of its lines; absent if it has one. */
  lineCount: v.optional(v.number()),
  /** The products of its first lines. */
  photos: v.array(v.object({ name: v.string(), imageUrl: shortPicture })),
  userName: v.string(),
  userEmail: v.string(),
  distributorName: v.string(),
  distributorEmail: v.string(),
  /** The pieces of the first line, like the price of one piece. */
  quantity: v.number(),
  pricePaise: v.number(),
  deliveryBefore: v.optional(v.string()),
  /** Absent if there is none. */
  msg: v.optional(v.string()),
  /** When it was placed, accepted or completed, whichever was last. */
  movedAt: v.number(),
});

export async function toOrderRecord(
  ctx: QueryCtx,
  order: Doc<"orders">,
): Promise<Infer<typeof orderRecord>> {
  const [first, ...others] = order.lines;
  const photos = order.lines.slice(0, PHOTOS_MAX).map(async ({ productName: name, imageId }) => ({
    name,
    imageUrl: await shortPictureOf(ctx, imageId),
  }));
  return {
    _id: order._id,
    productName: first?.productName ?? "",
    lineCount: others.length === 0 ? undefined : order.lines.length,
    photos: await Promise.all(photos),
    userName: order.userName,
    userEmail: order.userEmail,
    distributorName: order.distributorName,
    distributorEmail: order.distributorEmail,
    quantity: first === undefined ? 0 : shownPieces(first).quantity,
    pricePaise: first?.pricePaise ?? 0,
    deliveryBefore: order.deliveryBefore,
    msg: shownMessage(order) || undefined,
    movedAt: order.completedOn ?? order.acceptedAt ?? order.placedAt,
  };
}

/** Open accounts, of one role or of all, the newest first. */
export async function listUsers(
  ctx: QueryCtx,
  role: Role | undefined,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<UserRecord>> {
  const users = role === undefined ? allActiveUsers(ctx) : activeUsers(ctx, role);
  const result = await users.paginate(pageOptions(paginationOpts));
  return mapPage(result, (user) => Promise.resolve(toUserRecord(user)));
}

/** Everybody's orders, of one status or of all, the newest first, also those that a party took off its own lists. */
export async function listOrders<Row>(
  ctx: QueryCtx,
  status: OrderStatus | undefined,
  paginationOpts: PaginationOptions,
  toRow: (ctx: QueryCtx, order: Doc<"orders">) => Promise<Row>,
): Promise<PaginationResult<Row>> {
  const orders = ctx.db.query("orders");
  const rows =
    status === undefined ? orders : orders.withIndex("by_status", (q) => q.eq("status", status));
  const result = await rows.order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, (order) => toRow(ctx, order));
}
