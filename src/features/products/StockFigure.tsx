/** The live stock of a product, with a placeholder as high until it is known: to its owner, and to buyers. */
import { TriangleAlert } from "lucide-react";
import { cx } from "../../lib/cx";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Skeleton } from "../../ui/Skeleton";
import { isLowStock, pieces, availability } from "./stock";

/** Marks low stock by text, icon and colour. */
export function StockFigure({ stock }: { stock: number | undefined }) {
  if (stock === undefined) return <Skeleton className="inline-block h-3.5 w-16 align-middle" />;
  return <KnownStock stock={stock} />;
}

function KnownStock({ stock }: { stock: number }) {
  const low = isLowStock(stock);
  return (
    <FlashOnChange value={stock} className={cx(low && "font-medium text-negative")}>
      {low && <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />}
      {low && "Insufficient stock "}
      <span className="whitespace-nowrap">{pieces(stock)}</span>
    </FlashOnChange>
  );
}

export type AvailabilityProps = { packSize: number; stock: number | undefined };

/** The row of a buyer's card that says if there is enough, and how many pieces there are. */
export function Availability({ packSize, stock }: AvailabilityProps) {
  return (
    <>
      <dt className="sr-only">Stock</dt>
      <dd className="col-span-2 flex min-h-4.5 flex-wrap items-baseline justify-between gap-x-2 text-xs/4.5">
        {stock === undefined ? (
          <Skeleton className="h-3 w-full self-center" />
        ) : (
          <Known packSize={packSize} stock={stock} />
        )}
      </dd>
    </>
  );
}

function Known({ packSize, stock }: { packSize: number; stock: number }) {
  const { word, tone } = availability(stock);
  return (
    <>
      <span className={cx("font-medium", tone)}>{word}</span>
      <FlashOnChange
        value={stock}
        className={cx("whitespace-nowrap", isLowStock(stock) ? "text-caution" : "text-muted")}
      >
        Pack of {packSize.toLocaleString("en-IN")} · {pieces(stock)}
      </FlashOnChange>
    </>
  );
}
