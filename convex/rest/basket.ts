/** The calls about a retailer's basket. Ordering what is in it is in `wholeOrders.ts`. */
import { createRoute, z } from "@hono/zod-openapi";
import { ORDER_QUANTITY_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { internal } from "../_generated/api";
import type { BasketLineRow } from "./calls/basket";
import { json, ok, policy, refusals } from "./call";
import { Message } from "./entities";
import type { RestApp } from "./env";
import { Product, toProduct } from "./products";

const calls = internal.rest.calls.basket;

const quantity = z.number().int().openapi({ description: "Pieces to order.", example: 24 });

const BasketLine = z.object({
  productId: z.string(),
  productName: z.string(),
  quantity,
  price: z.number().nullable().openapi({
    description: "Of one piece at this quantity, in rupees; null if it is not on sale any more.",
    example: 52.5,
  }),
  seenPrice: z.number().openapi({ description: "The same when the quantity was last set." }),
  product: z
    .union([Product, z.null()])
    .openapi({ description: "As it is now; null if it is not on sale any more." }),
});

function toBasketLine(row: BasketLineRow): z.infer<typeof BasketLine> {
  return {
    productId: row.productId,
    productName: row.productName,
    quantity: row.quantity,
    price: row.pricePaise === null ? null : rupeesOfPaise(row.pricePaise),
    seenPrice: rupeesOfPaise(row.seenPricePaise),
    product: row.product && toProduct(row.product),
  };
}

const params = z.object({ productId: z.string() });

const basket = {
  read: createRoute({
    method: "get",
    path: "/api/basket",
    tags: ["basket"],
    summary: "What is in the basket, in order of adding",
    ...policy({ who: ["retailer"] }),
    responses: {
      200: ok(z.object({ lines: z.array(BasketLine) }), "The basket; it reserves no stock."),
      ...refusals(401, 403),
    },
  }),
  set: createRoute({
    method: "put",
    path: "/api/basket/{productId}",
    tags: ["basket"],
    summary: "Set how many pieces of a product are in the basket; 0 removes it",
    description:
      "The quantity is that of the whole line: sent again, it changes nothing. What the product's terms or stock don't allow can be in a basket, but not be placed.",
    ...policy({ who: ["retailer"], body: "json", invalid: "BAD_QUANTITY" }),
    request: {
      params,
      body: json(
        z.object({
          quantity: z.number().openapi({ minimum: 0, maximum: ORDER_QUANTITY_MAX, example: 24 }),
        }),
      ),
    },
    responses: {
      200: ok(z.object({ productId: z.string(), quantity })),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 429),
    },
  }),
  remove: createRoute({
    method: "delete",
    path: "/api/basket/{productId}",
    tags: ["basket"],
    summary: "Remove a product from the basket, if it is in it",
    ...policy({ who: ["retailer"] }),
    request: { params },
    responses: { 200: ok(Message), ...refusals(401, 403, 404) },
  }),
};

export function addBasket(app: RestApp): void {
  app.openapi(basket.read, async (c) => {
    const rows = await c.env.runQuery(calls.lines, { caller: c.get("caller") });
    return c.json({ lines: rows.map(toBasketLine) }, 200);
  });
  app.openapi(basket.set, async (c) => {
    const line = { ...c.req.valid("param"), ...c.req.valid("json") };
    await c.env.runMutation(calls.set, { caller: c.get("caller"), ...line });
    return c.json(line, 200);
  });
  app.openapi(basket.remove, async (c) => {
    const line = { ...c.req.valid("param"), quantity: 0 };
    await c.env.runMutation(calls.set, { caller: c.get("caller"), ...line });
    return c.json({ message: "Removed from the basket." }, 200);
  });
}
