/** Month, year and sort of the completed orders. */
import { useCallback, useMemo, useState } from "react";
import { recentYears } from "../../../../domain/dates";
import { filterChoice, FilterRow } from "../../../ui/FilterRow";
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
import { t } from "../../../../domain/language/texts";

const SORT_LABELS: Record<CompletedSort, string> = {
  latest: t("Sort: Latest"),
  oldest: t("Sort: Oldest"),
  last15days: t("Sort: Last 15 days"),
};

const SORTS: readonly SelectOption<CompletedSort>[] = COMPLETED_SORTS.map((sort) => ({
  value: sort,
  label: SORT_LABELS[sort],
}));

export function CompletedFilterBar({ filter, change, nowMs }: CompletedFilterControl) {
  return (
    <FilterRow
      className="max-sm:mb-2"
      // Without a search the sort shares the row with the button.
      search={
        <Select
          className={filterChoice}
          label={t("Sort by")}
          value={filter.sort}
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
      }
      setCount={[filter.month, filter.year].filter((choice) => choice !== "").length}
      onClear={() => change(NO_FILTER)}
      isClearable={!isAtRest(filter)}
    >
      <Select
        className={filterChoice}
        label={t("Month")}
        placeholder={t("Select Month")}
        value={filter.month}
        options={MONTH_OPTIONS}
        onChange={(month) => change({ month })}
      />
      <Select
        className={filterChoice}
        label={t("Year")}
        placeholder={t("Select Year")}
        value={filter.year}
        options={optionsOf(recentYears(nowMs).map(String))}
        onChange={(year) => change({ year })}
      />
      <p role="status" className="text-sm text-muted">
        {isHalfSet(filter) && t("Choose a month and a year to filter.")}
      </p>
    </FilterRow>
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
