/** The live stock of a product, or a placeholder until it is known. Low stock is marked by text, icon and colour. */
import { TriangleAlert } from "lucide-react";
import { cx } from "../../lib/cx";
import { isLowStock, pieces } from "./stock";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Skeleton } from "../../ui/Skeleton";

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
