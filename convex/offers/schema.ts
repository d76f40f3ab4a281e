/** The table of offers: what a distributor can send of a placement that asks for more. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { OFFER_STATES } from "../../domain/orderAnswer";

export const offerState = v.union(...OFFER_STATES.map((state) => v.literal(state)));

export const offerTables = {
  /**
   * An answer with fewer pieces than asked, to a retailer who wants to be asked, or with more tax than was agreed on. At most one of a placement is open. Written by the
   * distributor's answer; closed once, by either party's answer, by any other move of one of its lines, or by its end after 48 hours.
   * Its lines and its date never change. Never deleted.
   */
  offers: defineTable({
    placementId: v.id("placements"),
    distributorId: v.id("users"),
    retailerId: v.id("users"),
    /** YYYY-MM-DD in India. */
    deliveryBefore: v.string(),
    /** The payment code that the distributor uploaded with the offer. */
    qrImageId: v.optional(v.id("_storage")),
    /** 0 pieces: the line is rejected if the retailer agrees. */
    lines: v.array(
      v.object({
        orderId: v.id("orders"),
        quantity: v.number(),
        /** The tax on top of the price, basis points, where it is another than the order was placed at. */
        addedTaxBp: v.optional(v.number()),
      }),
    ),
    state: offerState,
    madeAt: v.number(),
    expiresAt: v.number(),
    /** When it was closed, by whomever. */
    answeredAt: v.optional(v.number()),
  })
    .index("by_retailer", ["retailerId", "state"])
    .index("by_distributor", ["distributorId", "state"]),
};
