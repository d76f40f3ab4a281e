/** Highlights its content for a moment when the value changes on screen. */
import { useState, type ReactNode } from "react";
import { cx } from "../lib/cx";

export type FlashOnChangeProps = { value: number; className?: string; children: ReactNode };

export function FlashOnChange({ value, className, children }: FlashOnChangeProps) {
  const [shown, setShown] = useState({ value, changes: 0 });
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 });
  return (
    <span
      // A new key restarts the animation.
      key={shown.changes}
      className={cx("rounded-sm tabular-nums", shown.changes > 0 && "animate-arrive", className)}
    >
      {children}
    </span>
  );
}
