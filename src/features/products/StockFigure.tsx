/** How much of a product there is, live: the figure ticks when it changes, and low stock says so in words, with a sign, in red. */
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { cx } from "../../lib/cx";
import { isLowStock, stockText } from "./stock";

/** Counts how often a figure changed since it was first shown. */
function useTicks(figure: number): number {
  const [seen, setSeen] = useState({ figure, ticks: 0 });
  if (seen.figure !== figure) setSeen({ figure, ticks: seen.ticks + 1 });
  return seen.ticks;
}

export function StockFigure({ stock }: { stock: number }) {
  const ticks = useTicks(stock);
  const low = isLowStock(stock);
  return (
    <span
      // A new key restarts the animation.
      key={ticks}
      className={cx(
        "inline-flex items-center gap-1 rounded-sm tabular-nums",
        low && "font-medium text-negative",
        ticks > 0 && "animate-arrive",
      )}
    >
      {low && <TriangleAlert aria-hidden className="size-3.5 shrink-0" />}
      {stockText(stock)}
    </span>
  );
}
