/**
 * The frame of a chart over time: a scale, lines, and the first and last day. The drawing stretches to any width; letters stand beside
 * it as text, so that they do not stretch along. It is one picture for screen readers; keys go from column to column, and a table below it has the figures.
 */
import type { PointerEvent, ReactNode } from "react";
import { formatDate } from "../../domain/dates";
import { cx } from "../lib/cx";

/** Units of the drawing: one column is so wide, and the scale so high. */
export const COLUMN_WIDTH = 10;
const HEIGHT = 100;

export type ChartFrameProps = {
  label: string;
  /** The greatest figure of the scale. */
  top: number;
  format: (figure: number) => string;
  /** The greatest figure of each column: those above the scale are written above it. */
  columns: readonly number[];
  /** First and last day. */
  from: string;
  to: string;
  /** The column under the pointer or the keys. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
  /** Returns the figures of a column in words. */
  textOf: (index: number) => string;
  children: ReactNode;
};

export function ChartFrame(props: ChartFrameProps) {
  const { label, top, format, columns, from, to, pointed, onPoint, textOf, children } = props;
  const width = columns.length * COLUMN_WIDTH;
  const last = columns.length - 1;
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - box.left) / box.width) * columns.length);
    onPoint(Math.min(last, Math.max(0, index)));
  };
  const leave = ({ pointerType }: PointerEvent) => {
    // What a finger pressed stays when it is lifted.
    if (pointerType === "mouse") onPoint(null);
  };
  const isBroken = columns.some((figure) => figure > top);
  return (
    <div className={cx("grid grid-cols-[auto_1fr] gap-x-2", isBroken && "pt-4")}>
      <div
        aria-hidden
        className="-my-2 flex flex-col justify-between text-right text-xs text-muted tabular-nums"
      >
        {[top, top / 2, 0].map((figure) => (
          <span key={figure}>{format(figure)}</span>
        ))}
      </div>
      <div className="relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent-ink">
        {/* The arrow keys go from column to column, and say each. */}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={textOf(pointed ?? last)}
          className="sr-only"
          min={0}
          max={last}
          value={pointed ?? last}
          onChange={({ target }) => onPoint(Number(target.value))}
          onFocus={() => onPoint(pointed ?? last)}
          onBlur={() => onPoint(null)}
        />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={leave}
        >
          {pointed !== null && (
            <rect
              x={pointed * COLUMN_WIDTH}
              width={COLUMN_WIDTH}
              height={HEIGHT}
              className="fill-hover"
            />
          )}
          <Grid width={width} />
          {children}
        </svg>
        {columns.map(
          (figure, index) =>
            figure > top && (
              <Above key={index} at={(index + 0.5) / columns.length} text={format(figure)} />
            ),
        )}
      </div>
      <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-muted">
        <span>{formatDate(from)}</span>
        <span>{formatDate(to)}</span>
      </div>
    </div>
  );
}

/** The figure of a broken column, above its place between 0 and 1: in its middle, but never beyond the edges. */
function Above({ at, text }: { at: number; text: string }) {
  const percent = `${at * 100}%`;
  return (
    <span
      aria-hidden
      style={{ left: percent, translate: `-${percent}` }}
      className="absolute bottom-full mb-0.5 text-xs font-medium whitespace-nowrap tabular-nums"
    >
      {text}
    </span>
  );
}

function Grid({ width }: { width: number }) {
  return [0, HEIGHT / 2, HEIGHT].map((y) => (
    <path
      key={y}
      d={`M0 ${y}h${width}`}
      vectorEffect="non-scaling-stroke"
      className="stroke-line"
      strokeDasharray={y === HEIGHT ? undefined : "3 3"}
    />
  ));
}

export type ChartBarProps = {
  /** Left edge and width in units of the drawing. */
  at: number;
  width: number;
  figure: number;
  top: number;
  look: string;
};

/** The lower and upper edge of the gap in a column that is higher than the scale, in units of the drawing. */
const GAP = { from: 80, to: 86 } as const;

/** A column; one that is higher than the scale is broken. */
export function ChartBar({ at, width, figure, top, look }: ChartBarProps) {
  if (figure <= 0) return null;
  const isBroken = figure > top;
  const parts = isBroken
    ? [[0, GAP.from] as const, [GAP.to, HEIGHT] as const]
    : [[0, (figure / top) * HEIGHT] as const];
  return parts.map(([from, to]) => (
    <rect
      key={from}
      x={at}
      y={HEIGHT - to}
      width={width}
      height={to - from}
      vectorEffect="non-scaling-stroke"
      className={look}
    />
  ));
}

const STEPS = [1, 2, 3, 5];

/** Returns the smallest top of 2, 4, 6, 10, 20, 40 … that is not below `greatest`: its middle is a whole number. */
function roundTop(greatest: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = STEPS.find((candidate) => 2 * candidate * ten >= greatest);
    if (step !== undefined) return 2 * step * ten;
  }
}

/** Returns the top of a scale: one figure of more than twice the second does not make all others unreadable, but is above it. */
export function scaleTop(figures: readonly number[]): number {
  const [first = 0, second = 0] = figures.toSorted((a, b) => b - a);
  return roundTop(second === 0 ? first : Math.min(first, 2 * second));
}
