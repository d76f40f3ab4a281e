/** An offer as its two parties see it. */
import { v, type Infer } from "convex/values";
import { askedOf, lineIdOf } from "../../domain/orderLines";
import { isSamePrice, quotedPrice } from "../../domain/price";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { quotedPriceFields } from "../products/schema";
import { pickFields } from "../rows";
import { offerTables } from "./offerSchema";
import { orderTables } from "./schema";
import { sentPrice } from "./sent";

const SEEN = ["orderId", "state", "deliveryBefore", "expiresAt", "answeredAt"] as const;
/** The company's name in an offer is the one of now. */
const PARTIES = [
  "distributorName",
  "distributorEmail",
  "companyName",
  "userName",
  "userEmail",
  "shopName",
] as const;

export const offerView = v.object({
  _id: v.id("offers"),
  ...offerTables.offers.validator.pick(...SEEN).fields,
  createdAt: v.number(),
  ...orderTables.orders.validator.pick(...PARTIES).fields,
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
    ...pickFields(offer, "_id", ...SEEN),
    createdAt: offer.madeAt,
    ...pickFields(order, ...PARTIES),
    companyName: distributor?.companyName,
    lines: toLines(order, offer),
  };
}
