/** Offers of fewer pieces, as webhooks carry them. */
import { z } from "@hono/zod-openapi";
import { OFFER_STATES } from "../../domain/orderAnswer";

export const Offer = z
  .object({
    _id: z.string(),
    placementId: z.string(),
    state: z.enum(OFFER_STATES),
    deliveryBefore: z.string().openapi({ example: "2026-12-31" }),
    createdAt: z.string(),
    expiresAt: z.string(),
    answeredAt: z.string().nullable(),
    distributorName: z.string(),
    distributorEmail: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    shopName: z.string(),
    lines: z.array(
      z.object({
        orderId: z.string(),
        productName: z.string(),
        askedQuantity: z.number().int(),
        quantity: z.number().int().openapi({ description: "Pieces that are offered; 0: none." }),
        price: z.number().openapi({ description: "Rupees, of one piece." }),
      }),
    ),
  })
  .openapi("Offer");
