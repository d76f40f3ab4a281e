/** A filtered, live list of products for retailers: the whole market's, or one distributor's. */
import { useState, type ReactNode } from "react";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { LiveList, type LiveListSource } from "../../ui/LiveList";
import { useArrivals } from "../../ui/useArrivals";
import { MarketProductCard } from "./MarketProductCard";
import { NothingMatches } from "./NothingMatches";
import { isNarrowed } from "./productFilters";
import { ProductFilterBar } from "./ProductFilterBar";
import { ProductGrid } from "./ProductGrid";
import { ProductInfoDialog } from "./ProductInfoDialog";
import { PRODUCT_WORDS, type ProductRow } from "./productRow";
import { ProductSkeleton } from "./ProductSkeleton";
import type { FilterControl } from "./useProductFilters";

export type MarketProductsProps = {
  list: LiveListSource<ProductRow>;
  control: FilterControl;
  errorMessage: string;
  /** Shown when nothing is sold here at all. */
  empty: ReactNode;
};

export function MarketProducts({ list, control, errorMessage, empty }: MarketProductsProps) {
  const [opened, setOpened] = useState<ProductRow | null>(null);
  const narrowed = isNarrowed(control.filters);
  const arrivals = useArrivals(list, JSON.stringify(control.filters));
  // The row as it is now: its stock goes on ticking in the dialog.
  const openedNow = list.results.find((product) => product._id === opened?._id) ?? opened;
  return (
    <>
      <ProductFilterBar {...control} />
      <ArrivalsBanner arrivals={arrivals} words={PRODUCT_WORDS} />
      <LiveList
        list={{ ...list, results: arrivals.shown }}
        skeleton={<ProductSkeleton shape="shelf" />}
        errorMessage={errorMessage}
        empty={narrowed ? <NothingMatches control={control} /> : empty}
      >
        {(products) => (
          <ProductGrid
            shape="shelf"
            products={products}
            isNew={arrivals.isNew}
            card={(product, isArriving) => (
              <MarketProductCard
                product={product}
                arriving={isArriving}
                onMoreInfo={() => setOpened(product)}
              />
            )}
          />
        )}
      </LiveList>
      {openedNow !== null && (
        <ProductInfoDialog product={openedNow} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
