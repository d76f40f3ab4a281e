/** The functions behind the basket calls of REST. */
import { v, type Infer } from "convex/values";
import { unitPrice } from "../../../domain/productTerms";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { linesOf, setLine } from "../../basket/lines";
import { listedProductsOf } from "../../products/find";
import { toTradeProduct, tradeProduct } from "../../products/view";
import { restMutation, restQuery } from "../caller";

const basketLine = v.object({
  productId: v.id("products"),
  productName: v.string(),
  quantity: v.number(),
  /** Of one piece when the line was last set. */
  seenPricePaise: v.number(),
  /** Of one piece at this quantity now, and the product as it is; null if it is not on sale any more. */
  pricePaise: v.union(v.number(), v.null()),
  product: v.union(tradeProduct, v.null()),
});

export type BasketLineRow = Infer<typeof basketLine>;

async function toBasketLine(
  ctx: QueryCtx,
  { productId, quantity, seenPricePaise }: Doc<"basketLines">,
  getListed: ReturnType<typeof listedProductsOf>,
): Promise<BasketLineRow> {
  const listed = await getListed(productId);
  const known = listed?.product ?? (await ctx.db.get("products", productId));
  return {
    productId,
    quantity,
    seenPricePaise,
    productName: known?.name ?? "",
    pricePaise: listed && unitPrice(listed.product, quantity),
    product: listed && (await toTradeProduct(ctx, listed.product, listed.distributor)),
  };
}

/** In order of adding. */
export const lines = restQuery("retailer")({
  args: {},
  returns: v.array(basketLine),
  handler: async (ctx) => {
    const getListed = listedProductsOf(ctx);
    const rows = await linesOf(ctx, ctx.user);
    return Promise.all(rows.map((row) => toBasketLine(ctx, row, getListed)));
  },
});

/** Errors: see `basket/lines.ts`. */
export const set = restMutation("retailer")({
  args: { productId: v.string(), quantity: v.number() },
  returns: v.null(),
  handler: async (ctx, line) => {
    await setLine(ctx, ctx.user, line);
    return null;
  },
});
