/** The retailer's pending or accepted orders as a table, with a heading above the lines of each placement of several. */
import { type ReactNode, useMemo } from "react";
import { actionsFor } from "../../../domain/orderLifecycle";
import { Button } from "../../ui/Button";
import { type Column, DataTable, type TableHeading } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { grouped, groupTotal, type OrderGroup } from "./orderGroups";
import { type OutgoingOrder, sellerOf } from "./orderRow";
import { outgoingCard } from "./outgoingColumns";

export type OutgoingTableProps = {
  caption: string;
  columns: readonly Column<OutgoingOrder>[];
  orders: readonly OutgoingOrder[];
  isNew: (order: OutgoingOrder) => boolean;
  onCancelAll: (group: OrderGroup) => void;
};

export function OutgoingTable(props: OutgoingTableProps) {
  const { caption, columns, orders, isNew, onCancelAll } = props;
  const { rows, marked } = useMemo(() => {
    const all = grouped(orders);
    return {
      rows: all.flatMap(({ order, group }): (OutgoingOrder | TableHeading)[] =>
        group?.orders[0] === order
          ? [headingOf(group, <Heading group={group} onCancelAll={onCancelAll} />), order]
          : [order],
      ),
      marked: new Set(all.filter(({ group }) => group !== null).map(({ order }) => order._id)),
    };
  }, [orders, onCancelAll]);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      marked={marked}
      isNew={isNew}
      hasManyColumns
      className="[&_thead_th]:px-2 [&_thead_th:first-child]:pl-3"
      cardClassName={outgoingCard}
    />
  );
}

function headingOf({ placementId }: OrderGroup, heading: ReactNode): TableHeading {
  return { _id: placementId, heading };
}

type HeadingProps = Pick<OutgoingTableProps, "onCancelAll"> & { group: OrderGroup };

function Heading({ group, onCancelAll }: HeadingProps) {
  const { orders } = group;
  const [first] = orders;
  if (first === undefined) return null;
  const canCancel = orders.every((order) => actionsFor(order, "retailer").includes("cancel"));
  return (
    // At the left, where a table that is wider than its place shows it.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rows:sticky rows:left-3 rows:w-fit">
      <p className="min-w-0 flex-1 basis-40 rows:flex-none">
        <span className="font-semibold">{sellerOf(first)}</span>{" "}
        <span className="text-sm text-muted">
          {orders.length} lines, placed <DateText date={first.createdAt} />
        </span>
      </p>
      <Money paise={groupTotal(group)} className="font-semibold" />
      {canCancel && (
        <Button size="sm" onClick={() => onCancelAll(group)}>
          Cancel all
        </Button>
      )}
    </div>
  );
}
