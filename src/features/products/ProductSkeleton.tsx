/** Product cards before they are known, in the shape in which they will come. */
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

/** The columns of products: as many for retailers as fit the size of the text (3 at 640 px, 5 at 1280 px, 7 at 1680 px). */
export const PRODUCT_GRIDS = {
  market: "grid grid-cols-1 gap-1 sm:grid-cols-[repeat(auto-fill,minmax(12.1rem,1fr))] sm:gap-3",
  own: "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4",
} as const;

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function ProductSkeleton({ of: list }: { of: keyof typeof PRODUCT_GRIDS }) {
  const isMarket = list === "market";
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading products...")}
      </p>
      <div aria-hidden className={PRODUCT_GRIDS[list]}>
        {CARDS.map((card) => (
          <Card
            key={card}
            className={cx("flex gap-3 overflow-hidden p-3", isMarket && "p-2 sm:flex-col sm:p-3")}
          >
            <Skeleton
              className={cx(
                "aspect-4/3 shrink-0 self-start",
                isMarket ? "w-18 sm:max-h-40 sm:w-full" : "w-28",
              )}
            />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="h-3.5 w-full" />
              <Skeleton className="h-8 w-full" />
              {!isMarket && <Skeleton className="h-8 w-full" />}
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
