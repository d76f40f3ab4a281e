/** The text about an order that a distributor sends to its retailer by hand, from WhatsApp. */
import { t } from "../../../../domain/language/texts";
import { ORDER_PAGES } from "../../../../domain/links";
import { formatRupees } from "../../../../domain/money";
import { LIST_OF_STATUS, type OrderStatus } from "../../../../domain/orderLifecycle";
import { keptLines } from "../../../../domain/orderLines";
import { contentOf, type IncomingOrder, totalOf } from "../orderRow";

type StatusText = (order: { content: string; sum: string }) => string;

const STATUS_TEXTS: Record<OrderStatus, StatusText> = {
  pending: (order) => t("Your order on Mandi: {content}, {sum}, pending.", order),
  accepted: (order) => t("Your order on Mandi: {content}, {sum}, accepted.", order),
  rejected: (order) => t("Your order on Mandi: {content}, {sum}, rejected.", order),
  completed: (order) => t("Your order on Mandi: {content}, {sum}, completed.", order),
  cancelled: (order) => t("Your order on Mandi: {content}, {sum}, cancelled.", order),
};

/** Products that the text names. */
const NAMED = 3;

/** Returns the order, its total and status, and the address where the retailer sees it. */
export function orderText(order: IncomingOrder, origin: string): string {
  const { status } = order;
  const lines = keptLines(order.lines);
  const names = lines.slice(0, NAMED).map(({ productName }) => productName);
  const others = lines.length - names.length;
  const list = lines.length === 1 ? "" : ` (${names.join(", ")}${others > 0 ? ", …" : ""})`;
  const content = contentOf(order) + list;
  const text = STATUS_TEXTS[status]({ content, sum: formatRupees(totalOf(order)) });
  const page = ORDER_PAGES.retailer[LIST_OF_STATUS[status]];
  return `${text}\n${origin}${page}`;
}
