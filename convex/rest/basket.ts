/** The calls about a retailer's basket. `orders.ts` has the call that orders what is in it. */
import { z } from "@hono/zod-openapi";
import { ORDER_QUANTITY_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { unitPrice } from "../../domain/productTerms";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { linesOf, setLine } from "../basket/lines";
import { listedProductsOf } from "../products/find";
import { toTradeProduct } from "../products/view";
import { Message } from "./entities";
import { product } from "./exampleParts";
import { mutation, ok, query } from "./operation";
import { Product, toProduct } from "./products";

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

async function toBasketLine(
  ctx: QueryCtx,
  row: Doc<"basketLines">,
  getListed: ReturnType<typeof listedProductsOf>,
): Promise<z.infer<typeof BasketLine>> {
  const { productId, quantity: pieces } = row;
  const listed = await getListed(productId);
  const found = listed?.product ?? (await ctx.db.get("products", productId));
  return {
    productId,
    productName: found?.name ?? "",
    quantity: pieces,
    price: listed && rupeesOfPaise(unitPrice(listed.product, pieces)),
    seenPrice: rupeesOfPaise(row.seenPricePaise),
    product: listed && toProduct(await toTradeProduct(ctx, listed.product, listed.distributor)),
  };
}

const example = { needs: product };

export const BASKET_OPERATIONS = [
  query({
    call: "GET /api/basket",
    summary: "What is in the basket, in order of adding",
    who: ["retailer"],
    answer: ok(z.object({ lines: z.array(BasketLine) }), "The basket; it reserves no stock."),
    run: async (ctx) => {
      const getListed = listedProductsOf(ctx);
      const rows = await linesOf(ctx, ctx.user);
      return { lines: await Promise.all(rows.map((row) => toBasketLine(ctx, row, getListed))) };
    },
  }),
  mutation({
    call: "PUT /api/basket/{productId}",
    summary: "Set how many pieces of a product are in the basket; 0 removes it",
    description:
      "The quantity is that of the whole line: sent again, it changes nothing. What the product's terms or stock don't allow can be in a basket, but not be placed.",
    who: ["retailer"],
    body: z.object({
      quantity: z.number().openapi({ minimum: 0, maximum: ORDER_QUANTITY_MAX, example: 24 }),
    }),
    invalid: "BAD_QUANTITY",
    answer: ok(z.object({ productId: z.string(), quantity })),
    errors: ["NOT_FOUND", "BAD_QUANTITY", "BASKET_FULL", "TOO_MANY"],
    example: { ...example, json: { quantity: 2 } },
    run: async (ctx, sent) => {
      const line = { ...sent.params, ...sent.body };
      await setLine(ctx, ctx.user, line);
      return line;
    },
  }),
  mutation({
    call: "DELETE /api/basket/{productId}",
    summary: "Remove a product from the basket, if it is in it",
    who: ["retailer"],
    answer: ok(Message),
    errors: ["NOT_FOUND"],
    example,
    run: async (ctx, { params: { productId } }) => {
      await setLine(ctx, ctx.user, { productId, quantity: 0 });
      return { message: "Removed from the basket." };
    },
  }),
];
