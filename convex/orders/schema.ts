/** The tables of orders: each with its lines, and what happened to it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
import { ORDER_LISTS, ORDER_STATUSES } from "../../domain/orderLifecycle";
import { BY_ONCE, onceField } from "../once";
import { quotedPriceFields } from "../products/schema";

export const orderStatus = v.union(...ORDER_STATUSES.map((status) => v.literal(status)));
export const orderList = v.union(...ORDER_LISTS.map((list) => v.literal(list)));

export const shortageRule = v.union(...SHORTAGE_RULES.map((rule) => v.literal(rule)));

const tradeRole = v.union(v.literal("retailer"), v.literal("distributor"));

/** The refusal of a line that is not sent although its order is, or may be: the party that refused it, and why. */
const lineRefusal = v.object({ by: tradeRole, reason: v.string() });

/** Pieces of `domain/orderLines.ts`. */
export const piecesFields = { quantity: v.number(), askedQuantity: v.optional(v.number()) };

/** Fields of a line that are stored, and that all views of it have. */
export const lineFields = {
  productName: v.string(),
  ...piecesFields,
  /** The price stays as placed where fewer pieces no longer reach its price break; the tax may be agreed on since. */
  ...quotedPriceFields,
  refused: v.optional(lineRefusal),
};

/** Product, name, picture, price and tax are those of the moment of placing. Descriptions stand in the timeline: lists would read them for nothing. */
const orderLine = v.object({
  productId: v.id("products"),
  imageId: v.id("_storage"),
  ...lineFields,
});

/** An offer of a distributor that can send fewer pieces than ordered, and whose retailer has not answered yet. */
const openOffer = v.object({
  offerId: v.id("offers"),
  /** Pieces of each line that are offered; 0: nothing of it. */
  quantities: v.array(v.number()),
  expiresAt: v.number(),
});

/**
 * The list on which a party finds the order, or `removed` once that party hid it. Derived from the status, and stored for the index.
 */
const partysList = v.union(orderList, v.literal("removed"));

const orderEventKind = v.union(
  v.literal("placed"),
  v.literal("accepted"),
  v.literal("rejected"),
  v.literal("cancelled"),
  v.literal("completed"),
  v.literal("messageChanged"),
  /** One party took lines out of a pending order, of which others stayed. */
  v.literal("linesRefused"),
  /** Fewer pieces than asked were offered; the next three: what became of the offer, unless it was agreed to, which is an acceptance. */
  v.literal("offered"),
  v.literal("offerDeclined"),
  v.literal("offerWithdrawn"),
  v.literal("offerExpired"),
  /** Both parties were told that the order ends soon unless it is answered. */
  v.literal("reminded"),
);

export const orderTables = {
  /**
   * An order: all lines that one retailer sent to one distributor at once. Made by `place`; its status and its lines move only in `advance`
   * and `refuse`, its message in `updateMessage`, its lists in these and in `hide`. Never deleted.
   */
  orders: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    once: onceField,
    /** The lines: at least one, at most ORDER_LINES_MAX. None is ever added or taken out. */
    lines: v.array(orderLine),
    /** Absent: the retailer wants to be asked before fewer pieces are sent. */
    shortageRule: v.optional(shortageRule),

    distributorName: v.string(),
    /** The distributor's company; absent where it has none. */
    companyName: v.optional(v.string()),
    distributorEmail: v.string(),
    userName: v.string(),
    userEmail: v.string(),
    userPhone: v.string(),
    shopName: v.string(),
    retailerAddress: v.string(),

    status: orderStatus,
    /** The retailer's message. */
    msg: v.string(),
    placedAt: v.number(),
    /** YYYY-MM-DD in India; present from acceptance on. */
    deliveryBefore: v.optional(v.string()),
    /** The time until which the distributor can answer. */
    answerBy: v.number(),
    /** When `sweep.ts` has something to do with it: to remind both parties, then to end it. Absent unless pending. */
    sweepAt: v.optional(v.number()),
    /** Set once cancelled lines left the rest below the distributor's minimum. */
    isBelowMinimum: v.optional(v.literal(true)),
    /** Present while fewer pieces are on offer. */
    offer: v.optional(openOffer),
    acceptedAt: v.optional(v.number()),
    /** The day (in India) on which the daily figures count its acceptance. */
    soldOn: v.optional(v.string()),
    /** The invoice of its acceptance. */
    invoiceId: v.optional(v.id("invoices")),
    rejectedAt: v.optional(v.number()),
    cancelledAt: v.optional(v.number()),
    completedOn: v.optional(v.number()),
    /** Present on rejected and cancelled orders only. */
    orderCancelReason: v.optional(v.string()),

    /** The side whose account was closed while the order was accepted: the other one may end it. */
    closedParty: v.optional(tradeRole),

    retailerList: partysList,
    distributorList: partysList,
    /** The time by which lists are ordered: the moment of completion, of others that of placing. */
    listedAt: v.number(),
  })
    .index("by_once", BY_ONCE)
    .index("by_retailer_list", ["retailerId", "retailerList", "listedAt"])
    .index("by_distributor_list", ["distributorId", "distributorList", "listedAt"])
    // Its first two fields find the orders of a pair.
    .index("by_pair_list", ["retailerId", "distributorId", "retailerList", "listedAt"])
    .index("by_distributor_partner", ["distributorId", "distributorList", "retailerId", "listedAt"])
    // Of all lists, for exports.
    .index("by_retailer_time", ["retailerId", "placedAt"])
    .index("by_distributor_time", ["distributorId", "placedAt"])
    // Admins' lists are in order of creation.
    .index("by_status", ["status"])
    // Pending orders by the time of their sweep, all others by the distributor's days of delivery: one entry of each order serves both.
    .index("by_due", ["sweepAt", "distributorId", "distributorList", "deliveryBefore"]),

  /** One row per accepted order, for its retailer's days of delivery. Written with the acceptance, deleted with the move that ends it. */
  deliveries: defineTable({
    retailerId: v.id("users"),
    /** The order's `deliveryBefore`. */
    day: v.string(),
    orderId: v.id("orders"),
  }).index("by_retailer", ["retailerId", "day", "orderId"]),

  /** The timeline: one row per thing that happened, appended in the same transaction. Never changed or deleted. */
  orderEvents: defineTable({
    orderId: v.id("orders"),
    kind: orderEventKind,
    /** User who made the move; absent if the market did, at the deadline. */
    actorId: v.optional(v.id("users")),
    at: v.number(),
    /** Absent for `placed`. */
    from: v.optional(orderStatus),
    to: orderStatus,
    /** Why, when it, or lines of it, came to nothing. */
    reason: v.optional(v.string()),
    /** The retailer's words as they were placed or changed. */
    msg: v.optional(v.string()),
    /** Places of the lines that it is about, from 0; absent if it is about all. */
    lines: v.optional(v.array(v.number())),
    /** Descriptions of the lines' products, as they were placed. Absent on all other kinds. */
    descriptions: v.optional(v.array(v.string())),
    /** Pieces of each line of the order, as they were offered or accepted. Absent on all other kinds. */
    quantities: v.optional(v.array(v.number())),
  }).index("by_order", ["orderId"]),
};
