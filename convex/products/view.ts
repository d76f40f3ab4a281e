/** Views of a product by caller: visitors see neither stock nor e-mails. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { productType } from "./schema";

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

const tradeFields = {
  stock: v.number(),
  distributorId: v.id("users"),
  distributorEmail: v.string(),
};

export const publicProduct = v.object(publicFields);
export const tradeProduct = v.object({ ...publicFields, ...tradeFields });
/** One product for whoever asks: what only the trade may see is absent for visitors. */
export const anyProduct = v.object({
  ...publicFields,
  stock: v.optional(v.number()),
  distributorId: v.optional(v.id("users")),
  distributorEmail: v.optional(v.string()),
});

export type PublicProduct = Infer<typeof publicProduct>;
export type AnyProduct = Infer<typeof anyProduct>;
export type TradeProduct = Infer<typeof tradeProduct>;

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

export async function toTradeProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<TradeProduct> {
  return {
    ...(await toPublicProduct(ctx, product, distributor)),
    stock: product.stock,
    distributorId: product.distributorId,
    distributorEmail: distributor.email,
  };
}
