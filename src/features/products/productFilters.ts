/**
 * The filters of a product list and their form in the page's address: ?search=…&type=…&origin=…&sort=…&stock=low, so that a list can be bookmarked
 * and shared. Pure; `useProductFilters` connects it to the router.
 */
import { COUNTRY_CODES } from "../../../domain/countries";
import {
  PRODUCT_SORTS,
  isProductType,
  type ProductSort,
  type ProductType,
} from "../../../domain/productTypes";
import type { AddressParams } from "../../lib/useAddressParams";
import { t } from "../../../domain/language/texts";

export type ProductFilters = {
  readonly search: string;
  /** null is the filter "All". */
  readonly type: ProductType | null;
  /** Of the market's lists: a code of `domain/countries.ts`; null is any. */
  readonly origin: string | null;
  readonly sort: ProductSort;
  /** True for the distributor's own list of products of which few are left. */
  readonly lowStock: boolean;
};

const LOW = "low";

export const NO_FILTERS: ProductFilters = {
  search: "",
  type: null,
  origin: null,
  sort: "default",
  lowStock: false,
};

/** The specification's sort options in the words of its screens. */
export const SORT_LABELS: Record<ProductSort, string> = {
  default: t("Default"),
  type: t("Type"),
  latest: t("Latest"),
  inStock: t("In Stock"),
};

function isProductSort(text: string): text is ProductSort {
  return (PRODUCT_SORTS as readonly string[]).includes(text);
}

/** Parses the filters of an address, and ignores unknown ones. */
export function filtersOf(params: URLSearchParams): ProductFilters {
  const type = params.get("type") ?? "";
  const sort = params.get("sort") ?? "";
  return {
    search: params.get("search") ?? "",
    type: isProductType(type) ? type : null,
    origin: COUNTRY_CODES.find((code) => code === params.get("origin")) ?? null,
    sort: isProductSort(sort) ? sort : NO_FILTERS.sort,
    lowStock: params.get("stock") === LOW,
  };
}

/** Returns the filters as the address has them; what is at rest is empty. */
export function filterParams(filters: ProductFilters): AddressParams {
  return {
    search: filters.search.trim(),
    type: filters.type ?? "",
    origin: filters.origin ?? "",
    sort: filters.sort === NO_FILTERS.sort ? "" : filters.sort,
    stock: filters.lowStock ? LOW : "",
  };
}

export type ProductListArgs = {
  search?: string;
  type?: ProductType;
  countryOfOrigin?: string;
  sort?: ProductSort;
};

/** Returns the arguments of a product query: a filter at rest is not sent, so that all rest states share one subscription. */
export function listArgsOf(filters: ProductFilters): ProductListArgs {
  const search = filters.search.trim();
  return {
    ...(search === "" ? {} : { search }),
    ...(filters.type === null ? {} : { type: filters.type }),
    ...(filters.origin === null ? {} : { countryOfOrigin: filters.origin }),
    ...(filters.sort === NO_FILTERS.sort ? {} : { sort: filters.sort }),
  };
}

/** Returns the arguments of the distributor's own list, which has no filter of origin. */
export function ownListArgsOf(
  filters: ProductFilters,
): Omit<ProductListArgs, "countryOfOrigin"> & { lowStock?: true } {
  return {
    ...listArgsOf({ ...filters, origin: null }),
    ...(filters.lowStock && { lowStock: true }),
  };
}

/** Returns true with any filter set, which decides between "nothing here yet" and "nothing matches". */
export function isNarrowed(filters: ProductFilters): boolean {
  const { search, type, origin, sort, lowStock } = filters;
  const isFound = search.trim() !== "" || type !== null || origin !== null;
  return isFound || sort === "inStock" || lowStock;
}
