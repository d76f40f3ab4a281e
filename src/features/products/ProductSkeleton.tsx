/** Product cards before they are known, in the shape in which they will come. */
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import { PRODUCT_GRIDS, type ProductCardShape } from "./ProductCard";

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function ProductSkeleton({ shape }: { shape: ProductCardShape }) {
  const tall = shape === "shelf";
  return (
    <div>
      <p role="status" className="sr-only">
        Loading products...
      </p>
      <div aria-hidden className={PRODUCT_GRIDS[shape]}>
        {CARDS.map((card) => (
          <Card key={card} className={cx("flex gap-3 overflow-hidden p-3", tall && "sm:flex-col")}>
            <Skeleton
              className={cx("aspect-4/3 w-28 shrink-0 self-start", tall && "sm:max-h-40 sm:w-full")}
            />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-6 w-1/2" />
              <Skeleton className="mt-2 h-3.5 w-full" />
              <Skeleton className="h-3.5 w-full" />
              <Skeleton className="mt-2 h-8 w-full" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
