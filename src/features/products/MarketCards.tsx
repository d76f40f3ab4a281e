/** The products of a list as cards for retailers. */
import { useCallback } from "react";
import { CardGrid, type CardGridProps } from "../../ui/CardGrid";
import { MarketProductCard, type MarketProductCardProps } from "./MarketProductCard";
import type { StockedCard } from "./productList";
import { PRODUCT_GRIDS } from "./ProductSkeleton";

export type MarketCardsProps = Pick<CardGridProps<StockedCard>, "rows" | "isNew"> &
  Pick<MarketProductCardProps, "hasCompany" | "hasDay" | "onMoreInfo">;

export function MarketCards(props: MarketCardsProps) {
  const { rows, isNew, hasCompany, hasDay, onMoreInfo } = props;
  const card = useCallback(
    (product: StockedCard, isArriving: boolean) => (
      <MarketProductCard
        product={product}
        hasCompany={hasCompany}
        hasDay={hasDay}
        arriving={isArriving}
        onMoreInfo={onMoreInfo}
      />
    ),
    [hasCompany, hasDay, onMoreInfo],
  );
  return <CardGrid className={PRODUCT_GRIDS.market} rows={rows} isNew={isNew} card={card} />;
}
