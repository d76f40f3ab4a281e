/** A distributor's changes to its own products: add, edit, archive. */
import { todayIst } from "../../domain/dates";
import {
  type ProductTax,
  type ProductTaxField,
  wrongProductTax,
} from "../../domain/gst/productTax";
import {
  PACK_SIZE_MAX,
  PRICE_MAX_PAISE,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  STOCK_MAX,
} from "../../domain/limits";
import {
  type ProductTerms,
  type TermField,
  TERM_FIELDS,
  cleanSku,
  skuKey,
  wrongTerm,
} from "../../domain/productTerms";
import type { ProductType } from "../../domain/productTypes";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { claimUpload } from "../uploads/claim";
import { requireAnyOwnProduct, requireOwnProduct } from "./find";
import { setStock, stockOf } from "./stock";
import { changeProduct, insertProduct, releasePictureOf } from "./write";

export type ProductFields = ProductTerms & {
  readonly name: string;
  readonly type: ProductType;
  readonly description: string;
  readonly packSize: number;
  readonly pricePaise: number;
  readonly stock: number;
  readonly imageId: Id<"_storage">;
  /** All tax details together. */
  readonly tax?: ProductTax | undefined;
};

export type ProductChanges = {
  readonly [Field in keyof ProductFields]?: ProductFields[Field] | undefined;
};

function requireText(field: keyof ProductFields, text: string, max: number): string {
  const multiline = field === "description";
  return cleanText(text, { min: 1, max, multiline }) ?? fail("BAD_PRODUCT", { field });
}

function requireWhole(field: keyof ProductFields, value: number, max: number): number {
  // -0 is whole and not below 0, but no figure to keep.
  return Number.isInteger(value) && value >= 0 && value <= max
    ? Math.abs(value)
    : fail("BAD_PRODUCT", { field });
}

/** The fields that were sent, each checked and trimmed; BAD_PRODUCT {field} names the first that is wrong. */
function checkedChanges(changes: ProductChanges): Omit<ProductChanges, TermField> {
  const { name, type, description, packSize, pricePaise, stock, imageId } = changes;
  return {
    ...(name !== undefined && { name: requireText("name", name, PRODUCT_NAME_MAX) }),
    ...(type !== undefined && { type }),
    ...(description !== undefined && {
      description: requireText("description", description, PRODUCT_DESCRIPTION_MAX),
    }),
    ...(packSize !== undefined && { packSize: requireWhole("packSize", packSize, PACK_SIZE_MAX) }),
    ...(pricePaise !== undefined && {
      pricePaise: requireWhole("pricePaise", pricePaise, PRICE_MAX_PAISE),
    }),
    ...(stock !== undefined && { stock: requireWhole("stock", stock, STOCK_MAX) }),
    ...(imageId !== undefined && { imageId }),
  };
}

type Offer = Pick<
  Doc<"products">,
  "pricePaise" | "sku" | "skuKey" | "minQuantity" | "multiple" | "priceBreaks"
>;

function changesOffer(changes: ProductChanges): boolean {
  return (
    changes.pricePaise !== undefined || TERM_FIELDS.some((field) => changes[field] !== undefined)
  );
}

/** Price and terms as the changes leave them; a term that restricts nothing is absent. Errors: BAD_PRODUCT {field}. */
function offerAfter(changes: ProductChanges, before?: Doc<"products">): Offer {
  const text = changes.sku ?? before?.sku ?? "";
  const minQuantity = changes.minQuantity ?? before?.minQuantity ?? 1;
  const multiple = changes.multiple ?? before?.multiple ?? 1;
  const priceBreaks = changes.priceBreaks ?? before?.priceBreaks ?? [];
  const sku = text.trim() === "" ? undefined : (cleanSku(text) ?? text);
  const offer = {
    pricePaise: changes.pricePaise ?? before?.pricePaise ?? 0,
    sku,
    skuKey: sku && skuKey(sku),
    minQuantity: minQuantity === 1 ? undefined : minQuantity,
    multiple: multiple === 1 ? undefined : multiple,
    priceBreaks: priceBreaks.length === 0 ? undefined : [...priceBreaks],
  };
  const wrong = wrongTerm(offer);
  return wrong === undefined ? offer : fail("BAD_PRODUCT", { field: wrong });
}

