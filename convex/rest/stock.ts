/** The calls that reserve stock and put it back. */
import { createRoute, z } from "@hono/zod-openapi";
import { ORDER_QUANTITY_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import { ok, idempotency, json, refusals, policy } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.products;

const stock = {
  hold: createRoute({
    method: "post",
    path: "/api/products/update-stock",
    tags: ["products"],
    summary: "Reserve pieces for ten minutes",
    description:
      "The next order of the product by the same caller uses the reservation. Without an order the pieces go back on sale.",
    ...policy({ who: ["retailer"], body: "json", once: true, invalid: "BAD_QUANTITY" }),
    request: {
      headers: idempotency,
      body: json(
        z.object({
          productId: z.string().default(""),
          quantity: z.number().default(0).openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
          distributorEmail1: z
            .string()
            .optional()
            .openapi({ description: "If sent, it must be whose product it is." }),
        }),
      ),
    },
    responses: {
      200: ok(
        z.object({ message: z.string(), stock: z.number().int(), expiresAt: z.string() }),
        "Reserved; `stock` is what is left for others.",
      ),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
    },
  }),
  restore: createRoute({
    method: "patch",
    path: "/api/products/update-stock/{productId}",
    tags: ["products"],
    summary: "Give back a reservation, or add to an own product's stock",
    description:
      "After a rejection or cancellation it changes nothing, because that returned the pieces already, and answers the stock as it is.",
    ...policy({
      who: ["retailer", "distributor"],
      body: "json",
      invalid: "BAD_QUANTITY",
      words: { BAD_QUANTITY: "Invalid quantity." },
    }),
    request: {
      params: z.object({ productId: z.string() }),
      body: json(
        z.object({ increment: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }) }),
      ),
    },
    responses: {
      200: ok(z.object({ message: z.string(), stock: z.number().int() })),
      ...refusals(400, 401, 403, 404, 409, 413, 415),
    },
  }),
};

export function addStock(app: RestApp): void {
  app.openapi(stock.hold, async (c) => {
    const { productId, quantity, distributorEmail1 } = c.req.valid("json");
    const held = await c.env.runMutation(calls.hold, {
      caller: c.get("caller"),
      once: c.get("once"),
      productId,
      quantity,
      distributorEmail: distributorEmail1,
    });
    const message = "Stock updated successfully.";
    return c.json({ message, stock: held.stock, expiresAt: isoTime(held.expiresAt) }, 200);
  });
  app.openapi(stock.restore, async (c) => {
    const { productId } = c.req.valid("param");
    const { increment } = c.req.valid("json");
    const asked = { caller: c.get("caller"), productId, increment };
    const { changed, stock: left } = await c.env.runMutation(calls.restore, asked);
    const message = changed
      ? "Stock updated successfully."
      : "The stock had been restored already; nothing changed.";
    return c.json({ message, stock: left }, 200);
  });
}
