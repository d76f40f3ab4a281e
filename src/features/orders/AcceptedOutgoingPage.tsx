/** The retailer's orders that are on their way: the message can still be changed, and an order of a closed account cancelled. */
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { ExportButton } from "../../lib/exports/ExportButton";
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
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import { isOrderFiltered } from "./orderFilter";
import { NoOrderMatches, OrderFilterBar } from "./OrderFilterBar";
import { OrderList } from "./OrderList";
import { outgoingFilterWords } from "./outgoingFilterWords";
import { messageOf, type OutgoingOrder } from "./orderRow";
import { actionsLook, messageLook, orderColumns } from "./outgoingColumns";
import { OrderTimeline } from "./OrderTimeline";
import { OutgoingTable } from "./OutgoingTable";
import { outgoingSheet } from "./sheetColumns";
import { useOrderFilter } from "./useOrderFilter";
import { useRewording } from "./useOrderActions";

const SHEET = outgoingSheet("accepted");
const NONE = "No accepted orders found.";

const deliveryColumn: Column<OutgoingOrder> = {
  key: "delivery",
  header: "Delivery before",
  unlabelled: true,
  className: "col-start-1 col-end-3 row-start-4 p-0 rows:px-2",
  cell: ({ deliveryBefore }) =>
    deliveryBefore !== undefined && (
      <span className="text-sm whitespace-nowrap rows:text-base">
        <span className="rows:hidden">Before </span>
        <DateText date={deliveryBefore} />
      </span>
    ),
};

export function AcceptedOutgoingPage() {
  const control = useOrderFilter();
  const one = useOneOrder("retailer", "accepted");
  const asked = { ...control.args, ...one.args };
  const list = useLiveList(api.orders.outgoing, { list: "accepted", ...asked });
  const [cancelling, setCancelling] = useState<OutgoingOrder | null>(null);
  const [cancellingAll, setCancellingAll] = useState<OrderGroup | null>(null);
  const { orderAgain, report } = useOrderAgain();
  const columns = useColumns(setCancelling, orderAgain);
  return (
    <>
      <OrderList
        title="Accepted Orders"
        action={<ExportButton subject="orders" />}
        one={one}
        list={list}
        filters={<OrderFilterBar control={control} list="accepted" partner="distributor" />}
        filterWords={outgoingFilterWords(control, list.results)}
        skeleton="rows"
        sheetColumns={SHEET}
        errorMessage="Failed to fetch accepted orders."
        empty={
          one.isOne ? (
            <NotOnList title={NONE} />
          ) : isOrderFiltered(control.filter) ? (
            <NoOrderMatches control={control} title={NONE} />
          ) : (
            <NoneYet />
          )
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

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
      hint="An order moves here the moment the distributor accepts it, and its invoice is ready."
      action={<LinkButton to="/pendingretail">Pending Orders</LinkButton>}
    />
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
        unlabelled: true,
        className: `col-start-3 col-end-7 ${messageLook}`,
        cell: (order) =>
          order._id === rewording ? (
            <InlineMessage
              order={order}
              onSubmit={(msg) => reword(order._id, msg)}
              onClose={close}
            />
          ) : (
            <OneLine text={messageOf(order)} className="truncate text-sm text-muted" />
          ),
      },
      {
        key: "actions",
        header: "Actions",
        unlabelled: true,
        atRight: true,
        className: actionsLook,
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
    <div className="flex flex-wrap items-center gap-1.5 rows:flex-nowrap rows:justify-end rows:gap-2">
      <OrderTimeline order={order} look="icon" />
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
