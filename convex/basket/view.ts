/** A basket as its screen draws it: the lines, and once each the distributors that they are of. */
import { pick } from "convex-helpers";
import { v, type Infer } from "convex/values";
import { namesOf } from "../../domain/fields/kinds";
import { TERM_FIELDS } from "../../domain/fields/product";
import { quoteOf } from "../../domain/gst/addedTax";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { productTables, quotedPriceFields } from "../products/schema";
import { shortPicture, shortPictureOf } from "../uploads/short";

const LINE_FIELDS = ["distributorId", "name", "packSize", ...namesOf(TERM_FIELDS)] as const;

const basketLine = v.object({
  productId: v.id("products"),
  ...productTables.products.validator.pick(...LINE_FIELDS).fields,
  picture: shortPicture,
  quantity: v.number(),
  /** The price of one piece when the line was last set. */
  seenPricePaise: v.number(),
  /** The product's price without breaks. */
  ...quotedPriceFields,
  /** Present if the product or its distributor is gone. */
  isGone: v.optional(v.literal(true)),
});

const basketDistributor = v.object({
  _id: v.id("users"),
  name: v.string(),
  companyName: v.optional(v.string()),
  minOrderPaise: v.optional(v.number()),
  networkOnly: v.optional(v.boolean()),
});

export const basketView = v.object({
  /** The lines in order of adding. */
  lines: v.array(basketLine),
  distributors: v.array(basketDistributor),
});

export type BasketView = Infer<typeof basketView>;

type Known = ReadonlyMap<Id<"users">, Doc<"users">>;

async function sellersOf(ctx: QueryCtx, products: readonly Doc<"products">[]): Promise<Known> {
  const ids = [...new Set(products.map(({ distributorId }) => distributorId))];
  const rows = await Promise.all(ids.map((id) => ctx.db.get("users", id)));
  return new Map(rows.filter((row) => row !== null).map((row) => [row._id, row]));
}

async function toLine(
  ctx: QueryCtx,
  { quantity, seenPricePaise }: Doc<"basketLines">,
  product: Doc<"products">,
  distributors: Known,
): Promise<Infer<typeof basketLine>> {
  const distributor = distributors.get(product.distributorId);
  const isSold = product.archivedAt === undefined && distributor?.deactivatedAt === undefined;
  return {
    productId: product._id,
    ...pick(product, [...LINE_FIELDS]),
    quantity,
    seenPricePaise,
    ...quoteOf(distributor, product),
    picture: await shortPictureOf(ctx, product.imageId),
    ...(!isSold && { isGone: true as const }),
  };
}

function toDistributor(user: Doc<"users">): Infer<typeof basketDistributor> {
  const { _id, name, companyName, orderTerms: terms } = user;
  const { minOrderPaise, networkOnly } = terms ?? {};
  return { _id, name, companyName, minOrderPaise, networkOnly };
}

export async function toBasketView(
  ctx: QueryCtx,
  rows: readonly Doc<"basketLines">[],
): Promise<BasketView> {
  const products = await Promise.all(rows.map((row) => ctx.db.get("products", row.productId)));
  const distributors = await sellersOf(
    ctx,
    products.filter((product) => product !== null),
  );
  const lines = rows.flatMap((row, at) => {
    const product = products[at];
    return product ? [toLine(ctx, row, product, distributors)] : [];
  });
  return {
    lines: await Promise.all(lines),
    distributors: [...distributors.values()].map(toDistributor),
  };
}
