/** Places orders with thousands of lines through the public functions: by a retailer, of many lines each or of one, at current prices. */
import type { ConvexHttpClient } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import { ORDER_LINES_MAX, STOCK_MAX } from "../domain/limits";
import type { OrderTerms } from "../domain/orderTerms";

type Place = typeof api.orders.place;

export type ManyOrders = {
  readonly buyer: ConvexHttpClient;
  /** Sends an order; through `buyer` unless set. Calls are made in order, and not awaited one by one. */
  readonly place?: (order: FunctionArgs<Place>) => Promise<FunctionReturnType<Place>>;
  readonly seller: ConvexHttpClient;
  /** Lines of all orders together. */
  readonly count: number;
  /** Lines of each order; as many as it may have unless set. */
  readonly lines?: number;
  /** Returns the message of an order whose first line is the n-th. */
  readonly words: (n: number) => string;
};

/** Orders that are under way at once; the server takes those of one client in the order of the calls. */
const AT_ONCE = 100;

/** Terms without limits of pending orders. */
export const ANY_ORDERS: OrderTerms = {
  connected: { sharePercent: 100, orders: null },
  newcomer: { sharePercent: 100, orders: null },
  answerDays: 14,
};

/** Returns the orders' ids in the order in which they were placed. */
export async function placeMany({
  buyer,
  seller,
  count,
  place = (order) => buyer.mutation(api.orders.place, order),
  lines = ORDER_LINES_MAX,
  words,
}: ManyOrders): Promise<string[]> {
  const { page: goods } = await seller.query(api.products.mine, {
    paginationOpts: { numItems: 20, cursor: null },
  });
  await seller.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  const me = await buyer.query(api.users.me, {});
  // Without a limit: the demo's pairs have one.
  if (me !== null)
    await seller.mutation(api.khata.setTerms, { retailerId: me._id, terms: "onDelivery" });
  for (const { _id: productId } of goods) {
    await seller.mutation(api.products.edit, { productId, changes: { stock: STOCK_MAX } });
  }
  const lineOf = (n: number) => {
    const product = goods[n % goods.length];
    if (product === undefined) throw new Error("Nothing is for sale");
    return { productId: product._id, quantity: 1 + (n % 9), pricePaise: product.pricePaise };
  };
  const placeFrom = (first: number) =>
    place({
      orderKey: crypto.randomUUID(),
      msg: words(first + 1),
      lines: Array.from({ length: Math.min(lines, count - first) }, (_, index) =>
        lineOf(first + index),
      ),
    });
  const placed: string[] = [];
  for (let from = 0; from < count; from += AT_ONCE * lines) {
    const firsts = Array.from({ length: AT_ONCE }, (_, at) => from + at * lines);
    const made = await Promise.all(firsts.filter((first) => first < count).map(placeFrom));
    placed.push(...made.map(({ orderId }) => orderId));
  }
  return placed;
}
