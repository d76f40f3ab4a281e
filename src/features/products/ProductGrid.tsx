/** Product cards in a grid. */
import type { ReactNode } from "react";
import { CardGrid } from "../../ui/CardGrid";
import { PRODUCT_GRIDS, type ProductCardShape } from "./productCardShape";
import type { ProductRow } from "./productRow";

export type ProductGridProps = {
  shape: ProductCardShape;
  products: readonly ProductRow[];
  isNew: (product: ProductRow) => boolean;
  card: (product: ProductRow, isArriving: boolean) => ReactNode;
};

export function ProductGrid({ shape, products, isNew, card }: ProductGridProps) {
  return (
    <CardGrid className={PRODUCT_GRIDS[shape]} rows={products} isNew={isNew}>
      {card}
    </CardGrid>
  );
}
