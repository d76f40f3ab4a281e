/** A page of products for retailers, with filters: the whole market's, or one distributor's. */
import { type ReactNode, useState } from "react";
import type { LiveRows } from "../../live/useLiveList";
import { ListPage, type ListPageProps } from "../../ui/ListPage";
import { CategoryTiles } from "./CategoryTiles";
import { MarketCards } from "./MarketCards";
import { countShown, newProductsText, type CatalogueCard, useStockedList } from "./productList";
import { NothingMatches, ProductFilterBar, type FilterControl } from "./ProductFilterBar";
import { isNarrowed } from "./productFilters";
import { ProductInfoDialog } from "./ProductInfoDialog";
import { ProductSkeleton } from "./ProductSkeleton";

export type MarketProductsProps = Pick<
  ListPageProps<CatalogueCard>,
  "title" | "lead" | "action" | "errorMessage"
> & {
  list: LiveRows<CatalogueCard>;
  control: FilterControl;
  /** Of all sellers: their companies are named, and the categories stand above as tiles. */
  isWholeMarket?: boolean;
  /** Shown when nothing is sold here at all. */
  empty: ReactNode;
};

export function MarketProducts(props: MarketProductsProps) {
  const { control, empty, list: unstocked, isWholeMarket = false, ...page } = props;
  const list = useStockedList(unstocked);
  const [opened, setOpened] = useState<CatalogueCard | null>(null);
  return (
    <>
      <ListPage
        {...page}
        list={list}
        count={countShown(list)}
        toolbar={
          <>
            <ProductFilterBar {...control} isListEmpty={list.results.length === 0} />
            {isWholeMarket && <CategoryTiles {...control} />}
          </>
        }
        rowWords={newProductsText}
        skeleton={<ProductSkeleton of="market" />}
        empty={isNarrowed(control.filters) ? <NothingMatches control={control} /> : empty}
      >
        {(products, isNew) => (
          <MarketCards
            rows={products}
            isNew={isNew}
            hasCompany={isWholeMarket}
            hasDay={false}
            onMoreInfo={setOpened}
          />
        )}
      </ListPage>
      {opened !== null && <ProductInfoDialog card={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
