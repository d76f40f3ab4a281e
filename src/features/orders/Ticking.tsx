/** A figure that lights up for a moment when it changes under the reader's eyes. */
import { useState, type ReactNode } from "react";
import { cx } from "../../lib/cx";

export type TickingProps = { value: number; className?: string; children: ReactNode };

export function Ticking({ value, className, children }: TickingProps) {
  const [seen, setSeen] = useState({ value, ticks: 0 });
  if (seen.value !== value) setSeen({ value, ticks: seen.ticks + 1 });
  return (
    // A new key restarts the animation.
    <span
      key={seen.ticks}
      className={cx("rounded-sm", seen.ticks > 0 && "animate-arrive", className)}
    >
      {children}
    </span>
  );
}
