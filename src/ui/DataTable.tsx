/**
 * A table: rows of 40 px on desktops, a card of labelled lines for each row on phones. Both share one markup: below the width of
 * the `rows` variant (tokens.css) CSS lays the cells out as blocks, and explicit roles keep it a table for screen readers. Long
 * tables are windowed (useWindowedRows), and aria-rowindex gives the position of each row.
 */
import { useMemo, useRef, useState } from "react";
import { cx } from "../lib/cx";
import { useListContext } from "./listContext";
import { type Column, isHeading, stuckRight, type TableHeading, TableRow } from "./TableRow";
import { SeenRows } from "./useArrivals";
import { useSteadyColumns } from "./useSteadyColumns";
import { TABLE_ROW_PX } from "./RowHeightEstimator";
import { useWindowedRows } from "./useWindowedRows";

export type { Column, TableHeading } from "./TableRow";

export type DataTableProps<Row extends { readonly _id: string }> = {
  /** The content of the table, for screen readers. */
  caption: string;
  /** Must be the same array at each render, else all rows render again; lint refuses inline arrays. */
  columns: readonly Column<Row>[];
  rows: readonly (Row | TableHeading)[];
  /** Too many columns for tablets: below 1024 px each row is a card. */
  hasManyColumns?: boolean;
  /** Renders all rows, however many they are: for a table of which a picture is taken. */
  hasAll?: boolean;
  /** Rows with a rule at their left: the members of groups. */
  marked?: ReadonlySet<string>;
  /** Rows that arrived while the page was open slide in. */
  isNew?: (row: Row) => boolean;
  className?: string;
  /** The classes of the card that each row is on narrow screens, for an arrangement of its own. */
  cardClassName?: string;
};

/** A list on paper is narrower than on the screen, and may be long. */
const onPaper = "print:[&_:is(th,td)]:px-1.5! print:[&_:is(th,td)]:text-xs!";

/** Returns whether the window has the width at which the `rows` variant (tokens.css) lays rows out as such. */
function areRows(hasManyColumns = false): boolean {
  return window.matchMedia(`(width >= ${hasManyColumns ? 64 : 48}rem)`).matches;
}

/** The first row of the table contains the headers. */
const HEADER_ROWS = 1;

export function DataTable<Row extends { readonly _id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, marked, isNew, className } = props;
  const table = useRef<HTMLTableElement>(null);
  const keys = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const { ref, parts, isWindowed, measure, onFocus, onBlur } =
    useWindowedRows<HTMLTableSectionElement>(keys, {
      hasAll: props.hasAll,
      firstEstimate: areRows(props.hasManyColumns) ? TABLE_ROW_PX : undefined,
    });
  const [seen] = useState(() => new SeenRows());
  const list = useListContext();
  const total = totalOf(rows, list?.total);
  const isPart = isWindowed || total !== rows.length;
  useSteadyColumns(table, isWindowed);
  return (
    <div
      data-many-columns={props.hasManyColumns === true || undefined}
      className={cx(
        "print:overflow-visible rows:overflow-x-auto rows:rounded-md rows:border rows:border-line rows:bg-raised",
        list !== null && onPaper,
        className,
      )}
    >
      <table
        ref={table}
        role="table"
        aria-rowcount={isPart ? (total === null ? -1 : total + HEADER_ROWS) : undefined}
        className="block w-full text-base rows:table"
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} isNumbered={isPart} />
        <tbody
          ref={ref}
          role="rowgroup"
          onFocus={onFocus}
          onBlur={onBlur}
          className={cx(
            "@container flex flex-col gap-3 rows:[container-type:normal] rows:table-row-group",
            isWindowed && "[overflow-anchor:none]",
          )}
        >
          {parts.map((part) => {
            if (part.kind === "room") return <Room key={part.key} px={part.px} />;
            const { index } = part;
            const row = rows[index];
            const key = keys[index];
            if (row === undefined || key === undefined) return null;
            return (
              <TableRow
                key={key}
                name={key}
                row={row}
                at={index}
                rowIndex={isPart ? index + HEADER_ROWS + 1 : undefined}
                columns={columns}
                isNew={!isHeading(row) && (isNew?.(row) ?? false)}
                seen={seen}
                isMarked={marked?.has(key) ?? false}
                measure={measure}
                cardClassName={props.cardClassName}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the number of rows with those that are not loaded; null while it is unknown. */
function totalOf(rows: readonly object[], listed: number | null | undefined): number | null {
  if (listed === undefined) return rows.length;
  return listed === null ? null : listed + rows.filter(isHeading).length;
}

type TableHeadProps<Row> = { columns: readonly Column<Row>[]; isNumbered: boolean };

function TableHead<Row>({ columns, isNumbered }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup" className="sr-only rows:not-sr-only rows:table-header-group">
      <tr
        role="row"
        aria-rowindex={isNumbered ? HEADER_ROWS : undefined}
        className="rows:border-b rows:border-line"
      >
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={cx(
              "px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted",
              column.align === "right" && "text-right",
              column.screenOnly === true && "print:hidden",
              column.atRight === true && cx(stuckRight, "rows:bg-raised"),
            )}
          >
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The space of rows that are not rendered. */
function Room({ px }: { px: number }) {
  return (
    <tr aria-hidden role="presentation" className="block rows:table-row">
      <td className="block p-0 rows:table-cell" style={{ height: px }} />
    </tr>
  );
}
