/** The filters of a product list, kept in the address of the page: Back, reload and a sent link show the same list. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { filtersOf, withFilters, type ProductFilters } from "./productFilters";

export type FilterControl = {
  readonly filters: ProductFilters;
  readonly change: (part: Partial<ProductFilters>) => void;
};

export function useProductFilters(): FilterControl {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = useCallback(
    (part: Partial<ProductFilters>) => {
      // Replaced, not pushed: Back leaves the list instead of undoing it letter by letter.
      setParams((now) => withFilters(now, { ...filtersOf(now), ...part }), {
        replace: true,
      });
    },
    [setParams],
  );
  return { filters, change };
}
