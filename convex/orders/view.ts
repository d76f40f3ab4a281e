/** An order and its timeline as both parties see them. */
import { v, type Infer } from "convex/values";
import { lineTotal } from "../../domain/money";
import type { OrderParty } from "../../domain/orderLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { orderEventKind, orderStatus } from "./schema";

export const orderView = v.object({
  _id: v.id("orders"),
  placementId: v.id("placements"),
  productId: v.id("products"),
  productName: v.string(),
  imageUrl: v.union(v.string(), v.null()),
  quantity: v.number(),
  pricePaise: v.number(),
  totalPaise: v.number(),
  status: orderStatus,
  msg: v.string(),
  /** Present while pending: until when the distributor can answer. */
  answerBy: v.optional(v.number()),
  /** True once both parties were reminded of it. */
  endsSoon: v.boolean(),
  deliveryBefore: v.optional(v.string()),
  acceptedAt: v.optional(v.number()),
  completedOn: v.optional(v.number()),
  orderCancelReason: v.optional(v.string()),
  closedParty: v.optional(v.union(v.literal("retailer"), v.literal("distributor"))),
  createdAt: v.number(),
  distributorId: v.id("users"),
  distributorName: v.string(),
  distributorEmail: v.string(),
  retailerId: v.id("users"),
  userName: v.string(),
  userEmail: v.string(),
  userPhone: v.string(),
  shopName: v.string(),
  retailerAddress: v.string(),
});

export type OrderView = Infer<typeof orderView>;

export async function toOrderView(ctx: QueryCtx, order: Doc<"orders">): Promise<OrderView> {
  return {
    _id: order._id,
    placementId: order.placementId,
    productId: order.productId,
    productName: order.productName,
    imageUrl: await ctx.storage.getUrl(order.imageId),
    quantity: order.quantity,
    pricePaise: order.pricePaise,
    totalPaise: lineTotal(order.pricePaise, order.quantity),
    status: order.status,
    msg: order.msg,
    answerBy: order.status === "pending" ? order.answerBy : undefined,
    endsSoon: order.sweepAt !== undefined && order.sweepAt === order.answerBy,
    deliveryBefore: order.deliveryBefore,
    acceptedAt: order.acceptedAt,
    completedOn: order.completedOn,
    orderCancelReason: order.orderCancelReason,
    closedParty: order.closedParty,
    createdAt: order.placedAt,
    distributorId: order.distributorId,
    distributorName: order.distributorName,
    distributorEmail: order.distributorEmail,
    retailerId: order.retailerId,
    userName: order.userName,
    userEmail: order.userEmail,
    userPhone: order.userPhone,
    shopName: order.shopName,
    retailerAddress: order.retailerAddress,
  };
}

export const orderEventView = v.object({
  _id: v.id("orderEvents"),
  kind: orderEventKind,
  /** Which side acted, or the market itself. */
  by: v.union(v.literal("retailer"), v.literal("distributor"), v.literal("market")),
  at: v.number(),
  from: v.optional(orderStatus),
  to: orderStatus,
  reason: v.optional(v.string()),
  msg: v.optional(v.string()),
});

export type OrderEventView = Infer<typeof orderEventView>;

function sideOf(order: Doc<"orders">, event: Doc<"orderEvents">): OrderParty | "market" {
  if (event.actorId === undefined) return "market";
  return event.actorId === order.retailerId ? "retailer" : "distributor";
}

export function toOrderEventView(order: Doc<"orders">, event: Doc<"orderEvents">): OrderEventView {
  const { _id, kind, at, from, to, reason, msg } = event;
  return { _id, kind, by: sideOf(order, event), at, from, to, reason, msg };
}
