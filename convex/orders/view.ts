/**
 * Views of an order. Rows of lists have what their screens draw and leave out the caller's own name, so that a change on an open
 * page is few bytes; `orderView` is the whole order.
 */
import { v, type Infer } from "convex/values";
import { lineTotal } from "../../domain/money";
import { shownMessage } from "../../domain/orderLifecycle";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { openOffer, orderEventKind, orderStatus, shortageRule } from "./schema";

export const orderView = v.object({
  _id: v.id("orders"),
  placementId: v.id("placements"),
  /** Lines of the placement; absent if this is its only one. */
  lineCount: v.optional(v.number()),
  shortageRule: v.optional(shortageRule),
  productId: v.id("products"),
  productName: v.string(),
  imageUrl: v.union(v.string(), v.null()),
  quantity: v.number(),
  /** Present if fewer pieces were agreed on than were asked for. */
  askedQuantity: v.optional(v.number()),
  offer: v.optional(openOffer),
  pricePaise: v.number(),
  /** Of quantity × price: tax on top of it is not in it. */
  totalPaise: v.number(),
  addedTaxBp: v.optional(v.number()),
  status: orderStatus,
  msg: v.string(),
  /** Present while pending: until when the distributor can answer. */
  answerBy: v.optional(v.number()),
  /** True once both parties were reminded of it. */
  endsSoon: v.boolean(),
  deliveryBefore: v.optional(v.string()),
  acceptedAt: v.optional(v.number()),
  invoiceId: v.optional(v.id("invoices")),
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
    lineCount: order.lineCount,
    shortageRule: order.shortageRule,
    productId: order.productId,
    productName: order.productName,
    imageUrl: await ctx.storage.getUrl(order.imageId),
    quantity: order.quantity,
    askedQuantity: order.askedQuantity,
    offer: order.offer,
    pricePaise: order.pricePaise,
    totalPaise: lineTotal(order.pricePaise, order.quantity),
    addedTaxBp: order.addedTaxBp,
    status: order.status,
    msg: shownMessage(order),
    answerBy: order.status === "pending" ? order.answerBy : undefined,
    endsSoon: order.sweepAt !== undefined && order.sweepAt === order.answerBy,
    deliveryBefore: order.deliveryBefore,
    acceptedAt: order.acceptedAt,
    invoiceId: order.invoiceId,
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

const rowFields = {
  _id: v.id("orders"),
  /** Present if the placement has several lines, which then stand together. */
  placementId: v.optional(v.id("placements")),
  shortageRule: v.optional(shortageRule),
  productName: v.string(),
  quantity: v.number(),
  askedQuantity: v.optional(v.number()),
  offer: v.optional(openOffer),
  pricePaise: v.number(),
  /** Rate of the tax on top of it, as when it was placed; absent where the price is what is paid. */
  addedTaxBp: v.optional(v.number()),
  status: orderStatus,
  /** Absent if there is none, and on orders that came to nothing, which show their reason instead. */
  msg: v.optional(v.string()),
  orderCancelReason: v.optional(v.string()),
  deliveryBefore: v.optional(v.string()),
  completedOn: v.optional(v.number()),
  closedParty: v.optional(v.union(v.literal("retailer"), v.literal("distributor"))),
  /** When the order ends unless it is answered; present once both parties were reminded of it. */
  endsAt: v.optional(v.number()),
  createdAt: v.number(),
};

/** A row of the distributor's lists. */
export const incomingRow = v.object({
  ...rowFields,
  userName: v.string(),
  shopName: v.string(),
  userPhone: v.string(),
  retailerAddress: v.string(),
  /** Absent on completed orders, like the picture: their table draws neither. */
  userEmail: v.optional(v.string()),
  picture: v.optional(shortPicture),
  /** Present while it waits, where cancelled lines left the rest of its placement below the minimum. */
  isBelowMinimum: v.optional(v.literal(true)),
});

/** A row of the retailer's lists. */
export const outgoingRow = v.object({
  ...rowFields,
  picture: shortPicture,
  distributorName: v.string(),
  companyName: v.optional(v.string()),
  distributorEmail: v.string(),
  /** Present on completed orders, which can be ordered again. */
  productId: v.optional(v.id("products")),
});

export type IncomingRow = Infer<typeof incomingRow>;
export type OutgoingRow = Infer<typeof outgoingRow>;

function toRow(order: Doc<"orders">) {
  const isReminded = order.sweepAt !== undefined && order.sweepAt === order.answerBy;
  const isDropped = order.status === "rejected" || order.status === "cancelled";
  return {
    _id: order._id,
    placementId: order.lineCount === undefined ? undefined : order.placementId,
    shortageRule: order.status === "pending" ? order.shortageRule : undefined,
    productName: order.productName,
    quantity: order.quantity,
    askedQuantity: order.askedQuantity,
    offer: order.offer,
    pricePaise: order.pricePaise,
    addedTaxBp: order.addedTaxBp,
    status: order.status,
    msg: isDropped || order.msg === "" ? undefined : order.msg,
    orderCancelReason: order.orderCancelReason,
    deliveryBefore: isDropped ? undefined : order.deliveryBefore,
    completedOn: order.completedOn,
    closedParty: order.closedParty,
    endsAt: isReminded ? order.answerBy : undefined,
    createdAt: order.placedAt,
  };
}

export async function toIncomingRow(ctx: QueryCtx, order: Doc<"orders">): Promise<IncomingRow> {
  const isDrawnAsCard = order.status !== "completed";
  return {
    ...toRow(order),
    userName: order.userName,
    shopName: order.shopName,
    userPhone: order.userPhone,
    retailerAddress: order.retailerAddress,
    userEmail: isDrawnAsCard ? order.userEmail : undefined,
    picture: isDrawnAsCard ? await shortPictureOf(ctx, order.imageId) : undefined,
    isBelowMinimum: order.status === "pending" ? order.isBelowMinimum : undefined,
  };
}

export async function toOutgoingRow(ctx: QueryCtx, order: Doc<"orders">): Promise<OutgoingRow> {
  const isCompleted = order.status === "completed";
  const row = toRow(order);
  return {
    ...row,
    deliveryBefore: isCompleted ? undefined : row.deliveryBefore,
    picture: await shortPictureOf(ctx, order.imageId),
    distributorName: order.distributorName,
    companyName: order.companyName,
    distributorEmail: order.distributorEmail,
    productId: isCompleted ? order.productId : undefined,
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
  /** Pieces that were placed, offered or accepted, and how many were asked for where they are fewer. */
  quantity: v.optional(v.number()),
  askedQuantity: v.optional(v.number()),
});

export type OrderEventView = Infer<typeof orderEventView>;

function sideOf(order: Doc<"orders">, event: Doc<"orderEvents">): TradeRole | "market" {
  if (event.actorId === undefined) return "market";
  return event.actorId === order.retailerId ? "retailer" : "distributor";
}

export function toOrderEventView(order: Doc<"orders">, event: Doc<"orderEvents">): OrderEventView {
  const { _id, kind, at, from, to, reason, msg, quantity, askedQuantity } = event;
  const by = sideOf(order, event);
  return { _id, kind, by, at, from, to, reason, msg, quantity, askedQuantity };
}
