/** The distributor's own products, as an import compares its rows with them. */
import { type Infer, v } from "convex/values";
import { checkValue, toComplete } from "../../domain/fields/kinds";
import { PRODUCT_FIELDS } from "../../domain/fields/product";
import { IMPORT_LOOKUP_ROWS } from "../../domain/limits";
import type { Current } from "../../domain/import/rows";
import { skuKey } from "../../domain/productTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { completeValidatorsOf } from "../fields";
import { stockOf } from "../products/stock";
import { pictureAddressOf, pictureFaultOf } from "./wantedPictures";

const current = v.object({ ...completeValidatorsOf(PRODUCT_FIELDS), picture: v.string() });

export const askedRow = v.object({
  sku: v.string(),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
});

/**
 * Null where none of the caller's products has the SKU; `sameName` tells of another one with that very name, `pictureFault` why the
 * picture would not be fetched.
 */
export const foundRow = v.object({
  product: v.union(current, v.null()),
  sameName: v.boolean(),
  pictureFault: v.optional(v.string()),
});

/** The product on sale that has this SKU, in whatever case. */
export async function getBySku(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  text: string,
): Promise<Doc<"products"> | null> {
  const sku = checkValue(PRODUCT_FIELDS.sku, text);
  if (sku === undefined || sku === "") return null;
  return ctx.db
    .query("products")
    .withIndex("by_distributor_sku", (q) =>
      q.eq("distributorId", distributorId).eq("skuKey", skuKey(sku)).eq("archivedAt", undefined),
    )
    .first();
}

export async function toCurrent(ctx: QueryCtx, product: Doc<"products">): Promise<Current> {
  const stock = await stockOf(ctx, product);
  const values = toComplete(PRODUCT_FIELDS, { ...product, stock });
  return { ...values, picture: await pictureAddressOf(ctx, product) };
}

async function isNamed(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  sent: string | undefined,
): Promise<boolean> {
  const name = checkValue(PRODUCT_FIELDS.name, sent ?? "");
  if (name === undefined) return false;
  const product = await ctx.db
    .query("products")
    .withIndex("by_distributor_name", (q) =>
      q.eq("distributorId", distributorId).eq("archivedAt", undefined).eq("name", name),
    )
    .first();
  return product !== null;
}

/** Finds the caller's own products alone. Errors: BAD_REQUEST for more than IMPORT_LOOKUP_ROWS. */
export async function lookUpRows(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  rows: readonly Infer<typeof askedRow>[],
) {
  if (rows.length > IMPORT_LOOKUP_ROWS) fail("BAD_REQUEST");
  return Promise.all(
    rows.map(async ({ sku, name, picture }) => {
      const product = await getBySku(ctx, distributorId, sku);
      const pictureFault = picture === undefined ? undefined : pictureFaultOf(picture);
      const pictureResult = pictureFault === undefined ? {} : { pictureFault };
      if (product === null)
        return { product, sameName: await isNamed(ctx, distributorId, name), ...pictureResult };
      return { product: await toCurrent(ctx, product), sameName: false, ...pictureResult };
    }),
  );
}
