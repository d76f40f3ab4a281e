/** Below the pack size of a buyer's card: whether there is enough, and how many pieces there are. As high before that is known. */
import { cx } from "../../lib/cx";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Skeleton } from "../../ui/Skeleton";
import { availability, isLowStock, pieces } from "./stock";

export type AvailabilityProps = { packSize: number; stock: number | undefined };

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
