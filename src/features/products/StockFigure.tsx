/** The live stock of a product. Low stock is marked by text, icon and colour. */
import { TriangleAlert } from "lucide-react";
import { cx } from "../../lib/cx";
import { isLowStock, stockText } from "./stock";
import { FlashOnChange } from "../../ui/FlashOnChange";

export function StockFigure({ stock }: { stock: number }) {
  const low = isLowStock(stock);
  return (
    <FlashOnChange value={stock} className={cx(low && "font-medium text-negative")}>
      {low && <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />}
      {stockText(stock)}
    </FlashOnChange>
  );
}
