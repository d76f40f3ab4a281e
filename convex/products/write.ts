/** The only two ways in which a product is written: what the search finds it by changes with it. Its stock is in `stock.ts`. */
import type { WithoutSystemFields } from "convex/server";
import { SEARCH_FORM } from "../../domain/searchKey";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isIndexComplete, noteChange, searchedName } from "./searchIndex";
import { mergeSoon } from "./searchMerge";
import { releasePicture } from "../uploads/erase";
import { archiveLevel, setStock, wasOrderedWithPicture } from "./stock";

type Fields = Omit<WithoutSystemFields<Doc<"products">>, "stock">;

/** An empty catalogue needs no backfill: from the first product on, every change is noted. */
async function noteFirst(ctx: MutationCtx): Promise<void> {
  if (await isIndexComplete(ctx)) return;
  if ((await ctx.db.query("products").first()) !== null) return;
  if ((await ctx.db.query("searchFills").first()) !== null) return;
  const fill = { isComplete: true, run: 0, filledTo: 0, form: SEARCH_FORM };
  await ctx.db.insert("searchFills", fill);
}

/** Text that determines what the search finds a product by: a change of price or description costs it nothing. */
function foundBy(product: Doc<"products">): string | null {
  return product.archivedAt === undefined ? `${product.type} ${searchedName(product)}` : null;
}

async function noteForSearch(ctx: MutationCtx, product: Doc<"products">): Promise<void> {
  await noteChange(ctx, product);
  await mergeSoon(ctx);
}

/** Writes a product whose fields are known to be good and whose picture is known to be there. */
export async function insertProduct(
  ctx: MutationCtx,
  { stock, ...fields }: Fields & { readonly stock: number },
): Promise<Id<"products">> {
  await noteFirst(ctx);
  const productId = await ctx.db.insert("products", fields);
  await setStock(ctx, { _id: productId, ...fields }, stock);
  const product = await ctx.db.get("products", productId);
  if (product !== null && product.archivedAt === undefined) await noteForSearch(ctx, product);
  return productId;
}

/** Answers the product as it is now. */
export async function changeProduct(
  ctx: MutationCtx,
  product: Doc<"products">,
  changes: Partial<Fields>,
): Promise<Doc<"products">> {
  const changed = { ...product, ...changes };
  await ctx.db.patch("products", product._id, changes);
  if (changes.archivedAt !== undefined) await archiveLevel(ctx, product._id);
  if (foundBy(product) !== foundBy(changed)) await noteForSearch(ctx, changed);
  return changed;
}

/** Called with a product as it was, when it shows another picture or is on sale no more: its picture stays only if an order copied it. */
export async function releasePictureOf(ctx: MutationCtx, product: Doc<"products">): Promise<void> {
  await releasePicture(ctx, product.imageId, await wasOrderedWithPicture(ctx, product));
}
