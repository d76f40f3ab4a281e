/** The text about an order that a distributor sends to its retailer by WhatsApp: order, total, and where it is to be seen. */
import { formatRupees } from "../../../domain/money";
import { LIST_OF_STATUS } from "../../../domain/orderLifecycle";
import { ORDER_PAGES } from "../../../domain/links";
import { keptLines } from "../../../domain/orderLines";
import { contentOf, type IncomingOrder, totalOf } from "./orderRow";

/** Products that the text names. */
const NAMED = 3;

export function orderText(order: IncomingOrder, origin: string): string {
  const { status } = order;
  const lines = keptLines(order.lines);
  const names = lines.slice(0, NAMED).map(({ productName }) => productName);
  const others = lines.length - names.length;
  const list = lines.length === 1 ? "" : ` (${names.join(", ")}${others > 0 ? ", …" : ""})`;
  const total = formatRupees(totalOf(order));
  const page = ORDER_PAGES.retailer[LIST_OF_STATUS[status]];
  return `Your order on Mandi: ${contentOf(order)}${list}, ${total}, ${status}.\n${origin}${page}`;
}
