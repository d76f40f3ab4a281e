/** The retailer's orders that are on their way: the message can still be changed, and an order of a closed account cancelled. */
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { OneLine } from "../../ui/OneLine";
import { CancelAllDialog } from "./CancelAllDialog";
import { CancelDialog } from "./orderDialogs";
import type { OrderGroup } from "./orderGroups";
import { InlineMessage } from "./InlineMessage";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import { OrderList } from "./OrderList";
import { messageOf, type OutgoingOrder } from "./orderRow";
import { orderColumns } from "./outgoingColumns";
import { OutgoingTable } from "./OutgoingTable";
import { outgoingSheet } from "./sheetColumns";
import { useRewording } from "./useOrderActions";

const SHEET = outgoingSheet("accepted");

const deliveryColumn: Column<OutgoingOrder> = {
  key: "delivery",
  header: "Delivery before",
  cell: ({ deliveryBefore }) =>
    deliveryBefore !== undefined && (
      <DateText date={deliveryBefore} className="whitespace-nowrap" />
    ),
};

export function AcceptedOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "accepted" });
  const [cancelling, setCancelling] = useState<OutgoingOrder | null>(null);
  const [cancellingAll, setCancellingAll] = useState<OrderGroup | null>(null);
  const { orderAgain, report } = useOrderAgain();
  const columns = useColumns(setCancelling, orderAgain);
  return (
    <>
      <OrderList
        title="Accepted Orders"
        list={list}
        skeleton="rows"
        sheetColumns={SHEET}
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
          <OutgoingTable
            caption="Accepted orders"
            columns={columns}
            orders={orders}
            isNew={isNew}
            onCancelAll={setCancellingAll}
          />
        )}
      </OrderList>
      {cancelling !== null && (
        <CancelDialog order={cancelling} onClose={() => setCancelling(null)} />
      )}
      {report}
      {cancellingAll !== null && (
        <CancelAllDialog group={cancellingAll} onClose={() => setCancellingAll(null)} />
      )}
    </>
  );
}

/** The columns, of which one row's message can be open to be reworded. */
function useColumns(
  onCancel: (order: OutgoingOrder) => void,
  onOrderAgain: (orderId: string) => void,
): readonly Column<OutgoingOrder>[] {
  const reword = useRewording();
  const [rewording, setRewording] = useState<string | null>(null);
  return useMemo(() => {
    const close = () => setRewording(null);
    return [
      ...orderColumns,
      deliveryColumn,
      {
        key: "message",
        header: "Message",
        cell: (order) =>
          order._id === rewording ? (
            <InlineMessage
              order={order}
              onSubmit={(msg) => reword(order._id, msg)}
              onClose={close}
            />
          ) : (
            <OneLine
              text={messageOf(order)}
              className="text-muted rows:max-w-20 xl:rows:max-w-28"
            />
          ),
      },
      {
        key: "actions",
        header: "Actions",
        unlabelled: true,
        className: "clear-both rows:sticky rows:right-0 rows:bg-inherit rows:py-1",
        cell: (order) =>
          order._id !== rewording && (
            <Actions
              order={order}
              onCancel={onCancel}
              onReword={setRewording}
              onOrderAgain={onOrderAgain}
            />
          ),
      },
    ];
  }, [onCancel, onOrderAgain, reword, rewording]);
}

type ActionsProps = {
  order: OutgoingOrder;
  onCancel: (order: OutgoingOrder) => void;
  onReword: (orderId: string) => void;
  onOrderAgain: (orderId: string) => void;
};

function Actions({ order, onCancel, onReword, onOrderAgain }: ActionsProps) {
  const actions = actionsFor(order, "retailer");
  return (
    <div className="flex gap-2 rows:flex-wrap rows:justify-end">
      {actions.includes("cancel") && (
        <Button size="sm" onClick={() => onCancel(order)}>
          Cancel
        </Button>
      )}
      {actions.includes("updateMessage") && (
        <Button size="sm" onClick={() => onReword(order._id)}>
          Update Message
        </Button>
      )}
      <OrderAgain inTable orderId={order._id} onOrderAgain={onOrderAgain} />
    </div>
  );
}
