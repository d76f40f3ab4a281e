/** The only two ways in which a product is written: whoever follows products hears of each. Its stock is in `stock.ts`. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { emit } from "../events";
import { insertRow } from "../rows";
import { releasePicture } from "../uploads/erase";
import { archiveLevel, insertLevel, setStock, wasOrderedWithPicture } from "./stock";

type Fields = Omit<WithoutSystemFields<Doc<"products">>, "stockId">;

/** Writes a product whose fields are known to be good and whose picture is known to be there. */
export async function insertProduct(
  ctx: MutationCtx,
  { stock, ...fields }: Fields & { readonly stock: number },
): Promise<Id<"products">> {
  const stockId = await insertLevel(ctx, stock);
  const product = await insertRow(ctx, "products", { ...fields, stockId });
  await setStock(ctx, product, stock);
  await emit(ctx, { type: "productChanged", product, now: Date.now() });
  return product._id;
}

/** Answers the product as it is now. */
export async function changeProduct(
  ctx: MutationCtx,
  product: Doc<"products">,
  changes: Partial<Fields>,
): Promise<Doc<"products">> {
  const changed = { ...product, ...changes };
  await ctx.db.patch("products", product._id, changes);
  if (changes.archivedAt !== undefined) await archiveLevel(ctx, product);
  await emit(ctx, {
    type: "productChanged",
    before: product,
    product: changed,
    now: Date.now(),
  });
  return changed;
}

/** Called with a product as it was, when it shows another picture or is on sale no more: its picture stays only if an order copied it. */
export async function releasePictureOf(ctx: MutationCtx, product: Doc<"products">): Promise<void> {
  await releasePicture(ctx, product.imageId, await wasOrderedWithPicture(ctx, product));
}
