/** The filter of the completed orders, kept in the address of the page: Back, reload and a sent link show the same list. */
import { useCallback, useMemo, useState } from "react";
import { useAddressParams } from "../../../lib/useAddressParams";
import { filterOf, withFilter, type CompletedFilter } from "./completedFilter";

export type CompletedFilterControl = {
  readonly filter: CompletedFilter;
  readonly change: (part: Partial<CompletedFilter>) => void;
  /** The time when the page was opened. It stays, else "the last 15 days" would be another query at each render. */
  readonly nowMs: number;
};

export function useCompletedFilter(): CompletedFilterControl {
  const [nowMs] = useState(() => Date.now());
  const [params, changeParams] = useAddressParams();
  const filter = useMemo(() => filterOf(params, nowMs), [params, nowMs]);
  const change = useCallback(
    (part: Partial<CompletedFilter>) =>
      changeParams((now) => withFilter(now, { ...filterOf(now, nowMs), ...part })),
    [changeParams, nowMs],
  );
  return { filter, change, nowMs };
}
