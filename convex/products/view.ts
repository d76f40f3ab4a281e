/** Views of a product by caller: visitors see neither stock nor e-mails. Rows of lists have no stock, so that no order changes them. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { productType } from "./schema";
import { stockOf } from "./stock";

const publicFields = {
  _id: v.id("products"),
  name: v.string(),
  type: productType,
  description: v.string(),
  packSize: v.number(),
  pricePaise: v.number(),
  /** Null if the picture is gone. */
  imageUrl: v.union(v.string(), v.null()),
  distributorName: v.string(),
  createdAt: v.number(),
};

const sellerFields = { distributorId: v.id("users"), distributorEmail: v.string() };

export const publicProduct = v.object(publicFields);
/** A row of the trade's lists. */
export const productRow = v.object({ ...publicFields, ...sellerFields });
export const tradeProduct = v.object({ ...publicFields, ...sellerFields, stock: v.number() });
export const stockLevel = v.object({ productId: v.id("products"), stock: v.number() });
/** One product for whoever asks: what only the trade may see is absent for visitors. */
export const anyProduct = v.object({
  ...publicFields,
  stock: v.optional(v.number()),
  distributorId: v.optional(v.id("users")),
  distributorEmail: v.optional(v.string()),
});

export type PublicProduct = Infer<typeof publicProduct>;
export type AnyProduct = Infer<typeof anyProduct>;
export type ProductRow = Infer<typeof productRow>;
export type TradeProduct = Infer<typeof tradeProduct>;
export type StockLevel = Infer<typeof stockLevel>;

export async function toPublicProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<PublicProduct> {
  return {
    _id: product._id,
    name: product.name,
    type: product.type,
    description: product.description,
    packSize: product.packSize,
    pricePaise: product.pricePaise,
    imageUrl: await ctx.storage.getUrl(product.imageId),
    distributorName: distributor.name,
    createdAt: product._creationTime,
  };
}

export async function toProductRow(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<ProductRow> {
  return {
    ...(await toPublicProduct(ctx, product, distributor)),
    distributorId: product.distributorId,
    distributorEmail: distributor.email,
  };
}

export async function toTradeProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<TradeProduct> {
  const row = await toProductRow(ctx, product, distributor);
  return { ...row, stock: await stockOf(ctx, product) };
}
