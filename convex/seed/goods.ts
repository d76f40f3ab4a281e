/** Puts the catalogue on the market: each distributor takes every third product, so that all have something of everything. */
import { invariant } from "../../domain/invariant";
import { PRODUCT_TYPES, type ProductType } from "../../domain/productTypes";
import { paiseOfRupees } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { insertProduct } from "../products/write";
import { CATALOGUE } from "./catalogue";
import { pictureIndex } from "../imports/drawings";
import { DISTRIBUTORS } from "./people";

export type DemoProduct = {
  readonly name: string;
  readonly type: ProductType;
  readonly description: string;
  readonly packSize: number;
  readonly rupees: number;
  readonly hsn: string;
  readonly gstRateBp: number;
  readonly countryOfOrigin: string;
  /** The stock before anybody orders. */
  readonly stock: number;
  /** The place of its owner among the demo's distributors. */
  readonly distributor: number;
  /** The place of its picture among the demo's pictures. */
  readonly picture: number;
};

/** Mostly plenty; now and then low, so that the warning shows, and now and then nothing at all. */
function stockOf(index: number): number {
  if (index % 23 === 5) return 0;
  if (index % 11 === 4) return 3 + (index % 8);
  return 120 + ((index * 37) % 600);
}

/** All 200, one of each group in turn, so that the first page of a list shows the whole range. */
export function demoProducts(): DemoProduct[] {
  const listed = PRODUCT_TYPES.flatMap((type) =>
    CATALOGUE[type].flatMap(({ about, items, hsn, gstRateBp }, group) =>
      items.map(([name, packSize, rupees], item) => {
        const description = `${about} ${packSize} pieces in a carton.`;
        const countryOfOrigin = type === "Electronics" ? "CN" : "IN";
        const picture = pictureIndex(type, group, item);
        const product = { name, type, description, packSize, rupees, hsn, gstRateBp };
        return { ...product, countryOfOrigin, picture, group, item };
      }),
    ),
  );
  return listed
    .sort((a, b) => a.item - b.item || a.group - b.group)
    .map(({ group: _group, item: _item, ...product }, index) => ({
      ...product,
      stock: stockOf(index),
      distributor: index % DISTRIBUTORS.length,
    }));
}

/** Inserts the products in the order of the catalogue. */
export async function plantGoods(
  ctx: MutationCtx,
  distributors: readonly Doc<"users">[],
  pictures: readonly Id<"_storage">[],
): Promise<void> {
  for (const { rupees, distributor, picture, ...product } of demoProducts()) {
    const owner = distributors[distributor];
    const imageId = pictures[picture];
    const pricePaise = paiseOfRupees(rupees);
    invariant(
      owner !== undefined && imageId !== undefined && pricePaise !== null,
      `The catalogue's entry ${product.name} is incomplete.`,
    );
    const own = { distributorId: owner._id, pricePaise, imageId };
    await insertProduct(ctx, { ...product, ...own, taxKind: "taxable" });
  }
}

/** More than any of the demo's distributors offers. */
const GOODS_MAX = 100;

/** The ids of what one distributor has on the market, by name. */
export async function goodsOf(
  ctx: QueryCtx,
  distributorId: Id<"users">,
): Promise<ReadonlyMap<string, Id<"products">>> {
  const products = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId))
    .take(GOODS_MAX);
  return new Map(products.map(({ name, _id }) => [name, _id]));
}
