/** The table of offers: what a distributor can send of an order that asks for more. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { OFFER_STATES } from "../../domain/orderAnswer";
import { quotedPriceFields } from "../products/schema";

const offerState = v.union(...OFFER_STATES.map((state) => v.literal(state)));

export const offerTables = {
  /**
   * An answer with fewer pieces than asked, to a retailer who wants to be asked, or with more tax than was agreed on. At most one of an order is open. Written by the
   * distributor's answer; closed once, by either party's answer, by any other move of its order, or by its end after 48 hours.
   * Its lines and its date never change. Never deleted.
   */
  offers: defineTable({
    orderId: v.id("orders"),
    distributorId: v.id("users"),
    retailerId: v.id("users"),
    /** YYYY-MM-DD in India. */
    deliveryBefore: v.string(),
    /** The payment code that the distributor uploaded with the offer. */
    qrImageId: v.optional(v.id("_storage")),
    /** The sent pieces of each line of the order. */
    lines: v.array(
      v.object({
        /** 0 pieces: the line is left out if the retailer agrees. */
        quantity: v.number(),
        /** The tax on top of the price, basis points, where it is another than the order was placed at. */
        addedTaxBp: quotedPriceFields.addedTaxBp,
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
