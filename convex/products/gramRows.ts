/**
 * The rows under which the search finds a product: one for each gram of its name, all or none of them, while it is on sale. They are
 * written in the transaction of the change. Rows that are missing are filled in by `grams.ts`; until then the search does without any.
 */
import { gramsOf } from "../../domain/grams";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Product = Doc<"products">;

/** As the search compares it. */
export function searchedName({ name }: Pick<Product, "name">): string {
  return name.toLowerCase();
}

async function getGram(
  ctx: QueryCtx,
  { _id, _creationTime }: Product,
  gram: string,
): Promise<Doc<"productGrams"> | null> {
  const rows = ctx.db
    .query("productGrams")
    .withIndex("by_gram", (q) => q.eq("gram", gram).eq("listedAt", _creationTime));
  for await (const row of rows) if (row.productId === _id) return row;
  return null;
}

/** True if a product on sale has its gram rows, or needs none. */
export async function hasGrams(ctx: QueryCtx, product: Product): Promise<boolean> {
  const [gram] = gramsOf(searchedName(product));
  return gram === undefined || (await getGram(ctx, product, gram)) !== null;
}

/** Answers how many rows that were. */
export async function addGrams(ctx: MutationCtx, product: Product): Promise<number> {
  const { _id: productId, _creationTime: listedAt, type, distributorId } = product;
  const name = searchedName(product);
  const grams = gramsOf(name);
  for (const gram of grams) {
    await ctx.db.insert("productGrams", { gram, listedAt, productId, name, type, distributorId });
  }
  return grams.length;
}

async function dropGrams(ctx: MutationCtx, product: Product): Promise<void> {
  for (const gram of gramsOf(searchedName(product))) {
    const row = await getGram(ctx, product, gram);
    if (row !== null) await ctx.db.delete("productGrams", row._id);
  }
}

/** Text that determines a product's gram rows: while it stays the same, so do they. */
function saidOf(product: Product): string | null {
  return product.archivedAt === undefined ? `${product.type} ${searchedName(product)}` : null;
}

/** After a change of the product: its rows are those of `after`. A change of price or stock costs nothing. */
export async function changeGrams(
  ctx: MutationCtx,
  before: Product,
  after: Product,
): Promise<void> {
  if (saidOf(before) === saidOf(after)) return;
  await dropGrams(ctx, before);
  if (after.archivedAt === undefined) await addGrams(ctx, after);
}

/** True if every product on sale has its gram rows. */
export async function areGramsComplete(ctx: QueryCtx): Promise<boolean> {
  const complete = ctx.db
    .query("gramFills")
    .withIndex("by_complete", (q) => q.eq("isComplete", true));
  return (await complete.first()) !== null;
}
