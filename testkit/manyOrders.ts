/** Places thousands of orders through the public functions: by a retailer, in placements of many lines or of one, at current prices. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { ORDER_LINES_MAX, STOCK_MAX } from "../domain/limits";
import type { OrderTerms } from "../domain/orderTerms";

export type ManyOrders = {
  readonly buyer: ConvexHttpClient;
  readonly seller: ConvexHttpClient;
  readonly count: number;
  /** Lines of each placement; as many as it may have unless set. Lists show a placement as one card or group. */
  readonly lines?: number;
  /** Returns the message of a placement whose first order is the n-th. */
  readonly words: (n: number) => string;
};

/** Terms without limits of pending orders. */
export const ANY_ORDERS: OrderTerms = {
  connected: { sharePercent: 100, orders: null },
  newcomer: { sharePercent: 100, orders: null },
  answerDays: 14,
};

/** Returns the ids in the order of placement. */
export async function placeMany({
  buyer,
  seller,
  count,
  lines = ORDER_LINES_MAX,
  words,
}: ManyOrders): Promise<string[]> {
  const { page: goods } = await seller.query(api.products.mine, {
    paginationOpts: { numItems: 20, cursor: null },
  });
  await seller.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  for (const { _id: productId } of goods) {
    await seller.mutation(api.products.edit, { productId, changes: { stock: STOCK_MAX } });
  }
  const lineOf = (n: number) => {
    const product = goods[n % goods.length];
    if (product === undefined) throw new Error("Nothing is for sale");
    return { productId: product._id, quantity: 1 + (n % 9), pricePaise: product.pricePaise };
  };
  const placed: string[] = [];
  while (placed.length < count) {
    const size = Math.min(lines, count - placed.length);
    const { orderIds } = await buyer.mutation(api.orders.place, {
      placementKey: crypto.randomUUID(),
      msg: words(placed.length + 1),
      lines: Array.from({ length: size }, (_, index) => lineOf(placed.length + index)),
    });
    placed.push(...orderIds);
  }
  return placed;
}
