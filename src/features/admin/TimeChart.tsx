/**
 * Full columns for what was placed, hollow ones for what was completed: told apart by shape, not by colour alone. The drawing
 * stretches to any width; letters stand beside it as text, so that they do not stretch along.
 */
import type { PointerEvent } from "react";
import { formatDate } from "../../../domain/dates";
import { sumOf, type Column } from "./daySeries";
import { formatCount, scaleTop } from "./figures";

/** Units of the drawing: one day or week is so wide, with so much free on either side, and the scale so high. */
const WIDTH = 10;
const GAP = 1.5;
const BAR = (WIDTH - 2 * GAP) / 2;
const HEIGHT = 100;

const PLACED_LOOK = "fill-accent stroke-accent-ink";
const COMPLETED_LOOK = "fill-raised stroke-info";

export type TimeChartProps = {
  columns: readonly Column[];
  /** The column under the pointer, as its place among them. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
};

export function TimeChart({ columns, pointed, onPoint }: TimeChartProps) {
  const top = scaleTop(Math.max(...columns.flatMap((one) => [one.placed, one.completed])));
  const { placed, completed } = sumOf(columns);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * columns.length);
    onPoint(Math.min(columns.length - 1, Math.max(0, index)));
  };
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2">
      <Scale top={top} />
      <svg
        role="img"
        aria-label={`Orders over time: ${placed} placed, ${completed} completed`}
        viewBox={`0 0 ${columns.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
        {pointed !== null && (
          <rect x={pointed * WIDTH} width={WIDTH} height={HEIGHT} className="fill-hover" />
        )}
        <Grid width={columns.length * WIDTH} />
        {columns.map((column, index) => (
          <g key={column.from}>
            <Bar at={index * WIDTH + GAP} count={column.placed} top={top} look={PLACED_LOOK} />
            <Bar
              at={index * WIDTH + GAP + BAR}
              count={column.completed}
              top={top}
              look={COMPLETED_LOOK}
            />
          </g>
        ))}
      </svg>
      <Ends columns={columns} />
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

type BarProps = { at: number; count: number; top: number; look: string };

function Bar({ at, count, top, look }: BarProps) {
  if (count === 0) return null;
  const height = (count / top) * HEIGHT;
  return (
    <rect
      x={at}
      y={HEIGHT - height}
      width={BAR}
      height={height}
      vectorEffect="non-scaling-stroke"
      className={look}
    />
  );
}

function Scale({ top }: { top: number }) {
  return (
    <div
      aria-hidden
      className="-my-2 flex flex-col justify-between text-right text-xs text-muted tabular-nums"
    >
      {[top, top / 2, 0].map((count) => (
        <span key={count}>{formatCount(count)}</span>
      ))}
    </div>
  );
}

function Ends({ columns }: { columns: readonly Column[] }) {
  return (
    <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-muted">
      <span>{formatDate(columns[0]?.from ?? "")}</span>
      <span>{formatDate(columns.at(-1)?.to ?? "")}</span>
    </div>
  );
}

export function TimeLegend() {
  return (
    <ul className="flex gap-4 text-muted">
      {(
        [
          ["Placed", PLACED_LOOK],
          ["Completed", COMPLETED_LOOK],
        ] as const
      ).map(([word, look]) => (
        <li key={word} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 12" aria-hidden className="h-3 w-2.5">
            <rect x="1" y="1" width="8" height="10" className={look} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}
