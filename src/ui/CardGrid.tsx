/**
 * Cards in columns, whose number the class names set for each width. Long grids are windowed (useWindowedRows); aria-posinset and
 * aria-setsize give the position of each card.
 */
import { memo, type ReactNode, useMemo, useState } from "react";
import { cx } from "../lib/cx";
import { useListContext } from "./listContext";
import { SeenRows, useArrival } from "./useArrivals";
import { useWindowedRows } from "./useWindowedRows";
import type { WindowPart } from "./windowParts";

export type CardGridProps<Row> = {
  rows: readonly Row[];
  /** Cards that arrived while the page was open slide in. */
  isNew?: (row: Row) => boolean;
  /** The grid: its columns at each width, and the gap. */
  className: string;
  /** Renders a card. It must be the same function at each render, else all cards render again; lint refuses inline functions. */
  card: (row: Row, isArriving: boolean) => ReactNode;
};

/** Returns the indexes of the cards in a line. */
function cardsOf(line: number, columns: number, count: number): number[] {
  const first = line * columns;
  return Array.from({ length: Math.min(columns, count - first) }, (_, index) => first + index);
}

export function CardGrid<Row extends { readonly _id: string }>(props: CardGridProps<Row>) {
  const { rows, isNew, className, card } = props;
  const keys = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const { ref, parts, columns, isWindowed, measure, onFocus, onBlur } =
    useWindowedRows<HTMLDivElement>(keys);
  const [seen] = useState(() => new SeenRows());
  const list = useListContext();
  const size = list === null ? rows.length : (list.total ?? -1);
  const draw = (part: WindowPart) => {
    if (part.kind === "room") return <Room key={part.key} px={part.px} />;
    return cardsOf(part.index, columns, rows.length).map((at) => {
      const row = rows[at];
      const key = keys[at];
      if (row === undefined || key === undefined) return null;
      return (
        <Cell
          key={key}
          name={key}
          row={row}
          at={at}
          line={part.index}
          size={size}
          isNew={isNew?.(row) ?? false}
          seen={seen}
          measure={measure}
          card={card}
        />
      );
    });
  };
  return (
    <div
      ref={ref}
      role="list"
      onFocus={onFocus}
      onBlur={onBlur}
      className={cx(className, isWindowed && "[overflow-anchor:none]")}
    >
      {parts.flatMap(draw)}
    </div>
  );
}

type CellProps<Row> = {
  name: string;
  row: Row;
  at: number;
  line: number;
  size: number;
  isNew: boolean;
  seen: SeenRows;
  measure: (element: Element | null) => () => void;
  card: CardGridProps<Row>["card"];
};

/**
 * As high as its line, so that any cell measures the height of the line. Its transform has no visible effect, but spares the
 * browser a repaint when the cell only moves; content that opens over the cards below is stacked above them.
 */
function CellOnce<Row>(props: CellProps<Row>) {
  const { name, row, at, line, size, isNew, seen, measure, card } = props;
  const isArriving = useArrival(seen, name, isNew);
  // All cards below a new one get another number, and need not render again.
  const content = useMemo(() => card(row, isArriving), [card, row, isArriving]);
  return (
    <div
      ref={measure}
      data-line={line}
      data-at={at}
      role="listitem"
      aria-posinset={at + 1}
      aria-setsize={size}
      className="grid min-w-0 transform-[translate(0)] grid-cols-[minmax(0,1fr)] [align-items:inherit] self-stretch focus-within:z-1 hover:z-1 print:break-inside-avoid"
    >
      {content}
    </div>
  );
}

// `memo` loses the type parameter.
const Cell = memo(CellOnce) as typeof CellOnce;

/** The space of cards that are not rendered. */
function Room({ px }: { px: number }) {
  return <div aria-hidden className="col-span-full" style={{ height: px }} />;
}
