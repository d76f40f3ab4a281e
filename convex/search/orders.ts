/** The caller's orders by product or partner, for the search of everything. */
import { type Infer, v } from "convex/values";
import { searchedTerms } from "../../domain/heardTerms";
import { SEARCHED_LINES, SEARCHED_ORDERS, SEARCH_HITS_MAX } from "../../domain/limits";
import { ORDER_LISTS, type OrderList } from "../../domain/orderLifecycle";
import { owedPaiseOf, shownPieces } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Trader } from "../network/sides";
import { ordersOn } from "../orders/find";
import { orderStatus } from "../orders/schema";
import { distributorsOf } from "../users/find";
import { hasText, isHeard, searchedText } from "../products/text";
import { businessNameOf } from "../users/view";

export const orderHit = v.object({
  _id: v.id("orders"),
  /** The product of the first line with the text in its name, or in which it is heard, or of the first line. */
  productName: v.string(),
  quantity: v.number(),
  /** The number of its lines. */
  lineCount: v.number(),
  totalPaise: v.number(),
  status: orderStatus,
  /** The other party's business, or its name. */
  partner: v.string(),
  createdAt: v.number(),
});

export type OrderHit = Infer<typeof orderHit>;

/** Newest orders of a list, as far as they are looked through: by their number and by that of their lines. */
async function newestOf(ctx: QueryCtx, user: Trader, list: OrderList): Promise<Doc<"orders">[]> {
  const newest: Doc<"orders">[] = [];
  let lines = 0;
  for await (const order of ordersOn(ctx, user, list).order("desc")) {
    newest.push(order);
    lines += order.lines.length;
    if (newest.length === SEARCHED_ORDERS || lines >= SEARCHED_LINES) break;
  }
  return newest;
}

/** Tells the texts that are meant. */
type Matcher = (...texts: readonly (string | undefined)[]) => boolean;

function toHit(order: Doc<"orders">, isFound: Matcher) {
  const { _id, lines, status, placedAt } = order;
  const found = lines.find(({ productName }) => isFound(productName)) ?? lines[0];
  const productName = found?.productName ?? "";
  const quantity = found === undefined ? 0 : shownPieces(found).quantity;
  const totalPaise = owedPaiseOf(lines);
  const shown = { productName, quantity, lineCount: lines.length, totalPaise };
  return { _id, ...shown, status, createdAt: placedAt };
}

/**
 * The caller's orders of which a product or the partner has the text in its name, at most SEARCH_HITS_MAX, the latest first; then those in whose names it
 * is heard. Looks through the
 * newest SEARCHED_ORDERS, or SEARCHED_LINES, of each of the caller's lists, without those that the caller removed from them: who looks for an older one
 * has the list's own page.
 */
export async function findOrders(ctx: QueryCtx, user: Trader, text: string): Promise<OrderHit[]> {
  const searchText = searchedText(text);
  if (searchText === null) return [];
  const lists = await Promise.all(ORDER_LISTS.map((list) => newestOf(ctx, user, list)));
  const distributorOf = distributorsOf(ctx);
  const candidates = await Promise.all(
    lists.flat().map(async (order) => {
      if (user.role === "distributor") return { order, partner: order.shopName || order.userName };
      const distributor = await distributorOf(order.distributorId);
      return { order, partner: businessNameOf(distributor) || order.distributorName };
    }),
  );
  const latest = candidates.sort((a, b) => b.order.placedAt - a.order.placedAt);
  const find = (isFound: Matcher): OrderHit[] =>
    latest
      .filter(({ order, partner }) => {
        const { lines, distributorName, userName } = order;
        const person = user.role === "retailer" ? distributorName : userName;
        return lines.some(({ productName }) => isFound(productName)) || isFound(partner, person);
      })
      .slice(0, SEARCH_HITS_MAX)
      .map(({ order, partner }) => ({ ...toHit(order, isFound), partner }));
  const written = find((...texts) => hasText(searchText, ...texts));
  if (written.length === SEARCH_HITS_MAX) return written;
  const terms = searchedTerms(searchText);
  const heard = find((...texts) => isHeard(terms, ...texts));
  const ids = new Set(written.map(({ _id }) => _id));
  return [...written, ...heard.filter(({ _id }) => !ids.has(_id))].slice(0, SEARCH_HITS_MAX);
}
