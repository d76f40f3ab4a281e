/** A rating on the scale of 5, as text and as stars. Half stars are drawn as halves. */
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

const SCALE = 5;
/** One star after the other, each in a square of 24: a single path, because lists show many of them. */
const STARS = Array.from(
  { length: SCALE },
  (_, star) =>
    `M${12 + star * 24} 2.8l2.5 6.5 7 .4-5.4 4.4 1.8 6.8-5.9-3.8-5.9 3.8 1.8-6.8-5.4-4.4 7-.4z`,
).join("");

function Row({ className }: { className: string }) {
  return (
    <svg
      viewBox={`0 0 ${SCALE * 24} 24`}
      strokeWidth={1.5}
      strokeLinejoin="round"
      className={cx("h-3.5 w-17.5 max-w-none stroke-current", className)}
    >
      <path d={STARS} />
    </svg>
  );
}

export function Stars({ rating, className }: { rating: number; className?: string }) {
  const share = Math.min(1, Math.max(0, rating / SCALE));
  return (
    <span className={cx("inline-flex items-center gap-1 text-sm text-muted", className)}>
      <span aria-hidden className="relative inline-flex">
        <Row className="fill-none text-edge" />
        <span
          className="absolute inset-y-0 left-0 overflow-hidden"
          style={{ width: `${share * 100}%` }}
        >
          <Row className="fill-accent text-accent-ink" />
        </span>
      </span>
      <span className="tabular-nums">
        {rating}
        <span className="sr-only"> {t("out of 5")}</span>
      </span>
    </span>
  );
}
