/** The distributor's own products, as an import compares its rows with them. */
import { type Infer, v } from "convex/values";
import { IMPORT_LOOKUP_ROWS, PRODUCT_NAME_MAX } from "../../domain/limits";
import type { Current } from "../../domain/import/rows";
import { cleanSku, skuKey } from "../../domain/productTerms";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { DEFAULT_UNIT } from "../../domain/gst/units";
import { productTax, productType } from "../products/schema";
import { stockOf } from "../products/stock";
import { pictureAddressOf, pictureFaultOf } from "./wantedPictures";

const current = v.object({
  sku: v.string(),
  name: v.string(),
  type: productType,
  description: v.string(),
  packSize: v.number(),
  price: v.number(),
  stock: v.number(),
  minQuantity: v.number(),
  multiple: v.number(),
  priceBreaks: v.array(v.object({ from: v.number(), pricePaise: v.number() })),
  hsn: v.string(),
  /** Empty where nobody has said it. */
  taxKind: v.union(...productTax.taxKind.members, v.literal("")),
  gstRateBp: v.number(),
  uqc: v.string(),
  picture: v.string(),
});

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
  const sku = cleanSku(text);
  if (sku === undefined) return null;
  return ctx.db
    .query("products")
    .withIndex("by_distributor_sku", (q) =>
      q.eq("distributorId", distributorId).eq("skuKey", skuKey(sku)).eq("archivedAt", undefined),
    )
    .first();
}

export async function toCurrent(ctx: QueryCtx, product: Doc<"products">): Promise<Current> {
  const { sku = "", name, type, description, packSize, pricePaise: price } = product;
  const { minQuantity = 1, multiple = 1, priceBreaks = [] } = product;
  const { hsn = "", taxKind = "", gstRateBp = 0, uqc = DEFAULT_UNIT } = product;
  const stock = await stockOf(ctx, product);
  const picture = await pictureAddressOf(ctx, product);
  const values = { name, type, description, packSize, price, stock, picture };
  return { sku, ...values, minQuantity, multiple, priceBreaks, hsn, taxKind, gstRateBp, uqc };
}

async function isNamed(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  sent: string | undefined,
): Promise<boolean> {
  const name = cleanText(sent ?? "", { min: 1, max: PRODUCT_NAME_MAX });
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
      const told = pictureFault === undefined ? {} : { pictureFault };
      if (product === null)
        return { product, sameName: await isNamed(ctx, distributorId, name), ...told };
      const { priceBreaks, ...found } = await toCurrent(ctx, product);
      return { product: { ...found, priceBreaks: [...priceBreaks] }, sameName: false, ...told };
    }),
  );
}
