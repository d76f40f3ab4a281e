/** The retailer's orders that are on their way; only the message can still be changed (spec §2.5, §4). */
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { InlineMessage } from "./InlineMessage";
import { OrderList } from "./OrderList";
import type { Order } from "./orderRow";
import { OneLine, orderColumns } from "./outgoingColumns";
import { useRewording } from "./useOrderActions";

const deliveryColumn: Column<Order> = {
  key: "delivery",
  header: "Delivery before",
  cell: ({ deliveryBefore }) =>
    deliveryBefore !== undefined && (
      <DateText date={deliveryBefore} className="whitespace-nowrap" />
    ),
};

export function AcceptedOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "accepted" });
  const { reword, problem } = useRewording();
  const [rewording, setRewording] = useState<string | null>(null);
  const close = () => setRewording(null);
  const columns: readonly Column<Order>[] = [
    ...orderColumns,
    deliveryColumn,
    {
      key: "message",
      header: "Message",
      cell: (order) =>
        order._id === rewording ? (
          <InlineMessage order={order} onSubmit={(msg) => reword(order._id, msg)} onClose={close} />
        ) : (
          <OneLine
            text={order.msg === "" ? "No message" : order.msg}
            className="text-muted md:max-w-40"
          />
        ),
    },
    {
      key: "actions",
      header: "Actions",
      unlabelled: true,
      className: "clear-both md:py-1",
      cell: (order) =>
        actionsFor(order.status, "retailer").includes("updateMessage") &&
        order._id !== rewording && (
          <Button size="sm" onClick={() => setRewording(order._id)}>
            Update Message
          </Button>
        ),
    },
  ];
  return (
    <OrderList
      title="Accepted Orders"
      list={list}
      problem={problem}
      skeleton="rows"
      errorMessage="Failed to fetch accepted orders."
      empty={
        <EmptyState
          title="No accepted orders found."
          hint="An order moves here the moment the distributor accepts it, and its invoice is ready."
          action={<LinkButton to="/pendingretail">Pending Orders</LinkButton>}
        />
      }
    >
      {(orders, isNew) => (
        <DataTable
          caption="Accepted orders"
          columns={columns}
          rows={orders}
          rowKey={(order) => order._id}
          isNew={isNew}
        />
      )}
    </OrderList>
  );
}
