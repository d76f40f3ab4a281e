/** Product cards in a grid. What comes while the list is read waits behind a banner instead of moving it. */
import { Fragment, type ReactNode } from "react";
import { NewProductsBanner } from "./NewProductsBanner";
import { PRODUCT_GRIDS, type ProductCardShape } from "./productCardShape";
import type { ProductRow } from "./productRow";
import { useNewProducts } from "./useNewProducts";

export type ProductGridProps = {
  shape: ProductCardShape;
  products: readonly ProductRow[];
  card: (product: ProductRow, arriving: boolean) => ReactNode;
};

export function ProductGrid({ shape, products, card }: ProductGridProps) {
  const { shown, waiting, isNew, reveal } = useNewProducts(products);
  return (
    <>
      <NewProductsBanner count={waiting.length} onReveal={reveal} />
      <div className={PRODUCT_GRIDS[shape]}>
        {shown.map((product) => (
          <Fragment key={product._id}>{card(product, isNew(product))}</Fragment>
        ))}
      </div>
    </>
  );
}
