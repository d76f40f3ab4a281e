/**
 * The frame of a chart over time: a scale, lines, and the first and last day. The drawing stretches to any width; letters stand beside
 * it as text, so that they do not stretch along. It is one picture for screen readers; a table beside it has the figures.
 */
import type { PointerEvent, ReactNode } from "react";
import { formatDate } from "../../domain/dates";

/** Units of the drawing: one column is so wide, and the scale so high. */
export const COLUMN_WIDTH = 10;
const HEIGHT = 100;

export type ChartFrameProps = {
  label: string;
  /** The greatest figure of the scale. */
  top: number;
  format: (figure: number) => string;
  columns: number;
  /** First and last day. */
  from: string;
  to: string;
  /** The column under the pointer. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
  children: ReactNode;
};

export function ChartFrame(props: ChartFrameProps) {
  const { label, top, format, columns, from, to, pointed, onPoint, children } = props;
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * columns);
    onPoint(Math.min(columns - 1, Math.max(0, index)));
  };
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2">
      <div
        aria-hidden
        className="-my-2 flex flex-col justify-between text-right text-xs text-muted tabular-nums"
      >
        {[top, top / 2, 0].map((figure) => (
          <span key={figure}>{format(figure)}</span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${columns * COLUMN_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
        {pointed !== null && (
          <rect
            x={pointed * COLUMN_WIDTH}
            width={COLUMN_WIDTH}
            height={HEIGHT}
            className="fill-hover"
          />
        )}
        <Grid width={columns * COLUMN_WIDTH} />
        {children}
      </svg>
      <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-muted">
        <span>{formatDate(from)}</span>
        <span>{formatDate(to)}</span>
      </div>
    </div>
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

export function ChartBar({ at, width, figure, top, look }: ChartBarProps) {
  if (figure <= 0) return null;
  const height = (figure / top) * HEIGHT;
  return (
    <rect
      x={at}
      y={HEIGHT - height}
      width={width}
      height={height}
      vectorEffect="non-scaling-stroke"
      className={look}
    />
  );
}

const STEPS = [1, 2, 3, 5];

/** Returns the top of a scale with a whole number in its middle: the smallest of 2, 4, 6, 10, 20, 40 … that is not below `greatest`. */
export function scaleTop(greatest: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = STEPS.find((candidate) => 2 * candidate * ten >= greatest);
    if (step !== undefined) return 2 * step * ten;
  }
}
