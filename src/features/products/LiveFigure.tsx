/** A figure that the server changes while it is looked at: it ticks when it does. */
import { useState, type ReactNode } from "react";
import { cx } from "../../lib/cx";

/** Counts how often a figure changed since it was first shown. */
function useTicks(figure: number): number {
  const [seen, setSeen] = useState({ figure, ticks: 0 });
  if (seen.figure !== figure) setSeen({ figure, ticks: seen.ticks + 1 });
  return seen.ticks;
}

export type LiveFigureProps = { figure: number; className?: string; children: ReactNode };

export function LiveFigure({ figure, className, children }: LiveFigureProps) {
  const ticks = useTicks(figure);
  return (
    <span
      // A new key restarts the animation.
      key={ticks}
      className={cx("rounded-sm tabular-nums", ticks > 0 && "animate-arrive", className)}
    >
      {children}
    </span>
  );
}
