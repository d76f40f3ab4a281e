/**
 * Views of a product by caller: visitors see neither stock nor e-mails. Rows of lists have what their screens draw, and no stock, so
 * that no order changes them; dialogs read the rest with `products.one`.
 */
import { pick } from "convex-helpers";
import { v, type Infer } from "convex/values";
import { namesOf } from "../../domain/fields/kinds";
import {
  MAIN_FIELDS,
  type ProductField,
  TAX_FIELDS,
  TERM_FIELDS,
} from "../../domain/fields/product";
import { quoteOf } from "../../domain/gst/addedTax";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { productTables, productTax, productTerms, quotedPriceFields } from "./schema";
import { stockOf } from "./stock";

/** The fields that every card draws. */
const CARD = ["name", "type", "packSize", "pricePaise"] as const satisfies ProductField[];
const MAIN = namesOf(MAIN_FIELDS).filter((name) => name !== "stock");
const TERMS = namesOf(TERM_FIELDS);
const TAX = namesOf(TAX_FIELDS);

const row = productTables.products.validator;

const cardFields = { _id: v.id("products"), ...row.pick(...CARD).fields, picture: shortPicture };

const publicFields = {
  _id: v.id("products"),
  ...row.pick(...MAIN, ...TERMS).fields,
  ...quotedPriceFields,
  /** Null if the picture is gone. */
  imageUrl: v.union(v.string(), v.null()),
  distributorName: v.string(),
  createdAt: v.number(),
};

const sellerFields = { distributorId: v.id("users"), distributorEmail: v.string() };

/** The seller's terms for a whole order; absent if it has none. */
const orderFields = {
  minOrderPaise: v.optional(v.number()),
  networkOnly: v.optional(v.boolean()),
};

/** A row of the catalogue, which puts the product into the basket in a quantity that is sold. */
export const catalogueCard = v.object({
  ...cardFields,
  ...quotedPriceFields,
  companyName: v.string(),
  createdAt: v.number(),
  minQuantity: productTerms.minQuantity,
  multiple: productTerms.multiple,
});
/** A row of the landing page, whose board names the seller. */
export const landingCard = v.object({
  ...cardFields,
  ...quotedPriceFields,
  distributorName: v.string(),
});
/** A row of the distributor's own list, which draws the description, and whose form edits it, the terms and the tax details. */
export const ownCard = v.object({
  ...cardFields,
  ...row.pick(...MAIN, ...TERMS, ...TAX).fields,
});

const publicProduct = v.object(publicFields);
const tradeProduct = v.object({
  ...publicFields,
  ...sellerFields,
  ...orderFields,
  stock: v.number(),
});
/** A product as its distributor's own programs see it. */
export const ownProduct = v.object({ ...tradeProduct.fields, ...productTax });
export const stockLevel = v.object({ productId: v.id("products"), stock: v.number() });
/** One product for whoever asks: what only the trade may see is absent for visitors. */
export const anyProduct = v.object({
  ...publicFields,
  ...orderFields,
  stock: v.optional(v.number()),
  distributorId: v.optional(v.id("users")),
  distributorEmail: v.optional(v.string()),
});

export type PublicProduct = Infer<typeof publicProduct>;
export type AnyProduct = Infer<typeof anyProduct>;
export type TradeProduct = Infer<typeof tradeProduct>;
export type OwnProduct = Infer<typeof ownProduct>;
export type StockLevel = Infer<typeof stockLevel>;

async function toCard(ctx: QueryCtx, product: Doc<"products">) {
  return {
    ...pick(product, ["_id", ...CARD]),
    picture: await shortPictureOf(ctx, product.imageId),
  };
}

export async function toCatalogueCard(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<Infer<typeof catalogueCard>> {
  const { minQuantity, multiple, _creationTime } = product;
  // The fraction of a millisecond that Convex keeps is five bytes that no screen shows.
  const createdAt = Math.floor(_creationTime);
  const card = { ...(await toCard(ctx, product)), ...quoteOf(distributor, product) };
  const companyName = distributor.companyName ?? distributor.name;
  return { ...card, companyName, createdAt, minQuantity, multiple };
}

export async function toLandingCard(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<Infer<typeof landingCard>> {
  const card = { ...(await toCard(ctx, product)), ...quoteOf(distributor, product) };
  return { ...card, distributorName: distributor.name };
}

export async function toOwnCard(
  ctx: QueryCtx,
  product: Doc<"products">,
): Promise<Infer<typeof ownCard>> {
  return { ...(await toCard(ctx, product)), ...pick(product, [...MAIN, ...TERMS, ...TAX]) };
}

export async function toPublicProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<PublicProduct> {
  return {
    ...pick(product, ["_id", ...MAIN, ...TERMS]),
    ...quoteOf(distributor, product),
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
  const { minOrderPaise, networkOnly } = distributor.orderTerms ?? {};
  return {
    ...(await toPublicProduct(ctx, product, distributor)),
    minOrderPaise,
    networkOnly,
    distributorId: product.distributorId,
    distributorEmail: distributor.email,
    stock: await stockOf(ctx, product),
  };
}

export async function toOwnProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<OwnProduct> {
  return { ...(await toTradeProduct(ctx, product, distributor)), ...pick(product, TAX) };
}
