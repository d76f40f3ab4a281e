/** Products by SKU or name: for the search of everything, and for quick order. */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import { namesOf } from "../../domain/fields/kinds";
import { TERM_FIELDS } from "../../domain/fields/product";
import { quoteOf } from "../../domain/gst/addedTax";
import {
  MATCH_HITS_MAX,
  PRODUCT_NAME_MAX,
  PRODUCT_SUGGESTIONS_MAX,
  SKU_MAX,
} from "../../domain/limits";
import { skuKey } from "../../domain/productTerms";
import { searchKey } from "../../domain/searchKey";
import { hasLoneSurrogate, trimBlank } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { learnedProducts } from "../basket/learned";
import { type ListedProduct, listedProductsOf } from "../products/find";
import { findByName, newestProducts } from "./productList";
import { productTables, quotedPriceFields } from "../products/schema";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { distributorsOf } from "../users/find";
import { searchedText } from "../products/text";
import { businessNameOf } from "../users/view";

const HIT_FIELDS = ["name", "packSize", ...namesOf(TERM_FIELDS)] as const;

export const productHit = v.object({
  _id: v.id("products"),
  ...productTables.products.validator.pick(...HIT_FIELDS).fields,
  picture: shortPicture,
  ...quotedPriceFields,
  /** The company's name, or the person's where there is none. */
  distributorName: v.string(),
  /** Present if the text is no part of its name or SKU, but is heard in its words, or was written for it before. */
  isHeard: v.optional(v.literal(true)),
});

export type ProductHit = Infer<typeof productHit>;

export async function toProductHit(
  ctx: QueryCtx,
  { product, distributor }: ListedProduct,
  isHeard = false,
): Promise<ProductHit> {
  return {
    ...pick(product, ["_id", ...HIT_FIELDS]),
    ...quoteOf(distributor, product),
    picture: await shortPictureOf(ctx, product.imageId),
    distributorName: businessNameOf(distributor),
    ...(isHeard && { isHeard }),
  };
}

/** Those of the products whose distributors trade, with them. */
export async function withDistributors(
  ctx: QueryCtx,
  products: readonly Doc<"products">[],
): Promise<ListedProduct[]> {
  const distributorOf = distributorsOf(ctx);
  const found = await Promise.all(
    products.map(async (product) => {
      const distributor = await distributorOf(product.distributorId);
      return distributor && { product, distributor };
    }),
  );
  return found.filter((each) => each !== null);
}

/** A character behind every one that a SKU can have. */
const AFTER_ALL = "\uffff";

/** Products on sale whose SKUs begin with the text, the shortest first: so the equal one leads. A few rows of an index. */
async function bySku(
  ctx: QueryCtx,
  sku: string,
  distributorId: Id<"users"> | undefined,
): Promise<Doc<"products">[]> {
  if (sku.length > SKU_MAX || hasLoneSurrogate(sku)) return [];
  const key = skuKey(sku);
  const products = ctx.db.query("products");
  if (distributorId === undefined) {
    return products
      .withIndex("by_listed_sku", (q) =>
        q
          .eq("archivedAt", undefined)
          .gte("skuKey", key)
          .lt("skuKey", key + AFTER_ALL),
      )
      .take(PRODUCT_SUGGESTIONS_MAX);
  }
  const own = await products
    .withIndex("by_distributor_sku", (q) =>
      q
        .eq("distributorId", distributorId)
        .gte("skuKey", key)
        .lt("skuKey", key + AFTER_ALL),
    )
    .take(4 * PRODUCT_SUGGESTIONS_MAX);
  return own.filter(({ archivedAt }) => archivedAt === undefined);
}

/** Products on sale that are called as the text is written: a short name is part of many longer ones. A few rows of an index. */
async function byName(
  ctx: QueryCtx,
  name: string,
  distributorId: Id<"users"> | undefined,
): Promise<Doc<"products">[]> {
  if (name.length > PRODUCT_NAME_MAX || hasLoneSurrogate(name)) return [];
  const products = ctx.db.query("products");
  const called =
    distributorId === undefined
      ? products.withIndex("by_listed_name", (q) => q.eq("archivedAt", undefined).eq("name", name))
      : products.withIndex("by_distributor_name", (q) =>
          q.eq("distributorId", distributorId).eq("archivedAt", undefined).eq("name", name),
        );
  return called.take(PRODUCT_SUGGESTIONS_MAX);
}

/**
 * The products of a search, at most PRODUCT_SUGGESTIONS_MAX: those whose SKUs begin with the text, those with that name, those
 * whose names have it, the newest first, those that the retailer chose for it before, then those in which it is heard; the newest of all for an empty text. A distributor finds its own alone. Names are found by the product search's index;
 * a text shorter than its grams is looked for among the newest products.
 */
export async function findProducts(
  ctx: QueryCtx,
  user: Doc<"users">,
  text: string,
): Promise<ProductHit[]> {
  const searchText = searchedText(text);
  if (searchText === null) return [];
  const own = user.role === "distributor" ? { distributorId: user._id } : {};
  const isText = searchText !== "";
  const trimmed = trimBlank(text);
  const skus = isText ? await bySku(ctx, trimmed, own.distributorId) : [];
  const named = isText ? await byName(ctx, trimmed, own.distributorId) : [];
  const found = await withDistributors(ctx, [...skus, ...named]);
  const max = isText ? MATCH_HITS_MAX : PRODUCT_SUGGESTIONS_MAX;
  const { hits: page, heard } = await findByName(
    ctx,
    { ...own, searchText, max },
    newestProducts(ctx, own),
  );
  const chosen = user.role === "retailer" ? await learnedProducts(ctx, user, trimmed) : [];
  const listed = await Promise.all(
    chosen.slice(0, PRODUCT_SUGGESTIONS_MAX).map(listedProductsOf(ctx)),
  );
  const others = [...listed.filter((each) => each !== null), ...heard];
  const isEqual = ({ product }: ListedProduct) => searchKey(product.name) === searchText;
  const all = [...found, ...page.filter(isEqual), ...page];
  const written = new Set(all.map(({ product }) => product._id));
  const once = new Map([...all, ...others].map((hit) => [hit.product._id, hit]));
  const hits = [...once.values()].slice(0, PRODUCT_SUGGESTIONS_MAX);
  return Promise.all(hits.map((hit) => toProductHit(ctx, hit, !written.has(hit.product._id))));
}
