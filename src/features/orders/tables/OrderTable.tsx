/** Orders as a table of their lines; above the lines of an order of several stands a heading with what belongs to all of them. */
import { type ComponentType, useMemo } from "react";
import { type Column, DataTable, type TableHeading } from "../../../ui/DataTable";
import { ListContextProvider, useListContext } from "../../../ui/listContext";
import { type LineRow, lineRowsOf, type Order } from "../orderRow";

export type OrderTableProps<Of extends Order> = {
  caption: string;
  columns: readonly Column<LineRow<Of>>[];
  orders: readonly Of[];
  isNew: (order: Of) => boolean;
  /** The heading of an order of several lines. */
  Heading: ComponentType<{ order: Of }>;
  className: string;
  cardClassName?: string;
};

export function OrderTable<Of extends Order>(props: OrderTableProps<Of>) {
  const { orders, isNew, Heading, ...table } = props;
  const rows = useMemo(
    () =>
      orders.flatMap((order): (LineRow<Of> | TableHeading)[] =>
        order.lines.length === 1
          ? [...lineRowsOf(order)]
          : [{ _id: order._id, heading: <Heading order={order} /> }, ...lineRowsOf(order)],
      ),
    [orders, Heading],
  );
  const marked = useMemo(
    () =>
      new Set(
        orders
          .filter(({ lines }) => lines.length > 1)
          .flatMap((order) => lineRowsOf(order).map(({ _id }) => _id)),
      ),
    [orders],
  );
  const lineCount = orders.reduce((sum, { lines }) => sum + lines.length, 0);
  const list = useListContext();
  // The list counts orders, the table has a row for each line.
  const ofLines = useMemo(
    () => list && { ...list, total: list.total === orders.length ? lineCount : null },
    [list, orders.length, lineCount],
  );
  const drawn = (
    <DataTable
      {...table}
      rows={rows}
      marked={marked}
      isNew={({ order }) => isNew(order)}
      hasManyColumns
    />
  );
  return ofLines === null ? (
    drawn
  ) : (
    <ListContextProvider value={ofLines}>{drawn}</ListContextProvider>
  );
}

// At the left, where a table that is wider than its place shows it.
export const headingLook =
  "flex flex-wrap items-center gap-x-4 gap-y-1 rows:sticky rows:left-3 rows:w-fit rows:max-w-full";
