/** The filter of a list of orders, kept in the address of the page: Back, reload and a sent link show the same list. */
import { useCallback, useMemo } from "react";
import { todayIst } from "../../../../domain/dates";
import { useAddressParams } from "../../../lib/useAddressParams";
import { useNow } from "../../../lib/useNow";
import {
  orderFilterArgs,
  orderFilterOf,
  withOrderFilter,
  type OrderFilter,
  type OrderFilterArgs,
} from "../orderFilter";

export type OrderFilterControl = {
  readonly filter: OrderFilter;
  readonly change: (part: Partial<OrderFilter>) => void;
  /** The arguments of `orders.outgoing` and `orders.incoming`. */
  readonly args: OrderFilterArgs;
  /** YYYY-MM-DD. */
  readonly today: string;
};

export function useOrderFilter(): OrderFilterControl {
  const [params, changeParams] = useAddressParams();
  const today = todayIst(useNow());
  const filter = useMemo(() => orderFilterOf(params), [params]);
  const args = useMemo(() => orderFilterArgs(filter, today), [filter, today]);
  const change = useCallback(
    (part: Partial<OrderFilter>) =>
      changeParams((now) => withOrderFilter(now, { ...orderFilterOf(now), ...part })),
    [changeParams],
  );
  return { filter, change, args, today };
}
