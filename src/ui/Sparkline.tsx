/** A few sums over time as a small drawing, the last of them marked. Screen readers get the last and the greatest as words. */
import { formatRupees } from "../../domain/money";
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

export type SparklineProps = {
  /** The sum of each week, the oldest first; the last is the current one. */
  weeks: readonly number[];
  /** The sums as words: paise unless it says otherwise. */
  toWords?: (sum: number) => string;
  className?: string;
};

const WIDTH = 96;
const HEIGHT = 24;
/** The room of the mark around the last value. */
const EDGE = 3;

/** Returns, for example, "12 weeks, ₹12,000.00 this week, most ₹40,000.00". */
function wordsFor(weeks: readonly number[], toWords: (sum: number) => string): string {
  const count = weeks.length;
  const most = Math.max(0, ...weeks);
  if (most === 0) return t("{count, plural, one {# week} other {# weeks}}, no orders", { count });
  return t("{count, plural, one {# week} other {# weeks}}, {latest} this week, most {most}", {
    count,
    latest: toWords(weeks.at(-1) ?? 0),
    most: toWords(most),
  });
}

export function Sparkline({ weeks, toWords = formatRupees, className }: SparklineProps) {
  const most = Math.max(1, ...weeks);
  const step = Math.floor((WIDTH - 2 * EDGE) / Math.max(1, weeks.length - 1));
  const points = weeks.map((paise, index) => ({
    x: WIDTH - EDGE - step * (weeks.length - 1 - index),
    y: Math.round(HEIGHT - EDGE - (Math.max(0, paise) / most) * (HEIGHT - 2 * EDGE)),
  }));
  const last = points.at(-1);
  return (
    <svg
      role="img"
      aria-label={wordsFor(weeks, toWords)}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cx("shrink-0", className)}
    >
      <path d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} className="stroke-line" />
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        className="stroke-muted"
      />
      {last !== undefined && (
        <circle cx={last.x} cy={last.y} r={EDGE} className="fill-accent-ink" />
      )}
    </svg>
  );
}
