/**
 * A row of a DataTable with its cells. It renders again only when its own data changes. Its transform has no visible effect, but
 * spares the browser a repaint when the row only moves.
 */
import { memo, type ReactNode, useMemo } from "react";
import { cx } from "../lib/cx";
import { type SeenRows, useArrival } from "./useArrival";

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
  className?: string;
};

export type TableRowProps<Row> = {
  /** The key of the row in its list. */
  name: string;
  row: Row;
  /** Its number among the loaded rows, from 0. */
  at: number;
  /** Its number in the table, from 1, where not all rows are rendered. */
  rowIndex: number | undefined;
  columns: readonly Column<Row>[];
  isNew: boolean;
  seen: SeenRows;
  measure: (element: Element | null) => () => void;
};

function TableRowOnce<Row>(props: TableRowProps<Row>) {
  const { name, row, at, rowIndex, columns, isNew, seen, measure } = props;
  const isArriving = useArrival(seen, name, isNew);
  // All rows below a new one get another number, and keep their cells.
  const cells = useMemo(
    () => columns.map((column) => <TableCell key={column.key} row={row} column={column} />),
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
        "block transform-[translate(0)] rounded-md border border-line bg-raised p-3 shadow-low md:table-row md:rounded-none md:border-0 md:p-0 md:shadow-none md:not-last:border-b md:hover:bg-hover",
        isArriving && "animate-arrive",
      )}
    >
      {cells}
    </tr>
  );
}

// `memo` loses the type parameter.
export const TableRow = memo(TableRowOnce) as typeof TableRowOnce;

function TableCell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const Element = column.primary === true ? "th" : "td";
  const labelled = column.primary !== true && column.unlabelled !== true;
  return (
    <Element
      role={column.primary === true ? "rowheader" : "cell"}
      scope={column.primary === true ? "row" : undefined}
      className={cx(
        "flex items-baseline justify-between gap-4 py-1 text-left align-middle font-normal md:table-cell md:h-10 md:px-3 md:py-1.5",
        column.primary === true && "pb-2 text-md font-medium md:text-base",
        column.align === "right" && "tabular-nums md:text-right",
        column.unlabelled === true && "pt-2",
        column.screenOnly === true && "print:hidden",
        column.className,
      )}
    >
      {labelled && (
        <span aria-hidden className="shrink-0 text-sm text-muted md:hidden">
          {column.header}
        </span>
      )}
      <div
        className={cx(
          "min-w-0",
          labelled && "text-right",
          column.align !== "right" && "md:text-left",
        )}
      >
        {column.cell(row)}
      </div>
    </Element>
  );
}
