/** The filters of a product list: their bar, their place in the page's address, and the list that matches none. */
import { TriangleAlert, PackageSearch } from "lucide-react";
import { useCallback, useMemo } from "react";
import { PRODUCT_SORTS, productTypeOptions, type ProductType } from "../../../domain/productTypes";
import { OriginSelect } from "../../market/OriginSelect";
import { Button } from "../../ui/Button";
import { FilterRow, filterChoice } from "../../ui/FilterRow";
import { SearchInput } from "../../ui/SearchInput";
import { Select, type SelectOption } from "../../ui/Select";
import { EmptyState } from "../../ui/EmptyState";
import { useAddressParams } from "../../lib/useAddressParams";
import {
  SORT_LABELS,
  NO_FILTERS,
  filterParams,
  filtersOf,
  type ProductFilters,
} from "./productFilters";
import { t } from "../../../domain/language/texts";

/** The choice of no category at all. */
const ALL = "all";

const CATEGORIES: readonly SelectOption<ProductType | typeof ALL>[] = [
  { value: ALL, label: t("All") },
  ...productTypeOptions(),
];
const SORTS = PRODUCT_SORTS.map((value) => ({
  value,
  label: t("Sort: {order}", { order: SORT_LABELS[value] }),
}));

export type ProductFilterBarProps = FilterControl & {
  /** An empty list has its own button that clears the filters. */
  isListEmpty: boolean;
  /** Offers the owner the filter of low stock in place of that of the origin. */
  hasLowStock?: boolean;
};

export function ProductFilterBar(props: ProductFilterBarProps) {
  const { filters, change, isListEmpty, hasLowStock = false } = props;
  const { search, ...choices } = filterParams(filters);
  const setCount = Object.values(choices).filter((choice) => choice !== "").length;
  return (
    <FilterRow
      search={
        <SearchInput
          className="min-w-[min(10rem,100%)] flex-1 sm:min-w-56"
          placeholder={t("Search products...")}
          value={filters.search}
          onChange={(text) => change({ search: text })}
        />
      }
      setCount={setCount}
      onClear={() => change(NO_FILTERS)}
      isClearable={!isListEmpty && (setCount > 0 || search !== "")}
    >
      <Select
        className={filterChoice}
        label={t("Category")}
        value={filters.type ?? ALL}
        options={CATEGORIES}
        onChange={(type) => change({ type: type === ALL ? null : type })}
      />
      <Select
        className={filterChoice}
        label={t("Sort by")}
        value={filters.sort}
        options={SORTS}
        onChange={(sort) => change({ sort })}
      />
      {hasLowStock ? (
        <Button
          variant="chip"
          aria-pressed={filters.lowStock}
          onClick={() => change({ lowStock: !filters.lowStock })}
        >
          <TriangleAlert aria-hidden />
          {t("Low stock")}
        </Button>
      ) : (
        <OriginSelect
          className={filterChoice}
          value={filters.origin}
          onChange={(origin) => change({ origin })}
        />
      )}
    </FilterRow>
  );
}

/** The empty state of a filtered list, with a button that clears the filters. */
export function NothingMatches({ control }: { control: FilterControl }) {
  return (
    <EmptyState
      icon={PackageSearch}
      title={t("No products found matching your criteria.")}
      hint={t("Try another word, or look in all categories.")}
      action={<Button onClick={() => control.change(NO_FILTERS)}>{t("Clear filters")}</Button>}
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
