/** The products that a retailer usually orders, by distributors: from its latest orders, in quantities that can be ordered now. */
import { v, type Infer } from "convex/values";
import { PAGE_BYTES_MAX, USUAL_DISTRIBUTORS_MAX, USUAL_SCAN_ORDERS } from "../../domain/limits";
import { quoteOf } from "../../domain/gst/addedTax";
import { asAsked } from "../../domain/orderLines";
import { nearestQuantity, unitPrice } from "../../domain/productTerms";
import { type UsualLine, usualLines } from "../../domain/usualBasket";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { listedProductsOf, type ListedProduct } from "../products/find";
import { takeWithin } from "../paging";
import { quotedPriceFields } from "../products/schema";
import { shortPicture, shortPictureOf } from "../uploads/short";

const usualLine = v.object({
  productId: v.id("products"),
  name: v.string(),
  picture: shortPicture,
  quantity: v.number(),
  /** The price of one piece in this quantity. */
  ...quotedPriceFields,
});

export const usualBasket = v.array(
  v.object({
    distributorId: v.id("users"),
    distributorName: v.string(),
    lines: v.array(usualLine),
  }),
);

type UsualBasket = Infer<typeof usualBasket>;
type Usual = UsualLine<Id<"products">>;

/** The distributors of the latest orders, latest first. */
async function latestDistributors(ctx: QueryCtx, retailer: Doc<"users">): Promise<Id<"users">[]> {
  const latest = ctx.db
    .query("orders")
    .withIndex("by_retailer_time", (q) => q.eq("retailerId", retailer._id))
    .order("desc");
  const orders = await takeWithin(latest, USUAL_SCAN_ORDERS, { bytesLeft: PAGE_BYTES_MAX });
  const ids = new Set(orders.map(({ distributorId }) => distributorId));
  return [...ids].slice(0, USUAL_DISTRIBUTORS_MAX);
}

async function usualOf(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  distributorId: Id<"users">,
): Promise<Usual[]> {
  const account = await ctx.db
    .query("creditAccounts")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailer._id).eq("distributorId", distributorId),
    )
    .unique();
  const ids = account?.latestOrders.toReversed() ?? [];
  const orders = await Promise.all(ids.map((id) => ctx.db.get("orders", id)));
  return usualLines(orders.flatMap((order) => (order === null ? [] : [order.lines.map(asAsked)])));
}

async function toUsualLine(
  ctx: QueryCtx,
  { product, distributor }: ListedProduct,
  usual: Usual,
): Promise<Infer<typeof usualLine>> {
  const quantity = nearestQuantity(product, usual.quantity);
  return {
    productId: product._id,
    name: product.name,
    quantity,
    picture: await shortPictureOf(ctx, product.imageId),
    ...quoteOf(distributor, product, unitPrice(product, quantity)),
  };
}

/** Reads no stock, so that other retailers' orders don't run it again. Products that are gone, and distributors without any, are left out. */
export async function listUsual(ctx: QueryCtx, retailer: Doc<"users">): Promise<UsualBasket> {
  const getListed = listedProductsOf(ctx);
  const baskets: UsualBasket = [];
  for (const distributorId of await latestDistributors(ctx, retailer)) {
    const usual = await usualOf(ctx, retailer, distributorId);
    const found = await Promise.all(
      usual.map(async (line) => ({ line, listed: await getListed(line.productId) })),
    );
    const sold = found.flatMap(({ line, listed }) => (listed === null ? [] : { line, listed }));
    const [first] = sold;
    if (first === undefined) continue;
    const { name, companyName } = first.listed.distributor;
    const lines = await Promise.all(sold.map(({ line, listed }) => toUsualLine(ctx, listed, line)));
    baskets.push({ distributorId, distributorName: companyName ?? name, lines });
  }
  return baskets;
}
