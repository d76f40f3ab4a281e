/** The filters of a product list, kept in the address of the page: Back, reload and a sent link show the same list. */
import { useCallback, useMemo } from "react";
import { useAddressParams } from "../../lib/useAddressParams";
import { filtersOf, withFilters, type ProductFilters } from "./productFilters";

export type FilterControl = {
  readonly filters: ProductFilters;
  readonly change: (part: Partial<ProductFilters>) => void;
};

export function useProductFilters(): FilterControl {
  const [params, changeParams] = useAddressParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = useCallback(
    (part: Partial<ProductFilters>) =>
      changeParams((now) => withFilters(now, { ...filtersOf(now), ...part })),
    [changeParams],
  );
  return { filters, change };
}
