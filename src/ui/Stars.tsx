/** A rating on the scale of 5, as text and as stars (deviation 18). Half stars are drawn half. */
import { Star } from "lucide-react";
import { cx } from "../lib/cx";

const SCALE = [1, 2, 3, 4, 5];

export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span className={cx("inline-flex items-center gap-1 text-sm text-muted", className)}>
      <span aria-hidden className="inline-flex">
        {SCALE.map((star) => (
          <span key={star} className="relative">
            <Star strokeWidth={1.5} className="size-3.5 text-edge" />
            <span
              className="absolute inset-y-0 left-0 overflow-hidden"
              style={{ width: `${Math.min(1, Math.max(0, rating - star + 1)) * 100}%` }}
            >
              <Star strokeWidth={1.5} className="size-3.5 fill-accent text-accent-ink" />
            </span>
          </span>
        ))}
      </span>
      <span className="tabular-nums">
        {rating}
        <span className="sr-only"> out of 5</span>
      </span>
    </span>
  );
}
