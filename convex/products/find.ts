/** Finding a product by what a caller sent. "Not yours", "not there" and "no id at all" are one answer. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { toPublicProduct, toTradeProduct, type AnyProduct } from "./view";

export type ListedProduct = {
  readonly product: Doc<"products">;
  readonly distributor: Doc<"users">;
};

/** The product while it is on sale, with its distributor; null if either is gone, or the id is none. */
export async function getListedProduct(
  ctx: QueryCtx,
  productId: string,
): Promise<ListedProduct | null> {
  const id = ctx.db.normalizeId("products", productId);
  const product = id === null ? null : await ctx.db.get("products", id);
  if (product === null || product.archivedAt !== undefined) return null;
  const distributor = await ctx.db.get("users", product.distributorId);
  return distributor === null || distributor.deactivatedAt !== undefined
    ? null
    : { product, distributor };
}

/** As `getListedProduct`, or NOT_FOUND. */
export async function requireListedProduct(
  ctx: QueryCtx,
  productId: string,
): Promise<ListedProduct> {
  return (await getListedProduct(ctx, productId)) ?? fail("NOT_FOUND");
}

/** The caller's own product while it is on sale, or NOT_FOUND. */
export async function requireOwnProduct(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  productId: string,
): Promise<Doc<"products">> {
  const id = ctx.db.normalizeId("products", productId);
  const product = id === null ? null : await ctx.db.get("products", id);
  if (product?.distributorId !== distributor._id || product.archivedAt !== undefined) {
    return fail("NOT_FOUND");
  }
  return product;
}

/**
 * One product as `viewer` may see it, or null: a rival distributor's is as good as missing, and a
 * visitor sees neither stock nor e-mail.
 */
export async function getProductFor(
  ctx: QueryCtx,
  viewer: Doc<"users"> | null,
  productId: string,
): Promise<AnyProduct | null> {
  const found = await getListedProduct(ctx, productId);
  if (found === null) return null;
  const { product, distributor } = found;
  if (viewer === null) return toPublicProduct(ctx, product, distributor);
  if (viewer.role === "distributor" && viewer._id !== distributor._id) return null;
  return toTradeProduct(ctx, product, distributor);
}
