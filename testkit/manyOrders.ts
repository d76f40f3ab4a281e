/** Places thousands of orders through the public functions: by a retailer, in placements of many lines or of one, at current prices. */
import type { ConvexHttpClient } from "convex/browser";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import { ORDER_LINES_MAX, STOCK_MAX } from "../domain/limits";
import type { OrderTerms } from "../domain/orderTerms";

type Place = typeof api.orders.place;

export type ManyOrders = {
  readonly buyer: ConvexHttpClient;
  /** Sends a placement; through `buyer` unless set. Calls are made in order, and not awaited one by one. */
  readonly place?: (placement: FunctionArgs<Place>) => Promise<FunctionReturnType<Place>>;
  readonly seller: ConvexHttpClient;
  readonly count: number;
  /** Lines of each placement; as many as it may have unless set. Lists show a placement as one card or group. */
  readonly lines?: number;
  /** Returns the message of a placement whose first order is the n-th. */
  readonly words: (n: number) => string;
};

/** Placements that are under way at once; the server takes those of one client in the order of the calls. */
const AT_ONCE = 100;

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
  place = (placement) => buyer.mutation(api.orders.place, placement),
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
      placementKey: crypto.randomUUID(),
      msg: words(first + 1),
      lines: Array.from({ length: Math.min(lines, count - first) }, (_, index) =>
        lineOf(first + index),
      ),
    });
  const placed: string[] = [];
  while (placed.length < count) {
    const firsts = Array.from({ length: AT_ONCE }, (_, at) => placed.length + at * lines);
    const made = await Promise.all(firsts.filter((first) => first < count).map(placeFrom));
    placed.push(...made.flatMap(({ orderIds }) => orderIds));
  }
  return placed;
}
