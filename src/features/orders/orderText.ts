/** The text about a placement that a distributor sends to its retailer by WhatsApp: order, total, and where it is to be seen. */
import { formatRupees } from "../../../domain/money";
import { LIST_OF_STATUS } from "../../../domain/orderLifecycle";
import { ORDER_PAGES } from "../../../domain/orderPages";
import { contentOf, type IncomingPlacement, totalOfLines } from "./placements";

/** Products that the text names. */
const NAMED = 3;

export function orderText(placement: IncomingPlacement, origin: string): string {
  const { lines } = placement;
  const [{ status }] = lines;
  const names = lines.slice(0, NAMED).map(({ productName }) => productName);
  const others = lines.length - names.length;
  const list = lines.length === 1 ? "" : ` (${names.join(", ")}${others > 0 ? ", …" : ""})`;
  const total = formatRupees(totalOfLines(lines));
  const page = ORDER_PAGES.retailer[LIST_OF_STATUS[status]];
  return `Your order on Mandi: ${contentOf(placement)}${list}, ${total}, ${status}.\n${origin}${page}`;
}
