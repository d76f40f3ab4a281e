/** The orders that the distributor has delivered, as a table with filters. */
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { mapHref } from "../../lib/contactLinks";
import { ExportButton } from "../../lib/exports/ExportButton";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { OneLine } from "../../ui/OneLine";
import { CompletedFilterBar } from "./CompletedFilterBar";
import { filterWords, isFiltered, NO_FILTER, queryArgsOf } from "./completedFilter";
import { CutMessage } from "./CutMessage";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { OrderList } from "./OrderList";
import { OrderTimeline } from "./OrderTimeline";
import type { IncomingOrder } from "./orderRow";
import { customerOf } from "./placements";
import { priceColumn, productColumn, quantityColumn } from "./outgoingColumns";
import { incomingSheet } from "./sheetColumns";
import { type CompletedFilterControl, useCompletedFilter } from "./useCompletedFilter";

const SHEET = incomingSheet("completed");
const NONE = "No completed orders found.";

const columns: readonly Column<IncomingOrder>[] = [
  productColumn,
  {
    key: "customer",
    header: "Customer",
    cell: (order) => <OneLine text={customerOf(order)} className="rows:max-w-40" />,
  },
  quantityColumn,
  priceColumn,
  {
    key: "delivery",
    header: "Delivery Before",
    cell: ({ deliveryBefore }) =>
      deliveryBefore !== undefined && (
        <DateText date={deliveryBefore} className="whitespace-nowrap" />
      ),
  },
  {
    key: "completed",
    header: "Completed On",
    cell: (order) => (
      <span className="flex items-center justify-end gap-1 rows:justify-start">
        {order.completedOn !== undefined && (
          <DateText date={order.completedOn} className="whitespace-nowrap" />
        )}
        <OrderTimeline order={order} look="inTable" />
      </span>
    ),
  },
  {
    key: "message",
    header: "Message",
    className: "rows:py-1",
    cell: (order) => <CutMessage text={order.msg ?? ""} />,
  },
  {
    key: "address",
    header: "Address",
    cell: ({ retailerAddress }) =>
      retailerAddress !== "" && (
        <a
          href={mapHref(retailerAddress)}
          target="_blank"
          rel="noopener noreferrer"
          className="text-muted hover:underline"
        >
          <OneLine text={retailerAddress.replaceAll("\n", ", ")} className="rows:max-w-44" />
        </a>
      ),
  },
];

export function CompletedIncomingPage() {
  const control = useCompletedFilter();
  const { filter, nowMs } = control;
  const one = useOneOrder("distributor", "completed");
  const range = useMemo(() => queryArgsOf(filter, nowMs), [filter, nowMs]);
  const list = useLiveList(api.orders.incoming, { list: "completed", ...range, ...one.args });
  return (
    <OrderList
      title="Completed Orders"
      action={<ExportButton subject="orders" />}
      one={one}
      list={list}
      filterWords={filterWords(filter)}
      filters={<CompletedFilterBar {...control} />}
      skeleton="rows"
      sheetColumns={SHEET}
      errorMessage="Failed to fetch completed orders."
      empty={
        one.isOne ? (
          <NotOnList title={NONE} />
        ) : isFiltered(filter) ? (
          <NoneMatches change={control.change} />
        ) : (
          <NoneYet />
        )
      }
    >
      {(orders, isNew) => (
        <DataTable
          caption="Completed orders"
          columns={columns}
          rows={orders}
          isNew={isNew}
          hasManyColumns
          // All of its columns fit at 1280 px.
          className="lg:max-2xl:[&_:is(th,td)]:px-2"
        />
      )}
    </OrderList>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
      hint="An order moves here when you mark it as completed."
      action={<LinkButton to="/accepted_dist">Accepted Orders</LinkButton>}
    />
  );
}

function NoneMatches({ change }: Pick<CompletedFilterControl, "change">) {
  return (
    <EmptyState
      title={NONE}
      hint="Nothing was completed in the time that you chose."
      action={<Button onClick={() => change(NO_FILTER)}>Clear filters</Button>}
    />
  );
}
