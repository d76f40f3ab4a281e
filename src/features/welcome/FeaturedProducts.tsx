/** The Featured Products grid of the landing page and its filters, which are in the address, so that they can be sent on. */
import { PackageSearch } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { findCountry } from "../../../domain/countries";
import { isProductType, productTypeOptions, type ProductType } from "../../../domain/productTypes";
import { api } from "../../../convex/_generated/api";
import { useAddressParams } from "../../lib/useAddressParams";
import { useLiveList } from "../../live/useLiveList";
import { OriginSelect } from "../../market/OriginSelect";
import { EmptyState } from "../../ui/EmptyState";
import { lazyDialog } from "../../ui/lazyPart";
import { LiveList } from "../../ui/LiveList";
import { SearchInput } from "../../ui/SearchInput";
import { Select, type SelectOption } from "../../ui/Select";
import { cardGrid } from "../../ui/Skeleton";
import { FeaturedCard } from "./FeaturedCard";
import type { LandingProduct } from "./RateBoard";
import { t } from "../../../domain/language/texts";

/** The dialog with everything that it needs: fetched when the first one opens. */
const FeaturedDialog = lazyDialog(
  async () => (await import("./FeaturedDialog")).FeaturedDialog,
  t("The product could not be opened."),
);

const ALL = "all";
const TYPES: readonly SelectOption<ProductType | typeof ALL>[] = [
  { value: ALL, label: t("All") },
  ...productTypeOptions(),
];
const PAGE_SIZE = 12;

function useFilters() {
  const [params, change] = useAddressParams();
  const search = params.get("search") ?? "";
  const category = params.get("type") ?? ALL;
  const type: ProductType | typeof ALL = isProductType(category) ? category : ALL;
  const origin = findCountry(params.get("origin") ?? "");
  function set(name: "search" | "type" | "origin", value: string) {
    change(() => ({ [name]: value === ALL ? "" : value }));
  }
  return { search, type, origin, set };
}

export function FeaturedProducts() {
  const { search, type, origin, set } = useFilters();
  const list = useLiveList(
    api.products.landing,
    {
      ...(search.trim() !== "" && { search: search.trim() }),
      ...(type !== ALL && { type }),
      ...(origin !== undefined && { countryOfOrigin: origin }),
    },
    { pageSize: PAGE_SIZE, isKeptOffline: true },
  );
  const [shown, setShown] = useState<LandingProduct | null>(null);
  return (
    <section aria-labelledby="featured" className="border-t border-line bg-sunken">
      <div className="mx-auto max-w-7xl px-4 py-14">
        <div className="mb-6 flex flex-wrap items-center gap-3">
          <h2 id="featured" className="mr-auto w-full text-2xl font-semibold sm:w-auto">
            {t("Featured Products")}
          </h2>
          <SearchInput
            value={search}
            onChange={(text) => set("search", text)}
            placeholder={t("Search products...")}
            className="w-full sm:w-72"
          />
          <Select
            label={t("Category")}
            value={type}
            onChange={(chosen) => set("type", chosen)}
            options={TYPES}
            className="w-full sm:w-56"
          />
          <OriginSelect
            value={origin ?? null}
            onChange={(code) => set("origin", code ?? "")}
            className="w-full sm:w-48"
          />
        </div>
        <LiveList
          list={useDeferredValue(list)}
          manualLoadMore
          errorMessage={t("Failed to load products")}
          empty={
            <EmptyState
              icon={PackageSearch}
              title={t("No products found matching your criteria.")}
              hint={t("Try another word, or look in all categories.")}
            />
          }
        >
          {(products) => (
            <div className={cardGrid}>
              {products.map((product) => (
                <FeaturedCard
                  key={product._id}
                  product={product}
                  onDetails={() => setShown(product)}
                />
              ))}
            </div>
          )}
        </LiveList>
      </div>
      {shown !== null && <FeaturedDialog card={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
