/**
 * Columns for what was placed, a line for what was completed: told apart by shape, not by colour alone. The drawing stretches to
 * any width; letters stand beside it as text, so that they do not stretch along.
 */
import type { PointerEvent } from "react";
import { formatDate } from "../../../domain/dates";
import { formatCount, scaleTop } from "./figures";
import { sumOf } from "./daySeries";
import type { DayRow } from "./rows";

/** Units of the drawing: one day is so wide, the scale so high. */
const DAY_WIDTH = 10;
const GAP = 1.5;
const HEIGHT = 100;

export type DayChartProps = {
  rows: readonly DayRow[];
  /** The day under the pointer, as its place in `rows`. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
};

export function DayChart({ rows, pointed, onPoint }: DayChartProps) {
  const top = scaleTop(Math.max(...rows.map((row) => Math.max(row.placed, row.completed))));
  const { placed, completed } = sumOf(rows);
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * rows.length);
    onPoint(Math.min(rows.length - 1, Math.max(0, index)));
  };
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2">
      <Scale top={top} />
      <svg
        role="img"
        aria-label={`Orders by day: ${placed} placed and ${completed} completed in ${rows.length} days`}
        viewBox={`0 0 ${rows.length * DAY_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full overflow-visible"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
        <Grid width={rows.length * DAY_WIDTH} />
        {pointed !== null && (
          <rect x={pointed * DAY_WIDTH} width={DAY_WIDTH} height={HEIGHT} className="fill-hover" />
        )}
        <Columns rows={rows} top={top} />
        <Line rows={rows} top={top} />
      </svg>
      <Days rows={rows} />
    </div>
  );
}

function heightOf(count: number, top: number): number {
  return (count / top) * HEIGHT;
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

function Columns({ rows, top }: { rows: readonly DayRow[]; top: number }) {
  return rows.map(({ day, placed }, index) => (
    <rect
      key={day}
      x={index * DAY_WIDTH + GAP}
      y={HEIGHT - heightOf(placed, top)}
      width={DAY_WIDTH - 2 * GAP}
      height={heightOf(placed, top)}
      vectorEffect="non-scaling-stroke"
      className="fill-accent"
    />
  ));
}

function Line({ rows, top }: { rows: readonly DayRow[]; top: number }) {
  const points = rows
    .map(({ completed }, index) => {
      const x = (index + 0.5) * DAY_WIDTH;
      return `${x},${HEIGHT - heightOf(completed, top)}`;
    })
    .join(" ");
  const shared = { points, fill: "none", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <>
      {/* A rim in the ground's colour keeps the line apart from the columns behind it. */}
      <polyline {...shared} strokeWidth={5} strokeLinejoin="round" className="stroke-raised" />
      <polyline {...shared} strokeWidth={2} strokeLinejoin="round" className="stroke-info" />
    </>
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

function Days({ rows }: { rows: readonly DayRow[] }) {
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-muted">
      <span>{first !== undefined && formatDate(first.day)}</span>
      <span>{last !== undefined && formatDate(last.day)}</span>
    </div>
  );
}

export function DayLegend() {
  return (
    <ul className="flex gap-4 text-muted">
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 12 12" aria-hidden className="size-3">
          <path d="M1 5h4v7H1zM7 1h4v11H7z" className="fill-accent" />
        </svg>
        Placed
      </li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 16 12" aria-hidden className="h-3 w-4">
          <path
            d="M1 9l5-5 4 3 5-5"
            fill="none"
            strokeWidth={2}
            strokeLinejoin="round"
            className="stroke-info"
          />
        </svg>
        Completed
      </li>
    </ul>
  );
}
