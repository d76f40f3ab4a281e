/** The filters of a product list: their bar, their place in the page's address, and the list that matches none. */
import { TriangleAlert, PackageSearch } from "lucide-react";
import { useCallback, useMemo } from "react";
import { PRODUCT_SORTS, PRODUCT_TYPES, type ProductType } from "../../../domain/productTypes";
import { OriginSelect } from "../../market/OriginSelect";
import { Button } from "../../ui/Button";
import { SearchInput } from "../../ui/SearchInput";
import { Select, optionsOf } from "../../ui/Select";
import { EmptyState } from "../../ui/EmptyState";
import { useAddressParams } from "../../lib/useAddressParams";
import {
  SORT_LABELS,
  NO_FILTERS,
  filterParams,
  filtersOf,
  type ProductFilters,
} from "./productFilters";

/** The specification's word for no category at all. */
const ALL = "All";

const CATEGORIES = optionsOf<ProductType | typeof ALL>([ALL, ...PRODUCT_TYPES]);
const SORTS = PRODUCT_SORTS.map((sort) => ({ value: sort, label: `Sort: ${SORT_LABELS[sort]}` }));

export type ProductFilterBarProps = FilterControl & {
  /** Offers the owner the filter of low stock in place of that of the origin. */
  hasLowStock?: boolean;
};

export function ProductFilterBar({ filters, change, hasLowStock = false }: ProductFilterBarProps) {
  return (
    <div role="search" className="mb-4 flex flex-wrap gap-2">
      <SearchInput
        className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
        placeholder="Search products..."
        value={filters.search}
        onChange={(search) => change({ search })}
      />
      <Select
        className="w-auto min-w-36 flex-1 sm:w-56 sm:flex-none"
        label="Category"
        value={filters.type ?? ALL}
        options={CATEGORIES}
        onChange={(type) => change({ type: type === ALL ? null : type })}
      />
      <Select
        className="w-auto min-w-36 flex-1 sm:w-40 sm:flex-none"
        label="Sort by"
        value={filters.sort}
        options={SORTS}
        onChange={(sort) => change({ sort })}
      />
      {!hasLowStock && (
        <OriginSelect
          className="w-auto min-w-36 flex-1 sm:w-48 sm:flex-none"
          value={filters.origin}
          onChange={(origin) => change({ origin })}
        />
      )}
      {hasLowStock && (
        <Button
          variant="chip"
          aria-pressed={filters.lowStock}
          onClick={() => change({ lowStock: !filters.lowStock })}
        >
          <TriangleAlert aria-hidden />
          Low stock
        </Button>
      )}
    </div>
  );
}

/** The empty state of a filtered list, with a button that clears the filters. */
export function NothingMatches({ control }: { control: FilterControl }) {
  return (
    <EmptyState
      icon={PackageSearch}
      title="No products found matching your criteria."
      hint="Try another word, or look in all categories."
      action={<Button onClick={() => control.change(NO_FILTERS)}>Clear filters</Button>}
    />
  );
}

export type FilterControl = {
  readonly filters: ProductFilters;
  readonly change: (part: Partial<ProductFilters>) => void;
};

/** The filters of a product list, kept in the address of the page: Back, reload and a sent link show the same list. */
export function useProductFilters(): FilterControl {
  const [params, changeParams] = useAddressParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = useCallback(
    (part: Partial<ProductFilters>) =>
      changeParams((now) => filterParams({ ...filtersOf(now), ...part })),
    [changeParams],
  );
  return { filters, change };
}
