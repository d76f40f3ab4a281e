/** An offer as its two parties see it. */
import { v, type Infer } from "convex/values";
import { askedOf, lineIdOf } from "../../domain/orderLines";
import { isSamePrice, quotedPrice } from "../../domain/price";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { quotedPriceFields } from "../products/schema";
import { offerState } from "./offerSchema";
import { sentPrice } from "./sent";

export const offerView = v.object({
  _id: v.id("offers"),
  orderId: v.id("orders"),
  state: offerState,
  deliveryBefore: v.string(),
  createdAt: v.number(),
  expiresAt: v.number(),
  answeredAt: v.optional(v.number()),
  distributorName: v.string(),
  distributorEmail: v.string(),
  /** The name of the distributor's company now. */
  companyName: v.optional(v.string()),
  userName: v.string(),
  userEmail: v.string(),
  shopName: v.string(),
  lines: v.array(
    v.object({
      lineId: v.string(),
      productName: v.string(),
      askedQuantity: v.number(),
      quantity: v.number(),
      /** As it is offered. */
      ...quotedPriceFields,
      /** As the order was placed; present where another tax is offered. */
      placedPrice: v.optional(v.object(quotedPriceFields)),
    }),
  ),
});

export type OfferView = Infer<typeof offerView>;

/** The lines that the order still had when the offer was made. */
function toLines(order: Doc<"orders">, offer: Doc<"offers">): OfferView["lines"] {
  return order.lines.flatMap((line, at) => {
    const offered = offer.lines[at];
    const { productName, refused } = line;
    const wasLeftOut = refused !== undefined && offer.state !== "agreed";
    if (offered === undefined || wasLeftOut) return [];
    const { quantity } = offered;
    const askedQuantity = askedOf(line);
    const lineId = lineIdOf(order, at);
    const price = sentPrice(line, offered);
    const placedPrice = isSamePrice(price, line) ? undefined : quotedPrice(line);
    return [{ lineId, productName, askedQuantity, quantity, ...price, placedPrice }];
  });
}

/** Null without its order; orders are never deleted. */
export async function toOfferView(ctx: QueryCtx, offer: Doc<"offers">): Promise<OfferView | null> {
  const order = await ctx.db.get("orders", offer.orderId);
  if (order === null) return null;
  const distributor = await ctx.db.get("users", offer.distributorId);
  return {
    _id: offer._id,
    orderId: offer.orderId,
    state: offer.state,
    deliveryBefore: offer.deliveryBefore,
    createdAt: offer.madeAt,
    expiresAt: offer.expiresAt,
    answeredAt: offer.answeredAt,
    distributorName: order.distributorName,
    distributorEmail: order.distributorEmail,
    companyName: distributor?.companyName,
    userName: order.userName,
    userEmail: order.userEmail,
    shopName: order.shopName,
    lines: toLines(order, offer),
  };
}
