/** Orders as a table of their lines; above the lines of an order of several stands a heading with what belongs to all of them. */
import { type ComponentType, useMemo } from "react";
import { type Column, DataTable, type TableHeading } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { ListContextProvider, useListContext } from "../../ui/listContext";
import { Money } from "../../ui/Money";
import { CutMessage } from "./CutMessage";
import { RowButtons } from "./OrderButtons";
import { EndsText, OrderMessage } from "./orderColumns";
import {
  customerOf,
  type IncomingOrder,
  type LineRow,
  lineRowsOf,
  type Order,
  type OutgoingOrder,
  sellerOf,
  totalOf,
} from "./orderRow";
import { OrderTimeline } from "./OrderTimeline";

export type OrderTableProps<Of extends Order> = {
  caption: string;
  columns: readonly Column<LineRow<Of>>[];
  orders: readonly Of[];
  isNew: (order: Of) => boolean;
  /** Of an order of several lines. */
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
const HEADING =
  "flex flex-wrap items-center gap-x-4 gap-y-1 rows:sticky rows:left-3 rows:w-fit rows:max-w-full";

export function OutgoingHeading({ order }: { order: OutgoingOrder }) {
  return (
    <div className={HEADING}>
      <p className="min-w-0 flex-1 basis-40 rows:flex-none">
        <span className="font-semibold">{sellerOf(order)}</span>{" "}
        <span className="text-sm text-muted">
          {order.lines.length} lines, placed <DateText date={order.createdAt} />
        </span>
        <EndsText order={order} />
      </p>
      <span className="flex items-center gap-x-2">
        <Money paise={totalOf(order)} className="font-semibold" />
        <OrderTimeline order={order} look="icon" />
      </span>
      <div className="min-w-0 basis-full rows:order-last rows:max-w-2xl">
        <OrderMessage order={order} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5 rows:gap-2">
        <RowButtons order={order} labels={{ cancel: "Cancel all" }} />
      </div>
    </div>
  );
}

export function CompletedHeading({ order }: { order: IncomingOrder }) {
  const { completedOn } = order;
  return (
    <div className={HEADING}>
      <p className="min-w-0 flex-1 basis-40 rows:flex-none">
        <span className="font-semibold">{customerOf(order)}</span>{" "}
        <span className="text-sm text-muted">
          {order.lines.length} lines
          {completedOn !== undefined && (
            <>
              , completed <DateText date={completedOn} />
            </>
          )}
        </span>
      </p>
      <Money paise={totalOf(order)} className="font-semibold" />
      <OrderTimeline order={order} look="icon" />
      {order.msg !== undefined && (
        <div className="min-w-0 basis-full">
          <CutMessage text={order.msg} />
        </div>
      )}
    </div>
  );
}
