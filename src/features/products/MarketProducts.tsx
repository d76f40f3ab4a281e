/** A page of products for retailers, with filters: the whole market's, or one distributor's. */
import { useCallback, useState, type ReactNode } from "react";
import type { LiveRows } from "../../live/useLiveList";
import { CardGrid } from "../../ui/CardGrid";
import { ListPage, type ListPageProps } from "../../ui/ListPage";
import { countShown } from "./countShown";
import { MarketProductCard } from "./MarketProductCard";
import { NothingMatches } from "./NothingMatches";
import { isNarrowed } from "./productFilters";
import { ProductFilterBar } from "./ProductFilterBar";
import { PRODUCT_GRIDS } from "./productCardShape";
import { ProductInfoDialog } from "./ProductInfoDialog";
import { PRODUCT_WORDS, type CatalogueCard, type StockedCard } from "./productRow";
import { ProductSkeleton } from "./ProductSkeleton";
import { useStockedList } from "./useStockedList";
import type { FilterControl } from "./useProductFilters";

export type MarketProductsProps = Pick<
  ListPageProps<CatalogueCard>,
  "title" | "lead" | "action" | "errorMessage"
> & {
  list: LiveRows<CatalogueCard>;
  control: FilterControl;
  /** Shown when nothing is sold here at all. */
  empty: ReactNode;
};

export function MarketProducts({ control, empty, list: unstocked, ...page }: MarketProductsProps) {
  const list = useStockedList(unstocked);
  const [opened, setOpened] = useState<CatalogueCard | null>(null);
  const card = useCallback(
    (product: StockedCard, isArriving: boolean) => (
      <MarketProductCard product={product} arriving={isArriving} onMoreInfo={setOpened} />
    ),
    [],
  );
  return (
    <>
      <ListPage
        {...page}
        list={list}
        count={countShown(list)}
        toolbar={<ProductFilterBar {...control} />}
        rowWords={PRODUCT_WORDS}
        skeleton={<ProductSkeleton shape="shelf" />}
        empty={isNarrowed(control.filters) ? <NothingMatches control={control} /> : empty}
      >
        {(products, isNew) => (
          <CardGrid className={PRODUCT_GRIDS.shelf} rows={products} isNew={isNew} card={card} />
        )}
      </ListPage>
      {opened !== null && <ProductInfoDialog card={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
