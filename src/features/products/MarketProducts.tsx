/** A page of products for retailers, with filters: the whole market's, or one distributor's. */
import { useCallback, useState, type ReactNode } from "react";
import type { LiveRows } from "../../live/useLiveList";
import { CardGrid } from "../../ui/CardGrid";
import { ListPage, type ListPageProps } from "../../ui/ListPage";
import {
  countShown,
  PRODUCT_WORDS,
  type CatalogueCard,
  type StockedCard,
  useStockedList,
} from "./productList";
import { MarketProductCard } from "./MarketProductCard";
import { NothingMatches, ProductFilterBar, type FilterControl } from "./ProductFilterBar";
import { isNarrowed } from "./productFilters";
import { PRODUCT_GRIDS } from "./ProductCard";
import { ProductInfoDialog } from "./ProductInfoDialog";
import { ProductSkeleton } from "./ProductSkeleton";

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
