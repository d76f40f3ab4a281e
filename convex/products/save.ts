/** A distributor's changes to its own products: add, edit, archive. */
import { pick } from "convex-helpers";
import type { ObjectType } from "convex/values";
import { todayIst } from "../../domain/dates";
import { checkValue, namesOf, toStored } from "../../domain/fields/kinds";
import { MAIN_FIELDS, TAX_FIELDS, TERM_FIELDS } from "../../domain/fields/product";
import { wrongProductTax } from "../../domain/gst/productTax";
import { wrongTerm } from "../../domain/fields/checkTerms";
import { skuKey } from "../../domain/productTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { claimUpload } from "../uploads/claim";
import { requireAnyOwnProduct, requireOwnProduct } from "./find";
import type { productArgs } from "./schema";
import { setStock, stockOf } from "./stock";
import { changeProduct, insertProduct, releasePictureOf } from "./write";

export type ProductFields = ObjectType<typeof productArgs> & { imageId: Id<"_storage"> };

export type ProductChanges = { [Field in keyof ProductFields]?: ProductFields[Field] | undefined };

type MainChanges = Partial<Pick<ProductFields, keyof typeof MAIN_FIELDS | "imageId">>;

/** The fields that were sent, each checked and trimmed; BAD_PRODUCT {field} names the first that is wrong. */
function checkedChanges({ imageId, ...changes }: ProductChanges): MainChanges {
  const checked: Record<string, unknown> = imageId === undefined ? {} : { imageId };
  for (const name of namesOf(MAIN_FIELDS)) {
    if (changes[name] === undefined) continue;
    checked[name] =
      checkValue(MAIN_FIELDS[name], changes[name]) ?? fail("BAD_PRODUCT", { field: name });
  }
  return { ...checked, ...toStored(MAIN_FIELDS, checked) };
}

const TERMS = namesOf(TERM_FIELDS);

type Offer = Pick<Doc<"products">, "pricePaise" | "skuKey" | keyof typeof TERM_FIELDS>;

function changesOffer(changes: ProductChanges): boolean {
  return changes.pricePaise !== undefined || TERMS.some((name) => changes[name] !== undefined);
}

/** Price and terms as the changes leave them; a term that restricts nothing is absent. Errors: BAD_PRODUCT {field}. */
function offerAfter(changes: ProductChanges, before?: Doc<"products">): Offer {
  const values = TERMS.map((name) => {
    const value = changes[name] ?? before?.[name];
    return [name, checkValue(TERM_FIELDS[name], value ?? TERM_FIELDS[name].absent) ?? value];
  });
  const terms = toStored(TERM_FIELDS, Object.fromEntries(values) as Record<string, unknown>);
  const offer = { pricePaise: changes.pricePaise ?? before?.pricePaise ?? 0, ...terms };
  const wrong = wrongTerm(offer);
  if (wrong !== undefined) fail("BAD_PRODUCT", { field: wrong });
  return { ...offer, skuKey: offer.sku && skuKey(offer.sku) };
}

/** The tax details in place of those before, if any were sent. Errors: BAD_PRODUCT {field}. */
function taxAfter({
  tax,
}: ProductChanges): Partial<Pick<Doc<"products">, keyof typeof TAX_FIELDS>> {
  if (tax === undefined) return {};
  const wrong = wrongProductTax(tax, todayIst(Date.now()));
  if (wrong !== undefined) fail("BAD_PRODUCT", { field: wrong });
  return Object.fromEntries(namesOf(TAX_FIELDS).map((name) => [name, tax[name]]));
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
  const main = { ...fields, ...checkedChanges(fields) };
  const offer = offerAfter(main);
  const tax = taxAfter(fields);
  await requireFreeSku(ctx, distributor._id, offer);
  await spend(ctx, "productChanges", distributor._id);
  await spendBytes(ctx, distributor._id, bytesOf(fields));
  await claimPicture(ctx, distributor, fields.imageId);
  return insertProduct(ctx, {
    distributorId: distributor._id,
    ...pick(main, [...namesOf(MAIN_FIELDS), "imageId"]),
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
