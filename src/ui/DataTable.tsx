/**
 * Rows of figures: 40 px each on desktops; on phones each row becomes a card of labelled lines. One markup for both, so that
 * nothing is said twice: below 768 px CSS lays the same cells out as blocks, and explicit roles keep it a table for screen readers.
 */
import type { ReactNode } from "react";
import { cx } from "../lib/cx";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Money and counts stand at the right, in tabular figures. */
  align?: "left" | "right";
  /** The cell that names the row (a row header; on phones the card's heading line). */
  primary?: boolean;
  /** On phones the label is left out: pictures, buttons. */
  unlabelled?: boolean;
  className?: string;
};

export type DataTableProps<Row> = {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows that came while the page was open slide in. */
  isNew?: (row: Row) => boolean;
  className?: string;
};

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isNew,
  className,
}: DataTableProps<Row>) {
  return (
    <div
      className={cx(
        "md:overflow-x-auto md:rounded-md md:border md:border-line md:bg-raised",
        className,
      )}
    >
      <table role="table" className="block w-full text-base md:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
          <tr role="row" className="md:border-b md:border-line">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cx(
                  "px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted",
                  column.align === "right" && "text-right",
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-3 md:table-row-group">
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              arriving={isNew?.(row) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableRowProps<Row> = { row: Row; columns: readonly Column<Row>[]; arriving: boolean };

function TableRow<Row>({ row, columns, arriving }: TableRowProps<Row>) {
  return (
    <tr
      role="row"
      className={cx(
        "block rounded-md border border-line bg-raised p-3 shadow-low md:table-row md:rounded-none md:border-0 md:p-0 md:shadow-none md:not-last:border-b md:hover:bg-hover",
        arriving && "animate-arrive",
      )}
    >
      {columns.map((column) => (
        <TableCell key={column.key} row={row} column={column} />
      ))}
    </tr>
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
        "flex items-baseline justify-between gap-4 py-1 text-left align-middle font-normal md:table-cell md:h-10 md:px-3 md:py-1.5",
        column.primary === true && "pb-2 text-md font-medium md:text-base",
        column.align === "right" && "tabular-nums md:text-right",
        column.unlabelled === true && "pt-2",
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
