/** An offer as its two parties see it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { offerState } from "./schema";

export const offerView = v.object({
  _id: v.id("offers"),
  placementId: v.id("placements"),
  state: offerState,
  deliveryBefore: v.string(),
  createdAt: v.number(),
  expiresAt: v.number(),
  answeredAt: v.optional(v.number()),
  distributorName: v.string(),
  distributorEmail: v.string(),
  /** Of the distributor, as it is called now. */
  companyName: v.optional(v.string()),
  userName: v.string(),
  userEmail: v.string(),
  shopName: v.string(),
  lines: v.array(
    v.object({
      orderId: v.id("orders"),
      productName: v.string(),
      askedQuantity: v.number(),
      quantity: v.number(),
      pricePaise: v.number(),
      /** As it is offered. */
      addedTaxBp: v.optional(v.number()),
      /** As the order was placed; present where another tax is offered. */
      askedTaxBp: v.optional(v.number()),
    }),
  ),
});

export type OfferView = Infer<typeof offerView>;

function taxesOf({ addedTaxBp: placedAt }: Doc<"orders">, offered = placedAt) {
  return { addedTaxBp: offered, ...(offered !== placedAt && { askedTaxBp: placedAt }) };
}

/** Null without its orders; orders are never deleted. */
export async function toOfferView(ctx: QueryCtx, offer: Doc<"offers">): Promise<OfferView | null> {
  const orders = await Promise.all(offer.lines.map(({ orderId }) => ctx.db.get("orders", orderId)));
  const lines = offer.lines.flatMap(({ orderId, quantity, addedTaxBp }, at) => {
    const order = orders[at];
    if (!order) return [];
    const { productName, pricePaise } = order;
    const askedQuantity = order.askedQuantity ?? order.quantity;
    return [
      {
        orderId,
        productName,
        askedQuantity,
        quantity,
        pricePaise,
        ...taxesOf(order, addedTaxBp),
      },
    ];
  });
  const [first] = orders;
  if (!first) return null;
  const distributor = await ctx.db.get("users", offer.distributorId);
  const companyName = distributor?.companyName;
  const { _id, placementId, state, deliveryBefore, madeAt, expiresAt, answeredAt } = offer;
  const { distributorName, distributorEmail, userName, userEmail, shopName } = first;
  return {
    _id,
    placementId,
    state,
    deliveryBefore,
    createdAt: madeAt,
    expiresAt,
    answeredAt,
    distributorName,
    distributorEmail,
    userName,
    userEmail,
    shopName,
    companyName,
    lines,
  };
}
