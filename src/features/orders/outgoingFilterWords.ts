/** The filter of a retailer's list in words, for its paper. */
import { orderFilterWords } from "./orderFilter";
import { type OutgoingOrder, sellerOf } from "./orderRow";
import type { OrderFilterControl } from "./useOrderFilter";

export function outgoingFilterWords(
  { filter, today }: OrderFilterControl,
  orders: readonly OutgoingOrder[],
): string {
  // All rows of a filter by distributor have its name.
  const [first] = orders;
  const name = filter.partner === "" || first === undefined ? "" : sellerOf(first);
  return orderFilterWords(filter, name, today);
}
