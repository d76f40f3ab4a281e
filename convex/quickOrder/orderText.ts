/**
 * The answers by which a browser reads an order by text: the shop's habits, the names in the catalogues of its distributors, and the
 * products that it shows. The text itself never comes here.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import {
  ORDER_TEXT_DISTRIBUTORS_MAX,
  ORDER_TEXT_HITS_MAX,
  PAGE_BYTES_MAX,
  QUICK_LINES_MAX,
  SAME_TIME_MS,
  USUAL_SCAN_ORDERS,
} from "../../domain/limits";
import { askedOf } from "../../domain/orderLines";
import { median } from "../../domain/usualBasket";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend, spendReserved } from "../auth/limits";
import { learnWords, learnedWords } from "../basket/learned";
import { fail } from "../errors";
import { connectionsOf } from "../network/find";
import { mapPage, pageOptions, requirePositions, takeWithin } from "../paging";
import { getListedProduct } from "../products/find";
import { productTables } from "../products/schema";
import { type ProductHit, toProductHit } from "../search/products";
import { distributorsOf, requireTrading } from "../users/find";
import { findRow } from "../rows";

const productLine = { productId: v.id("products"), quantity: v.number() };

export const orderHabits = v.object({
  /** Those of the latest orders first, then the newest connections. */
  distributorIds: v.array(v.id("users")),
  /** False if there are more distributors than are looked at. */
  isComplete: v.boolean(),
  /** Products of the latest orders. */
  usual: v.array(
    v.object({
      ...productLine,
      /** The number of the latest orders that have it, and of those since. */
      orders: v.number(),
      ordersAgo: v.number(),
    }),
  ),
  /** The lines that were ordered the last time, of all distributors. */
  latest: v.array(v.object(productLine)),
  /** The products that it chose for words of its own. */
  learned: v.array(v.object({ words: v.string(), productId: v.id("products") })),
});

type OrderHabits = Infer<typeof orderHabits>;

function usualOf(orders: readonly Doc<"orders">[]): OrderHabits["usual"] {
  const found = new Map<Id<"products">, { quantities: number[]; ordersAgo: number }>();
  for (const [ordersAgo, { lines }] of orders.entries()) {
    for (const line of lines) {
      const usual = found.get(line.productId) ?? { quantities: [], ordersAgo };
      usual.quantities.push(askedOf(line));
      found.set(line.productId, usual);
    }
  }
  return [...found].map(([productId, { quantities, ordersAgo }]) => ({
    productId,
    quantity: median(quantities),
    orders: quantities.length,
    ordersAgo,
  }));
}

/** Returns the lines of the latest order, and of those that were placed with it. */
function latestOf(orders: readonly Doc<"orders">[]): OrderHabits["latest"] {
  const latestAt = orders[0]?.placedAt ?? 0;
  return orders
    .filter(({ placedAt }) => placedAt >= latestAt - SAME_TIME_MS)
    .flatMap(({ lines }) =>
      lines.map((line) => ({ productId: line.productId, quantity: askedOf(line) })),
    );
}

export async function readHabits(ctx: QueryCtx, retailer: Doc<"users">): Promise<OrderHabits> {
  const newest = ctx.db
    .query("orders")
    .withIndex("by_retailer_time", (q) => q.eq("retailerId", retailer._id))
    .order("desc");
  const orders = await takeWithin(newest, USUAL_SCAN_ORDERS, { bytesLeft: PAGE_BYTES_MAX });
  const connections = await connectionsOf(ctx, retailer, "accepted")
    .order("desc")
    .take(ORDER_TEXT_DISTRIBUTORS_MAX + 1);
  const ids = new Set([...orders, ...connections].map(({ distributorId }) => distributorId));
  const distributorOf = distributorsOf(ctx);
  const found = await Promise.all([...ids].map(distributorOf));
  const open = found.flatMap((distributor) => (distributor === null ? [] : [distributor._id]));
  return {
    distributorIds: open.slice(0, ORDER_TEXT_DISTRIBUTORS_MAX),
    isComplete: open.length <= ORDER_TEXT_DISTRIBUTORS_MAX,
    usual: usualOf(orders),
    latest: latestOf(orders),
    learned: await learnedWords(ctx, retailer),
  };
}

export const productName = v.object({
  _id: v.id("products"),
  ...productTables.products.validator.pick("name", "minQuantity", "multiple").fields,
  /** Present if it is sold by the kilogram. */
  isLoose: v.optional(v.literal(true)),
});

type ProductName = Infer<typeof productName>;

/** Returns a page of a distributor's products on sale, by what an order by text knows them. Errors: NOT_FOUND. */
export async function listNames(
  ctx: QueryCtx,
  distributorId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ProductName>> {
  requirePositions(paginationOpts, false);
  const { _id } = requireTrading(await findRow(ctx, "users", distributorId));
  const page = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) => q.eq("distributorId", _id).eq("archivedAt", undefined))
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(page, ({ _id: productId, name, minQuantity, multiple, uqc }) =>
    Promise.resolve({
      _id: productId,
      name,
      minQuantity,
      multiple,
      ...(uqc === "KGS" && { isLoose: true as const }),
    }),
  );
}

/** Returns those of the products that are on sale. Errors: BAD_REQUEST for too many. */
export async function readHits(
  ctx: QueryCtx,
  productIds: readonly string[],
): Promise<ProductHit[]> {
  if (productIds.length > ORDER_TEXT_HITS_MAX) fail("BAD_REQUEST");
  const distributorOf = distributorsOf(ctx);
  const hits = await Promise.all(
    productIds.map(async (id) => {
      const listed = await getListedProduct(ctx, id, distributorOf);
      return listed && toProductHit(ctx, listed);
    }),
  );
  return hits.filter((hit) => hit !== null);
}

export const wordChoice = v.object({ words: v.string(), productId: v.string() });

/**
 * Notes the products that the retailer chose for its words; what is no product on sale is left out. Errors: BAD_REQUEST for too many,
 * TOO_MANY {retryAfterMs}.
 */
export async function learnChoices(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  choices: readonly Infer<typeof wordChoice>[],
): Promise<void> {
  if (choices.length > QUICK_LINES_MAX) fail("BAD_REQUEST");
  if (choices.length === 0) return;
  await spend(ctx, "basketChanges", retailer._id);
  if (choices.length > 1)
    await spendReserved(ctx, "basketChanges", retailer._id, choices.length - 1);
  const ofProducts = choices.flatMap(({ words, productId: sent }) => {
    const productId = ctx.db.normalizeId("products", sent);
    return productId === null ? [] : [{ words, productId }];
  });
  await learnWords(ctx, retailer, ofProducts, Date.now());
}
