/** Orders as cards, as many beside each other as fit, and their shape while they are on the way. */
import type { ReactNode } from "react";
import { CardGrid } from "../../../ui/CardGrid";
import { Skeleton } from "../../../ui/Skeleton";
import { t } from "../../../../domain/language/texts";

/** At most four columns, and fewer where letters are large. Cards of a line are equally high, unless one of the list is open. */
const orderGrid =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(17.5em,25%-9px)),1fr))] gap-3 has-data-open:[&_article]:self-start";

export type OrderCardsProps<Row extends { readonly _id: string }> = {
  orders: readonly Row[];
  isNew: (order: Row) => boolean;
  /** Draws a card; the same function as long as nothing but the orders changes. */
  card: (order: Row, isArriving: boolean) => ReactNode;
};

export function OrderCards<Row extends { readonly _id: string }>({
  orders,
  isNew,
  card,
}: OrderCardsProps<Row>) {
  return <CardGrid className={orderGrid} rows={orders} isNew={isNew} card={card} />;
}

const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function OrderCardsSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading...")}
      </p>
      <div aria-hidden className={orderGrid}>
        {PLACES.map((place) => (
          <div
            key={place}
            className="flex flex-col gap-2.5 rounded-md border border-line bg-raised p-3"
          >
            <div className="flex gap-2.5">
              <Skeleton className="h-11 w-14.5" />
              <div className="flex flex-1 flex-col gap-2 pt-1">
                <Skeleton className="h-3.5 w-2/3" />
                <Skeleton className="h-3 w-1/3" />
              </div>
            </div>
            <Skeleton className="h-3 w-3/4" />
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-5/6" />
            <Skeleton className="mt-2 h-8 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