/** The tax details in place of those before, if any were sent. Errors: BAD_PRODUCT {field}. */
function taxAfter({ tax }: ProductChanges): Partial<Pick<Doc<"products">, ProductTaxField>> {
  if (tax === undefined) return {};
  const wrong = wrongProductTax(tax, todayIst(Date.now()));
  if (wrong !== undefined) fail("BAD_PRODUCT", { field: wrong });
  const { hsn, taxKind, gstRateBp, uqc } = tax;
  return { hsn, taxKind, gstRateBp, uqc };
}

/** Errors: SKU_TAKEN. */
async function requireFreeSku(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  { skuKey: key }: Partial<Offer>,
  own?: Id<"products">,
): Promise<void> {
  if (key === undefined) return;
  const holder = await ctx.db
    .query("products")
    .withIndex("by_distributor_sku", (q) =>
      q.eq("distributorId", distributorId).eq("skuKey", key).eq("archivedAt", undefined),
    )
    .first();
  if (holder !== null && holder._id !== own) fail("SKU_TAKEN");
}

async function claimPicture(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  imageId: Id<"_storage">,
): Promise<void> {
  const userId = distributor._id;
  await claimUpload(ctx, { imageId, userId, purpose: "image" });
}

/**
 * Puts a product on the market; the picture must be an upload of the caller's. Errors: BAD_PRODUCT {field}, SKU_TAKEN,
 * TOO_MANY {retryAfterMs}.
 */
export async function addProduct(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  fields: ProductFields,
): Promise<Id<"products">> {
  const { name, type, description, packSize, pricePaise, stock, imageId } = {
    ...fields,
    ...checkedChanges(fields),
  };
  const offer = offerAfter({ ...fields, pricePaise });
  const tax = taxAfter(fields);
  await requireFreeSku(ctx, distributor._id, offer);
  await spend(ctx, "productChanges", distributor._id);
  await spendBytes(ctx, distributor._id, bytesOf(fields));
  await claimPicture(ctx, distributor, imageId);
  return insertProduct(ctx, {
    distributorId: distributor._id,
    name,
    type,
    description,
    packSize,
    stock,
    imageId,
    ...offer,
    ...tax,
  });
}

/** True for tax details without anything else. */
function areTaxDetails({ tax, ...others }: ProductChanges): boolean {
  return tax !== undefined && Object.values(others).every((value: unknown) => value === undefined);
}

/**
 * Changes what was sent and nothing else (deviation 15). Of an archived product these are tax details alone: documents of its open
 * orders need them. Stock is set only if it still is what the editor saw: orders may have
 * taken from it meanwhile. Errors: NOT_FOUND, BAD_PRODUCT {field}, SKU_TAKEN, STALE_STOCK {stock}, TOO_MANY {retryAfterMs}.
 */
export async function editProduct(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  {
    productId,
    changes,
    stockSeen,
  }: { productId: string; changes: ProductChanges; stockSeen?: number | undefined },
): Promise<Doc<"products">> {
  const require = areTaxDetails(changes) ? requireAnyOwnProduct : requireOwnProduct;
  const product = await require(ctx, distributor, productId);
  const { stock, ...fields } = checkedChanges(changes);
  const offer = changesOffer(changes) ? offerAfter({ ...changes, ...fields }, product) : {};
  await requireFreeSku(ctx, distributor._id, offer, product._id);
  const checked = { ...fields, ...offer, ...taxAfter(changes) };
  if (stock !== undefined && stockSeen !== undefined) {
    const live = await stockOf(ctx, product);
    if (stockSeen !== live) fail("STALE_STOCK", { stock: live });
  }
  await spend(ctx, "productChanges", distributor._id);
  await spendBytes(ctx, distributor._id, bytesOf(changes));
  if (checked.imageId !== undefined && checked.imageId !== product.imageId) {
    await claimPicture(ctx, distributor, checked.imageId);
  }
  if (stock !== undefined) await setStock(ctx, product, stock);
  // A new stock alone leaves the row, and with it every list, as it is.
  if (Object.keys(checked).length === 0) return product;
  const changed = await changeProduct(ctx, product, checked);
  if (changed.imageId !== product.imageId) await releasePictureOf(ctx, product);
  return changed;
}

/** Takes a product off the market for good; open orders keep their own copy of what they need. NOT_FOUND the second time. */
export async function archiveProduct(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  productId: string,
  now: number,
): Promise<void> {
  const product = await requireOwnProduct(ctx, distributor, productId);
  await spend(ctx, "productChanges", distributor._id);
  await changeProduct(ctx, product, { archivedAt: now });
  await releasePictureOf(ctx, product);
}
