/** The tables of orders: what was sent together, each order, and what happened to it. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
import { ORDER_LISTS, ORDER_STATUSES } from "../../domain/orderLifecycle";

export const orderStatus = v.union(...ORDER_STATUSES.map((status) => v.literal(status)));
export const orderList = v.union(...ORDER_LISTS.map((list) => v.literal(list)));

export const shortageRule = v.union(...SHORTAGE_RULES.map((rule) => v.literal(rule)));

/** Of an order whose distributor can send fewer pieces than asked, and whose retailer has not answered yet. */
export const openOffer = v.object({
  offerId: v.id("offers"),
  /** Pieces that are offered; 0: nothing of this line. */
  quantity: v.number(),
  expiresAt: v.number(),
});

/**
 * The list on which a party finds the order, or `removed` once that party hid it. Derived from the status, and stored for the index.
 */
const partysList = v.union(orderList, v.literal("removed"));

export const orderEventKind = v.union(
  v.literal("placed"),
  v.literal("accepted"),
  v.literal("rejected"),
  v.literal("cancelled"),
  v.literal("completed"),
  v.literal("messageChanged"),
  /** Fewer pieces than asked were offered; the next three: what became of the offer, unless it was agreed to, which is an acceptance. */
  v.literal("offered"),
  v.literal("offerDeclined"),
  v.literal("offerWithdrawn"),
  v.literal("offerExpired"),
  /** Both parties were told that the order ends soon unless it is answered. */
  v.literal("reminded"),
);

export const orderTables = {
  /** Lines sent to one distributor at once. Written by `place`, counted down as its lines are answered, never deleted. */
  placements: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    /** Made by the client and kept before sending: the same key again is the same placement, also after a reload. */
    placementKey: v.string(),
    /** The request as text: the same key with another request is refused. */
    request: v.string(),
    placedAt: v.number(),
    /** Lines that wait for the distributor's answer; absent when none does. */
    waitingLines: v.optional(v.number()),
  })
    .index("by_key", ["retailerId", "placementKey"])
    // Latest placements are in order of creation, keys are not.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_retailer", ["retailerId"])
    .index("by_pair", ["retailerId", "distributorId"])
    .index("by_distributor_waiting", ["distributorId", "waitingLines"]),

  /**
   * One product line of a placement. Made by `place`; its status moves only in `advance`, its message in `updateMessage`,
   * its lists in both and in `hide`. Never deleted. Names, price and picture are those of the moment of placing.
   */
  orders: defineTable({
    placementId: v.id("placements"),
    /** Lines of the placement; absent if this is its only one. */
    lineCount: v.optional(v.number()),
    /** Absent: the retailer wants to be asked before fewer pieces are sent. */
    shortageRule: v.optional(shortageRule),
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    productId: v.id("products"),

    productName: v.string(),
    productDescription: v.string(),
    imageId: v.id("_storage"),
    /** Pieces that were asked for, or agreed on since. */
    quantity: v.number(),
    /** Present if fewer pieces were agreed on than were asked for. */
    askedQuantity: v.optional(v.number()),
    /** Of one piece, integer paise. It stays as it was where fewer pieces no longer reach its price break. */
    pricePaise: v.number(),
    /** Rate of the tax that comes on top of the price, as when it was placed or agreed on since: see `domain/gst/addedTax.ts`. */
    addedTaxBp: v.optional(v.number()),

    distributorName: v.string(),
    /** Of the distributor; absent where it has none. */
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
    /** Until when the distributor can answer. */
    answerBy: v.number(),
    /** When `sweep.ts` has something to do with it: to remind both parties, then to end it. Absent unless pending. */
    sweepAt: v.optional(v.number()),
    /** Set once cancelled lines left the rest of its placement below the distributor's minimum. */
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
    /** Present on rejected and cancelled orders only, like the next one. */
    orderCancelReason: v.optional(v.string()),
    /** When its pieces went back to the stock. */
    stockReturnedAt: v.optional(v.number()),

    /** The side whose account was closed while the order was accepted: the other one may end it. */
    closedParty: v.optional(v.union(v.literal("retailer"), v.literal("distributor"))),

    retailerList: partysList,
    distributorList: partysList,
  })
    .index("by_placement", ["placementId"])
    .index("by_retailer_list", ["retailerId", "retailerList", "completedOn"])
    .index("by_distributor_list", ["distributorId", "distributorList", "completedOn"])
    // Lists of all but completed orders, and the same of one partner.
    .index("by_retailer_placed", ["retailerId", "retailerList", "placedAt"])
    .index("by_distributor_placed", ["distributorId", "distributorList", "placedAt"])
    .index("by_retailer_partner", ["retailerId", "retailerList", "distributorId", "placedAt"])
    .index("by_distributor_partner", ["distributorId", "distributorList", "retailerId", "placedAt"])
    // Of all lists, for exports.
    .index("by_retailer_time", ["retailerId", "placedAt"])
    .index("by_distributor_time", ["distributorId", "placedAt"])
    .index("by_retailer_delivery", ["retailerId", "retailerList", "deliveryBefore"])
    .index("by_distributor_delivery", ["distributorId", "distributorList", "deliveryBefore"])
    .index("by_stock_returned", ["productId", "stockReturnedAt"])
    // Admins' lists are in order of creation, the sweep's in order of what is due.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_status", ["status"])
    .index("by_pair_status", ["retailerId", "distributorId", "status"])
    .index("by_status_sweep", ["status", "sweepAt"]),

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
    /** Why, when it was rejected or cancelled. */
    reason: v.optional(v.string()),
    /** The retailer's words as they were placed or changed. */
    msg: v.optional(v.string()),
    /** Pieces that were placed, offered or accepted. Absent on all other kinds. */
    quantity: v.optional(v.number()),
    /** Pieces that were asked for, where `quantity` is fewer. */
    askedQuantity: v.optional(v.number()),
  }).index("by_order", ["orderId"]),
};
