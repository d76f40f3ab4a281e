/** Texts of a pasted sheet, matched to products. */
import { type Infer, v } from "convex/values";
import {
  MATCH_HITS_MAX,
  MATCH_TEXTS_MAX,
  PRODUCT_NAME_MAX,
  PRODUCT_SUGGESTIONS_MAX,
  SKU_MAX,
} from "../../domain/limits";
import { skuKey } from "../../domain/productTerms";
import { searchKey } from "../../domain/searchKey";
import { hasLoneSurrogate, trimBlank } from "../../domain/text";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import type { ListedProduct } from "../products/find";
import { type NewestProducts, findByName, newestProducts } from "../search/productList";
import { productHit, toProductHit, withDistributors } from "../search/products";
import { searchedText } from "../products/text";

export const productMatch = v.object({
  /** The products, at most PRODUCT_SUGGESTIONS_MAX, from which somebody chooses. */
  products: v.array(productHit),
  /** True if the text means the one product that is there. */
  isSure: v.boolean(),
});

export type ProductMatch = Infer<typeof productMatch>;

type Found = {
  readonly hits: readonly ListedProduct[];
  readonly isSure: boolean;
  readonly isHeard?: true;
};

/** The same SKU may be at several distributors: then nothing is sure. */
async function bySku(ctx: QueryCtx, text: string): Promise<ListedProduct[]> {
  if (text.length > SKU_MAX) return [];
  const rows = await ctx.db
    .query("products")
    .withIndex("by_listed_sku", (q) => q.eq("archivedAt", undefined).eq("skuKey", skuKey(text)))
    .take(PRODUCT_SUGGESTIONS_MAX);
  return withDistributors(ctx, rows);
}

async function byName(ctx: QueryCtx, text: string): Promise<ListedProduct[]> {
  if (text.length > PRODUCT_NAME_MAX) return [];
  const rows = await ctx.db
    .query("products")
    .withIndex("by_listed_name", (q) => q.eq("archivedAt", undefined).eq("name", text))
    .take(PRODUCT_SUGGESTIONS_MAX);
  return withDistributors(ctx, rows);
}

/**
 * Products whose names have the text, by the search's index: those that are equal but for the case or the form of letters, else all;
 * without any, those in which it is heard, and which somebody has to choose from.
 */
async function byPart(ctx: QueryCtx, searchText: string, newest: NewestProducts): Promise<Found> {
  const found = await findByName(ctx, { searchText, max: MATCH_HITS_MAX }, newest);
  const { hits, isDone, heard } = found;
  if (hits.length === 0) return { hits: heard, isSure: false, isHeard: true };
  const equal = hits.filter(({ product }) => searchKey(product.name) === searchText);
  if (equal.length > 0) return { hits: equal, isSure: isDone && equal.length === 1 };
  return { hits, isSure: isDone && hits.length === 1 };
}

/** Finds products by SKU, else by the name as it is written, else by what the names have. */
async function find(ctx: QueryCtx, sent: string, newest: NewestProducts): Promise<Found> {
  const searchText = searchedText(sent);
  const text = trimBlank(sent);
  if (searchText === null || searchText === "" || hasLoneSurrogate(text))
    return { hits: [], isSure: false };
  for (const lookUp of [bySku, byName]) {
    const hits = await lookUp(ctx, text);
    if (hits.length > 0) return { hits, isSure: hits.length === 1 };
  }
  return byPart(ctx, searchText, newest);
}

/**
 * The meaning of each text, in their order: the product with that SKU (upper and lower case are one), else with that name, else
 * the only one whose name has the text. If there are several, they are there to choose from. Errors: BAD_REQUEST for too many texts.
 */
export async function matchTexts(ctx: QueryCtx, texts: readonly string[]): Promise<ProductMatch[]> {
  if (texts.length > MATCH_TEXTS_MAX) fail("BAD_REQUEST");
  const newest = newestProducts(ctx);
  const matches: ProductMatch[] = [];
  // One after the other, so that the texts of a query never read at once.
  for (const text of texts) {
    const { hits, isSure, isHeard } = await find(ctx, text, newest);
    const few = hits.slice(0, PRODUCT_SUGGESTIONS_MAX);
    const products = await Promise.all(few.map((hit) => toProductHit(ctx, hit, isHeard)));
    matches.push({ products, isSure });
  }
  return matches;
}
