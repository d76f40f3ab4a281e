/**
 * Views of an order. Rows of lists have what their screens draw and leave out the caller's own name, so that a change on an open
 * page is few bytes; `orderView` is the whole order.
 */
import { v, type Infer } from "convex/values";
import { shownMessage } from "../../domain/orderLifecycle";
import { askedOf, lineIdOf, shownPieces, totalPaiseOf, withPieces } from "../../domain/orderLines";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shortPicture, shortPictureOf } from "../uploads/short";
import {
  lineFields,
  openOffer,
  orderEventKind,
  orderStatus,
  piecesFields,
  shortageRule,
} from "./schema";

const closedParty = v.optional(v.union(v.literal("retailer"), v.literal("distributor")));

function toLineFields({ productId: _, imageId: __, ...fields }: Doc<"orders">["lines"][number]) {
  return fields;
}

const orderLineView = v.object({
  /** As `domain/orderLines.ts` names it. */
  lineId: v.string(),
  productId: v.id("products"),
  imageUrl: v.union(v.string(), v.null()),
  ...lineFields,
});

export const orderView = v.object({
  _id: v.id("orders"),
  lines: v.array(orderLineView),
  shortageRule: v.optional(shortageRule),
  offer: v.optional(openOffer),
  /** The sum of all lines at their prices: tax on top of them is not in it. */
  totalPaise: v.number(),
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
  closedParty,
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

/** True once both parties were reminded that it ends. */
function isReminded({ sweepAt, answerBy }: Doc<"orders">): boolean {
  return sweepAt !== undefined && sweepAt === answerBy;
}

export async function toOrderView(ctx: QueryCtx, order: Doc<"orders">): Promise<OrderView> {
  const lines = order.lines.map(async (line, at) => ({
    lineId: lineIdOf(order, at),
    productId: line.productId,
    imageUrl: await ctx.storage.getUrl(line.imageId),
    ...toLineFields(line),
  }));
  return {
    _id: order._id,
    lines: await Promise.all(lines),
    shortageRule: order.shortageRule,
    offer: order.offer,
    totalPaise: totalPaiseOf(order.lines),
    status: order.status,
    msg: shownMessage(order),
    answerBy: order.status === "pending" ? order.answerBy : undefined,
    endsSoon: isReminded(order),
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
  shortageRule: v.optional(shortageRule),
  offer: v.optional(openOffer),
  status: orderStatus,
  /** Absent if there is none, and on orders that came to nothing, which show their reason instead. */
  msg: v.optional(v.string()),
  orderCancelReason: v.optional(v.string()),
  deliveryBefore: v.optional(v.string()),
  completedOn: v.optional(v.number()),
  closedParty,
  /** When the order ends unless it is answered; present once both parties were reminded of it. */
  endsAt: v.optional(v.number()),
  createdAt: v.number(),
};

/** A row of the distributor's lists. */
export const incomingRow = v.object({
  ...rowFields,
  lines: v.array(v.object({ ...lineFields, picture: v.optional(shortPicture) })),
  userName: v.string(),
  shopName: v.string(),
  userPhone: v.string(),
  retailerAddress: v.string(),
  /** Absent on completed orders, like the pictures: their table draws neither. */
  userEmail: v.optional(v.string()),
  /** Present while it waits, where cancelled lines left the rest below the minimum. */
  isBelowMinimum: v.optional(v.literal(true)),
});

/** A row of the retailer's lists. */
export const outgoingRow = v.object({
  ...rowFields,
  lines: v.array(
    v.object({
      ...lineFields,
      picture: shortPicture,
      /** Present on completed orders, which can be ordered again. */
      productId: v.optional(v.id("products")),
    }),
  ),
  distributorName: v.string(),
  companyName: v.optional(v.string()),
  distributorEmail: v.string(),
});

export type IncomingRow = Infer<typeof incomingRow>;
export type OutgoingRow = Infer<typeof outgoingRow>;

function toRow(order: Doc<"orders">) {
  const isDropped = order.status === "rejected" || order.status === "cancelled";
  return {
    _id: order._id,
    shortageRule: order.status === "pending" ? order.shortageRule : undefined,
    offer: order.offer,
    status: order.status,
    msg: isDropped || order.msg === "" ? undefined : order.msg,
    orderCancelReason: order.orderCancelReason,
    deliveryBefore: isDropped ? undefined : order.deliveryBefore,
    completedOn: order.completedOn,
    closedParty: order.closedParty,
    endsAt: isReminded(order) ? order.answerBy : undefined,
    createdAt: order.placedAt,
  };
}

export async function toIncomingRow(ctx: QueryCtx, order: Doc<"orders">): Promise<IncomingRow> {
  const isDrawnAsCard = order.status !== "completed";
  const lines = order.lines.map(async (line) => ({
    ...toLineFields(line),
    picture: isDrawnAsCard ? await shortPictureOf(ctx, line.imageId) : undefined,
  }));
  return {
    ...toRow(order),
    lines: await Promise.all(lines),
    userName: order.userName,
    shopName: order.shopName,
    userPhone: order.userPhone,
    retailerAddress: order.retailerAddress,
    userEmail: isDrawnAsCard ? order.userEmail : undefined,
    isBelowMinimum: order.status === "pending" ? order.isBelowMinimum : undefined,
  };
}

export async function toOutgoingRow(ctx: QueryCtx, order: Doc<"orders">): Promise<OutgoingRow> {
  const isCompleted = order.status === "completed";
  const row = toRow(order);
  const lines = order.lines.map(async (line) => ({
    ...toLineFields(line),
    picture: await shortPictureOf(ctx, line.imageId),
    productId: isCompleted ? line.productId : undefined,
  }));
  return {
    ...row,
    lines: await Promise.all(lines),
    deliveryBefore: isCompleted ? undefined : row.deliveryBefore,
    distributorName: order.distributorName,
    companyName: order.companyName,
    distributorEmail: order.distributorEmail,
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
  /** The lines of which it says something, with the pieces that were placed, offered or accepted, and how many were asked for where they are fewer. */
  lines: v.array(
    v.object({
      lineId: v.string(),
      productName: v.string(),
      ...v.object(piecesFields).partial().fields,
    }),
  ),
});

export type OrderEventView = Infer<typeof orderEventView>;

function sideOf(order: Doc<"orders">, event: Doc<"orderEvents">): TradeRole | "market" {
  if (event.actorId === undefined) return "market";
  return event.actorId === order.retailerId ? "retailer" : "distributor";
}

/** Pieces of a line at the time of an event; none for those that say nothing of pieces. */
function piecesAt(
  { kind, quantities }: Doc<"orderEvents">,
  line: Doc<"orders">["lines"][number],
  at: number,
) {
  const quantity = kind === "placed" ? askedOf(line) : quantities?.[at];
  if (quantity === undefined) return {};
  return shownPieces({ ...withPieces(line, quantity), refused: undefined });
}

/** Places of the lines of which an event says something. A reworded message says nothing of a hundred lines, however often. */
function placesIn({ lines }: Doc<"orders">, event: Doc<"orderEvents">): Iterable<number> {
  const saysPieces = event.kind === "placed" || event.quantities !== undefined;
  return event.lines ?? (saysPieces ? lines.keys() : []);
}

export function toOrderEventView(order: Doc<"orders">, event: Doc<"orderEvents">): OrderEventView {
  const { _id, kind, at, from, to, reason, msg } = event;
  const places = new Set(placesIn(order, event));
  const lines = order.lines.flatMap((line, place) => {
    if (!places.has(place)) return [];
    const { productName } = line;
    return [{ lineId: lineIdOf(order, place), productName, ...piecesAt(event, line, place) }];
  });
  return { _id, kind, by: sideOf(order, event), at, from, to, reason, msg, lines };
}
