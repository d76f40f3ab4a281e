/** A figure that lights up for a moment when it changes under the reader's eyes. */
import { useState } from "react";
import { cx } from "../../lib/cx";
import { formatCount } from "./figures";

export function LiveCount({ count, className }: { count: number; className?: string }) {
  const [seen, setSeen] = useState({ count, ticks: 0 });
  if (seen.count !== count) setSeen({ count, ticks: seen.ticks + 1 });
  return (
    <span
      // A new key restarts the animation.
      key={seen.ticks}
      className={cx("rounded-sm tabular-nums", seen.ticks > 0 && "animate-arrive", className)}
    >
      {formatCount(count)}
    </span>
  );
}
