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
import { pickFields } from "../rows";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { lineFields, orderTables, piecesFields } from "./schema";

const row = orderTables.orders.validator;
const eventRow = orderTables.orderEvents.validator;

/** Fields of an order that its views have as they are stored. */
const SEEN = [
  "shortageRule",
  "offer",
  "status",
  "deliveryBefore",
  "acceptedAt",
  "invoiceId",
  "completedOn",
  "orderCancelReason",
  "closedParty",
  "distributorId",
  "distributorName",
  "companyName",
  "distributorEmail",
  "retailerId",
  "userName",
  "userEmail",
  "userPhone",
  "shopName",
  "retailerAddress",
] as const;

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
  ...row.pick(...SEEN, "msg").fields,
  /** The sum of all lines at their prices: tax on top of them is not in it. */
  totalPaise: v.number(),
  /** Present while pending: until when the distributor can answer. */
  answerBy: v.optional(v.number()),
  /** True once both parties were reminded of it. */
  endsSoon: v.boolean(),
  createdAt: v.number(),
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
    ...pickFields(order, "_id", ...SEEN),
    lines: await Promise.all(lines),
    totalPaise: totalPaiseOf(order.lines),
    msg: shownMessage(order),
    answerBy: order.status === "pending" ? order.answerBy : undefined,
    endsSoon: isReminded(order),
    createdAt: order.placedAt,
  };
}

const ROW = ["offer", "status", "orderCancelReason", "completedOn", "closedParty"] as const;

const rowFields = {
  _id: v.id("orders"),
  ...row.pick(...ROW, "shortageRule", "deliveryBefore").fields,
  /** Absent if there is none, and on orders that came to nothing, which show their reason instead. */
  msg: v.optional(v.string()),
  /** When the order ends unless it is answered; present once both parties were reminded of it. */
  endsAt: v.optional(v.number()),
  createdAt: v.number(),
};

const RETAILER = ["userName", "shopName", "userPhone", "retailerAddress"] as const;

/** A row of the distributor's lists. */
export const incomingRow = v.object({
  ...rowFields,
  lines: v.array(v.object({ ...lineFields, picture: v.optional(shortPicture) })),
  ...row.pick(...RETAILER).fields,
  /** Absent on completed orders, like the pictures: their table draws neither. */
  userEmail: v.optional(v.string()),
  /** Present while it waits, where cancelled lines left the rest below the minimum. */
  isBelowMinimum: v.optional(v.literal(true)),
});

const DISTRIBUTOR = ["distributorName", "companyName", "distributorEmail"] as const;

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
  ...row.pick(...DISTRIBUTOR).fields,
});

export type IncomingRow = Infer<typeof incomingRow>;
export type OutgoingRow = Infer<typeof outgoingRow>;

function toRow(order: Doc<"orders">) {
  const isDropped = order.status === "rejected" || order.status === "cancelled";
  return {
    ...pickFields(order, "_id", ...ROW),
    shortageRule: order.status === "pending" ? order.shortageRule : undefined,
    msg: isDropped || order.msg === "" ? undefined : order.msg,
    deliveryBefore: isDropped ? undefined : order.deliveryBefore,
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
    ...pickFields(order, ...RETAILER),
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
    ...pickFields(order, ...DISTRIBUTOR),
  };
}

const EVENT = ["kind", "at", "from", "to", "reason", "msg"] as const;

export const orderEventView = v.object({
  _id: v.id("orderEvents"),
  ...eventRow.pick(...EVENT).fields,
  /** Which side acted, or the market itself. */
  by: v.union(v.literal("retailer"), v.literal("distributor"), v.literal("market")),
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
  const places = new Set(placesIn(order, event));
  const lines = order.lines.flatMap((line, place) => {
    if (!places.has(place)) return [];
    const { productName } = line;
    return [{ lineId: lineIdOf(order, place), productName, ...piecesAt(event, line, place) }];
  });
  return { ...pickFields(event, "_id", ...EVENT), by: sideOf(order, event), lines };
}
