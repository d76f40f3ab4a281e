/** Finding a product by what a caller sent. "Not yours", "not there" and "no id at all" are one answer. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { STOCK_LEVELS_MAX } from "../../domain/limits";
import { fail } from "../errors";
import { distributorsOf } from "../users/find";
import type { Viewer } from "../users/viewer";
import { requireOwn } from "../rows";
import { stockOf } from "./stock";
import { toPublicProduct, toTradeProduct, type AnyProduct, type StockLevel } from "./view";

export type ListedProduct = {
  readonly product: Doc<"products">;
  readonly distributor: Doc<"users">;
};

async function getListed(
  ctx: QueryCtx,
  id: Id<"products">,
  distributorOf: ReturnType<typeof distributorsOf>,
): Promise<ListedProduct | null> {
  const product = await ctx.db.get("products", id);
  if (product === null || product.archivedAt !== undefined) return null;
  const distributor = await distributorOf(product.distributorId);
  return distributor && { product, distributor };
}

/** The product while it is on sale, with its distributor; null if either is gone, or the id is none. */
export async function getListedProduct(
  ctx: QueryCtx,
  productId: string,
  distributorOf = distributorsOf(ctx),
): Promise<ListedProduct | null> {
  const id = ctx.db.normalizeId("products", productId);
  return id === null ? null : getListed(ctx, id, distributorOf);
}

/** Returns what `getListedProduct` does for several products, reading each distributor once. */
export function listedProductsOf(
  ctx: QueryCtx,
): (id: Id<"products">) => Promise<ListedProduct | null> {
  const distributorOf = distributorsOf(ctx);
  return (id) => getListed(ctx, id, distributorOf);
}

/** As `getListedProduct`, or NOT_FOUND. */
export async function requireListedProduct(
  ctx: QueryCtx,
  productId: string,
): Promise<ListedProduct> {
  return (await getListedProduct(ctx, productId)) ?? fail("NOT_FOUND");
}

/** The caller's own product, archived or not, or NOT_FOUND. */
export const requireAnyOwnProduct = requireOwn("products");

/** The caller's own product while it is on sale, or NOT_FOUND. */
export async function requireOwnProduct(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  productId: string,
): Promise<Doc<"products">> {
  const product = await requireAnyOwnProduct(ctx, distributor, productId);
  return product.archivedAt === undefined ? product : fail("NOT_FOUND");
}

/** Returns the product with its distributor if `viewer` may see it: a rival distributor's is as good as missing. */
export async function getVisibleProduct(
  ctx: QueryCtx,
  viewer: Viewer,
  productId: string,
  distributorOf = distributorsOf(ctx),
): Promise<ListedProduct | null> {
  const found = await getListedProduct(ctx, productId, distributorOf);
  const isRival = viewer?.role === "distributor" && viewer._id !== found?.distributor._id;
  return isRival ? null : found;
}

/** One product as `viewer` may see it, or null; a visitor sees neither stock nor e-mail. */
export async function getProductFor(
  ctx: QueryCtx,
  viewer: Viewer,
  productId: string,
): Promise<AnyProduct | null> {
  const found = await getVisibleProduct(ctx, viewer, productId);
  if (found === null) return null;
  const toProduct = viewer === null ? toPublicProduct : toTradeProduct;
  return toProduct(ctx, found.product, found.distributor);
}

/** Stock of those of the products that `viewer` may see. Errors: BAD_REQUEST. */
export async function stockLevelsFor(
  ctx: QueryCtx,
  viewer: Viewer,
  productIds: readonly string[],
): Promise<StockLevel[]> {
  if (productIds.length > STOCK_LEVELS_MAX) fail("BAD_REQUEST");
  const distributorOf = distributorsOf(ctx);
  const levels = await Promise.all(
    productIds.map(async (id): Promise<StockLevel | null> => {
      const found = await getVisibleProduct(ctx, viewer, id, distributorOf);
      return found && { productId: found.product._id, stock: await stockOf(ctx, found.product) };
    }),
  );
  return levels.filter((level) => level !== null);
}
