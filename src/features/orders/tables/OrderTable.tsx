/** Orders as a table of their lines; above the lines of an order of several stands a heading with what belongs to all of them. */
import { type ComponentType, type ReactNode, useMemo } from "react";
import { type Column, DataTable, type TableHeading } from "../../../ui/DataTable";
import { ListContextProvider, useListContext } from "../../../ui/listContext";
import { Money } from "../../../ui/Money";
import { OrderTimeline } from "../lists/OrderTimeline";
import { OrderLink } from "../order/OrderLink";
import { type LineRow, lineRowsOf, type Order, totalOf } from "../orderRow";

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

export type OrderHeadingProps = {
  order: Order;
  partnerName: string;
  /** Stand beside the name where there is room, else below it, with the sum at the right. */
  facts: ReactNode;
  message: ReactNode;
  /** Buttons. */
  children?: ReactNode;
};

/** The heading of an order of several lines: one line of a wide table, where the message takes the room that is left. */
export function OrderHeading({ order, partnerName, facts, message, children }: OrderHeadingProps) {
  return (
    // At the left, where a table that is wider than its place shows it.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rows:sticky rows:left-3 rows:w-fit rows:max-w-full">
      <p className="min-w-0 basis-full rows:basis-auto">
        <OrderLink orderId={order._id} className="font-semibold">
          {partnerName}
        </OrderLink>
      </p>
      <p className="min-w-0 flex-1 basis-32 text-sm text-muted rows:flex-none">{facts}</p>
      <Money paise={totalOf(order)} className="ml-auto font-semibold rows:ml-0" />
      {message !== null && <div className="min-w-0 flex-1 basis-40 rows:order-last">{message}</div>}
      <OrderTimeline order={order} look="icon" />
      {children !== undefined && (
        <div className="flex flex-wrap items-center gap-1.5 rows:gap-2">{children}</div>
      )}
    </div>
  );
}
