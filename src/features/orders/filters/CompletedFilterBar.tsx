/** Month, year and sort of the completed orders. */
import { useCallback, useMemo, useState } from "react";
import { recentYears } from "../../../../domain/dates";
import { Button } from "../../../ui/Button";
import { optionsOf, Select, type SelectOption } from "../../../ui/Select";
import { useAddressParams } from "../../../lib/useAddressParams";
import {
  COMPLETED_SORTS,
  isAtRest,
  isHalfSet,
  MONTH_OPTIONS,
  NO_FILTER,
  type CompletedSort,
  filterOf,
  filterParams,
  type CompletedFilter,
} from "./completedFilter";

const SORT_LABELS: Record<CompletedSort, string> = {
  latest: "Latest",
  oldest: "Oldest",
  last15days: "Last 15 days",
};

const SORTS: readonly SelectOption<CompletedSort>[] = COMPLETED_SORTS.map((sort) => ({
  value: sort,
  label: `Sort: ${SORT_LABELS[sort]}`,
}));

export function CompletedFilterBar({ filter, change, nowMs }: CompletedFilterControl) {
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        className="w-auto min-w-36 flex-1 sm:w-44 sm:flex-none"
        label="Month"
        placeholder="Select Month"
        value={filter.month}
        options={MONTH_OPTIONS}
        onChange={(month) => change({ month })}
      />
      <Select
        className="w-auto min-w-36 flex-1 sm:w-36 sm:flex-none"
        label="Year"
        placeholder="Select Year"
        value={filter.year}
        options={optionsOf(recentYears(nowMs).map(String))}
        onChange={(year) => change({ year })}
      />
      <Select
        className="w-full sm:w-48"
        label="Sort by"
        value={filter.sort}
        options={SORTS}
        onChange={(sort) => change({ sort })}
      />
      {!isAtRest(filter) && (
        <Button variant="quiet" onClick={() => change(NO_FILTER)}>
          Clear filters
        </Button>
      )}
      <p role="status" className="text-sm text-muted">
        {isHalfSet(filter) && "Choose a month and a year to filter."}
      </p>
    </div>
  );
}

export type CompletedFilterControl = {
  readonly filter: CompletedFilter;
  readonly change: (part: Partial<CompletedFilter>) => void;
  /** The time when the page was opened. It stays, else "the last 15 days" would be another query at each render. */
  readonly nowMs: number;
};

/** The filter of the completed orders, kept in the address of the page: Back, reload and a sent link show the same list. */
export function useCompletedFilter(): CompletedFilterControl {
  const [nowMs] = useState(() => Date.now());
  const [params, changeParams] = useAddressParams();
  const filter = useMemo(() => filterOf(params, nowMs), [params, nowMs]);
  const change = useCallback(
    (part: Partial<CompletedFilter>) =>
      changeParams((now) => filterParams({ ...filterOf(now, nowMs), ...part })),
    [changeParams, nowMs],
  );
  return { filter, change, nowMs };
}
