/** Describes the filter of a distributor's list, for its printed sheet. */
import { orderFilterWords } from "./orderFilter";
import type { IncomingOrder } from "./orderRow";
import { customerOf } from "./placements";
import type { OrderFilterControl } from "./useOrderFilter";

export function incomingFilterWords(
  { filter, today }: OrderFilterControl,
  orders: readonly IncomingOrder[],
): string {
  const [first] = orders;
  // All rows of a filter by retailer have its name.
  const name = filter.partner === "" || first === undefined ? "" : customerOf(first);
  return orderFilterWords(filter, name, today);
}
