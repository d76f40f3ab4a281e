/** The calls that reserve stock and put it back. */
import { z } from "@hono/zod-openapi";
import { ORDER_QUANTITY_MAX } from "../../domain/limits";
import { spend } from "../auth/limits";
import { reserve, RESERVE_ERRORS } from "../orders/holds";
import { restoreStock } from "../orders/restore";
import { isoTime } from "./entities";
import { asDistributor, ownProduct, product } from "./exampleParts";
import { mutation, ok } from "./operation";

const Stock = z.object({ message: z.string(), stock: z.number().int() });

export const STOCK_OPERATIONS = [
  mutation({
    call: "POST /api/products/update-stock",
    summary: "Reserve pieces for ten minutes",
    description:
      "The next order of the product by the same caller uses the reservation. Without an order the pieces go back on sale.",
    who: ["retailer"],
    once: true,
    body: z.object({
      productId: z.string().default(""),
      quantity: z.number().default(0).openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
      distributorEmail1: z
        .string()
        .optional()
        .openapi({ description: "If sent, it must be whose product it is." }),
    }),
    invalid: "BAD_QUANTITY",
    answer: ok(
      Stock.extend({ expiresAt: z.string() }),
      "Reserved; `stock` is what is left for others.",
    ),
    errors: RESERVE_ERRORS,
    example: { json: { productId: "$PRODUCT", quantity: 1 }, needs: product },
    run: async (ctx, { body: { distributorEmail1: distributorEmail, ...sent } }) => {
      await spend(ctx, "stockHeld", ctx.user._id);
      const reservation = { ...sent, distributorEmail };
      const { stock, expiresAt } = await reserve(ctx, ctx.user, reservation, Date.now());
      return { message: "Stock updated successfully.", stock, expiresAt: isoTime(expiresAt) };
    },
  }),
  mutation({
    call: "PATCH /api/products/update-stock/{productId}",
    summary: "Give back a reservation, or add to an own product's stock",
    description:
      "After a rejection or cancellation it changes nothing, because that returned the pieces already, and answers the stock as it is.",
    who: ["retailer", "distributor"],
    body: z.object({
      increment: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
    }),
    invalid: "BAD_QUANTITY",
    words: { BAD_QUANTITY: "Invalid quantity." },
    answer: ok(Stock),
    errors: ["NOT_FOUND", "BAD_QUANTITY", "NO_STOCK_TO_RESTORE"],
    example: { ...asDistributor, json: { increment: 10 }, needs: ownProduct },
    run: async (ctx, { params, body }) => {
      const restored = await restoreStock(ctx, ctx.user, { ...params, ...body }, Date.now());
      const message = restored.changed
        ? "Stock updated successfully."
        : "The stock had been restored already; nothing changed.";
      return { message, stock: restored.stock };
    },
  }),
];
