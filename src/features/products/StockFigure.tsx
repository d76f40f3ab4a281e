/** The live stock of a product, with a placeholder as high until it is known: to its owner, and to buyers. */
import { TriangleAlert } from "lucide-react";
import { cx } from "../../lib/cx";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Skeleton } from "../../ui/Skeleton";
import { isLowStock, pieces, availability } from "./stock";
import { rich } from "../../lib/rich";
import { t } from "../../../domain/language/texts";

/** Marks low stock by text, icon and colour. */
export function StockFigure({ stock }: { stock: number | undefined }) {
  if (stock === undefined) return <Skeleton className="inline-block h-3.5 w-16 align-middle" />;
  return <KnownStock stock={stock} />;
}

function KnownStock({ stock }: { stock: number }) {
  const low = isLowStock(stock);
  const figure = <span className="whitespace-nowrap">{pieces(stock)}</span>;
  return (
    <FlashOnChange value={stock} className={cx(low && "font-medium text-negative")}>
      {low && <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />}
      {low ? rich("Insufficient stock {pieces}", { pieces: figure }) : figure}
    </FlashOnChange>
  );
}

export type AvailabilityProps = { packSize: number; stock: number | undefined };

/** The line of a buyer's card that says if there is enough, how many are in a pack, and how many pieces there are. */
export function Availability({ packSize, stock }: AvailabilityProps) {
  const pack = t("Pack of {count}", { count: packSize.toLocaleString("en-IN") });
  return (
    <p className="flex min-h-4 flex-wrap items-baseline gap-x-2 sm:justify-between">
      {stock === undefined ? (
        <Skeleton className="h-3 w-12 self-center" />
      ) : (
        <StockWord {...availability(stock)} />
      )}
      <span className="sr-only">{t("Quantity")}</span>
      {stock === undefined ? (
        pack
      ) : (
        <FlashOnChange value={stock} className={cx(isLowStock(stock) && "text-caution")}>
          {pack} · {pieces(stock)}
        </FlashOnChange>
      )}
    </p>
  );
}

function StockWord({ word, tone }: ReturnType<typeof availability>) {
  return <span className={cx("font-medium", tone)}>{word}</span>;
}
