/** Puts the catalogue on the market: each distributor takes every third product, so that all have something of everything. */
import { PRODUCT_TYPES, type ProductType } from "../../domain/productTypes";
import { paiseOfRupees } from "../../domain/money";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { insertProduct } from "../products/save";
import { CATALOGUE } from "./catalogue";
import { pictureIndex } from "./drawings";

export type DemoProduct = {
  readonly productId: Id<"products">;
  readonly distributorId: Id<"users">;
  readonly stock: number;
};

/** Mostly plenty; now and then low, so that the warning shows, and now and then nothing at all. */
function stockOf(index: number): number {
  if (index % 23 === 5) return 0;
  if (index % 11 === 4) return 3 + (index % 8);
  return 120 + ((index * 37) % 600);
}

type Entry = {
  type: ProductType;
  group: number;
  item: number;
  name: string;
  packSize: number;
  rupees: number;
  about: string;
};

/** All 200, one of each group in turn, so that the first page of a list shows the whole range. */
function entries(): Entry[] {
  const listed = PRODUCT_TYPES.flatMap((type) =>
    CATALOGUE[type].flatMap(({ about, items }, group) =>
      items.map(([name, packSize, rupees], item) => ({
        type,
        group,
        item,
        name,
        packSize,
        rupees,
        about,
      })),
    ),
  );
  return listed.sort((a, b) => a.item - b.item || a.group - b.group);
}

/** Inserts the products in the order of the catalogue; answers them in the same order. */
export async function plantGoods(
  ctx: MutationCtx,
  distributors: readonly Doc<"users">[],
  pictures: readonly Id<"_storage">[],
): Promise<DemoProduct[]> {
  const planted: DemoProduct[] = [];
  for (const [index, entry] of entries().entries()) {
    const distributor = distributors[index % distributors.length];
    const imageId = pictures[pictureIndex(entry.type, entry.group, entry.item)];
    const pricePaise = paiseOfRupees(entry.rupees);
    if (distributor === undefined || imageId === undefined || pricePaise === null) {
      throw new Error(`The catalogue's entry ${entry.name} is incomplete`);
    }
    const stock = stockOf(index);
    const productId = await insertProduct(ctx, distributor, {
      name: entry.name,
      type: entry.type,
      description: `${entry.about} ${entry.packSize} pieces in a carton.`,
      packSize: entry.packSize,
      pricePaise,
      stock,
      imageId,
    });
    planted.push({ productId, distributorId: distributor._id, stock });
  }
  return planted;
}
