/**
 * A row of a DataTable with its cells. It renders again only when its own data changes. Its transform has no visible effect, but
 * spares the browser a repaint when the row only moves.
 */
import { memo, type ReactNode, useMemo } from "react";
import { cx } from "../lib/cx";
import { type SeenRows, useArrival } from "./useArrivals";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Money and counts stand at the right, in tabular figures. */
  align?: "left" | "right";
  /** The cell that names the row (a row header; on phones the card's heading line). */
  primary?: boolean;
  /** Leaves the label out on phones, for pictures and buttons. */
  unlabelled?: boolean;
  /** Leaves the column out on paper, for buttons. */
  screenOnly?: boolean;
  /** Stays at the right edge while a table that is wider than its room is scrolled: for buttons. */
  atRight?: boolean;
  className?: string;
};

/** A row across all columns, above the rows of a group. */
export type TableHeading = { readonly _id: string; readonly heading: ReactNode };

export type TableRowProps<Row> = {
  /** The key of the row in its list. */
  name: string;
  row: Row | TableHeading;
  /** Its number among the loaded rows, from 0. */
  at: number;
  /** Its number in the table, from 1, where not all rows are rendered. */
  rowIndex: number | undefined;
  columns: readonly Column<Row>[];
  isNew: boolean;
  /** Has a rule at its left. */
  isMarked: boolean;
  seen: SeenRows;
  measure: (element: Element | null) => () => void;
  /** The classes of the card that a row is on narrow screens. */
  cardClassName: string | undefined;
};

/** The classes of a cell with a line at its left, which a border would leave behind when the table is scrolled. */
export const stuckRight =
  "rows:sticky rows:right-0 rows:shadow-[-1px_0_0_var(--color-line)] print:shadow-none";

function TableRowOnce<Row>(props: TableRowProps<Row>) {
  const { name, row, at, rowIndex, columns, isNew, isMarked, seen, measure, cardClassName } = props;
  const isArriving = useArrival(seen, name, isNew);
  // All rows below a new one get another number, and keep their cells.
  const cells = useMemo(
    () =>
      isHeading(row) ? (
        <HeadingCell heading={row.heading} columns={columns.length} />
      ) : (
        columns.map((column) => <TableCell key={column.key} row={row} column={column} />)
      ),
    [columns, row],
  );
  return (
    <tr
      ref={measure}
      data-line={at}
      data-at={at}
      role="row"
      aria-rowindex={rowIndex}
      className={cx(
        "block transform-[translate(0)] rounded-md border border-line bg-raised p-3 shadow-low rows:table-row rows:rounded-none rows:border-0 rows:p-0 rows:shadow-none rows:not-last:border-b rows:hover:bg-hover",
        !isHeading(row) && cardClassName,
        isMarked && "border-l-3 border-l-edge rows:border-l-3",
        isArriving && "animate-arrive",
      )}
    >
      {cells}
    </tr>
  );
}

// `memo` loses the type parameter.
export const TableRow = memo(TableRowOnce) as typeof TableRowOnce;

export function isHeading(row: unknown): row is TableHeading {
  return typeof row === "object" && row !== null && "heading" in row;
}

function HeadingCell({ heading, columns }: { heading: ReactNode; columns: number }) {
  return (
    <td role="cell" colSpan={columns} className="block rows:table-cell rows:px-3 rows:py-1.5">
      {heading}
    </td>
  );
}

function TableCell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const Element = column.primary === true ? "th" : "td";
  const labelled = column.primary !== true && column.unlabelled !== true;
  return (
    <Element
      role={column.primary === true ? "rowheader" : "cell"}
      scope={column.primary === true ? "row" : undefined}
      className={cx(
        "flex items-baseline justify-between gap-x-4 py-1 text-left align-middle font-normal @max-[16rem]:flex-wrap rows:table-cell rows:h-10 rows:px-3 rows:py-1.5",
        column.primary === true && "pb-2 text-md font-medium rows:text-base",
        column.align === "right" && "tabular-nums rows:text-right",
        column.unlabelled === true && "pt-2",
        column.screenOnly === true && "print:hidden",
        column.atRight === true && cx(stuckRight, "rows:bg-inherit"),
        column.className,
      )}
    >
      {labelled && (
        <span aria-hidden className="shrink-0 text-sm text-muted rows:hidden">
          {column.header}
        </span>
      )}
      <div
        className={cx(
          "min-w-0",
          labelled && "text-right",
          column.align !== "right" && "rows:text-left",
        )}
      >
        {column.cell(row)}
      </div>
    </Element>
  );
}
