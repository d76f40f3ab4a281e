/** Highlights its content for a moment when the value changes on screen. */
import { useState, type ReactNode } from "react";
import { cx } from "../lib/cx";

export type FlashOnChangeProps = { value: number; className?: string; children: ReactNode };

export function FlashOnChange({ value, className, children }: FlashOnChangeProps) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return (
    <span
      // A new key restarts the animation.
      key={seen.changes}
      className={cx("rounded-sm tabular-nums", seen.changes > 0 && "animate-arrive", className)}
    >
      {children}
    </span>
  );
}
