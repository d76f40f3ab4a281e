/** Full columns for what was placed, hollow ones for what was completed: told apart by shape, not by colour alone. */
import { ChartBar, ChartFrame, COLUMN_WIDTH, scaleTop } from "../../ui/Chart";
import { columnName, sumOf, type Column } from "./daySeries";
import { formatCount } from "./figures";
import { t } from "../../../domain/language/texts";

/** The room that stays free on either side of each column. */
const GAP = 1.5;
const BAR = (COLUMN_WIDTH - 2 * GAP) / 2;

const PLACED_LOOK = "fill-accent stroke-accent-ink";
const COMPLETED_LOOK = "fill-raised stroke-info";

export type TimeChartProps = {
  columns: readonly Column[];
  /** The column under the pointer, as its place among them. */
  pointed: number | null;
  onPoint: (index: number | null) => void;
};

export function TimeChart({ columns, pointed, onPoint }: TimeChartProps) {
  const greatest = columns.map((one) => Math.max(one.placed, one.completed));
  const top = scaleTop(greatest);
  const { placed, completed } = sumOf(columns);
  const textOf = (index: number) => {
    const column = columns[index];
    if (column === undefined) return "";
    const counts = t("{placed} placed, {completed} completed", {
      placed: formatCount(column.placed),
      completed: formatCount(column.completed),
    });
    return `${columnName(column)}: ${counts}`;
  };
  return (
    <ChartFrame
      label={t("Orders over time: {placed} placed, {completed} completed", { placed, completed })}
      top={top}
      format={formatCount}
      columns={greatest}
      from={columns[0]?.from ?? ""}
      to={columns.at(-1)?.to ?? ""}
      pointed={pointed}
      onPoint={onPoint}
      textOf={textOf}
    >
      {columns.map((column, index) => {
        const at = index * COLUMN_WIDTH + GAP;
        return (
          <g key={column.from}>
            <ChartBar at={at} top={top} width={BAR} figure={column.placed} look={PLACED_LOOK} />
            <ChartBar
              at={at + BAR}
              top={top}
              width={BAR}
              figure={column.completed}
              look={COMPLETED_LOOK}
            />
          </g>
        );
      })}
    </ChartFrame>
  );
}

export function TimeLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 text-muted">
      {(
        [
          [t("Placed"), PLACED_LOOK],
          [t("Completed"), COMPLETED_LOOK],
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
