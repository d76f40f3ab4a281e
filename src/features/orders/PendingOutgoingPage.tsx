/** The retailer's orders that the distributor has not answered yet. */
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import type { Column } from "../../ui/DataTable";
import { EmptyState } from "../../ui/EmptyState";
import { OneLine } from "../../ui/OneLine";
import { CancelAllDialog } from "./CancelAllDialog";
import { Offers } from "./Offers";
import { CancelDialog, MessageDialog } from "./orderDialogs";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import type { OrderGroup } from "./orderGroups";
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
import { WaitingOrders } from "./WaitingOrders";

const SHEET = outgoingSheet("pending");
const NONE = "No pending orders found.";

type OpenDialog = { readonly kind: "cancel" | "message"; readonly order: OutgoingOrder };

const messageColumn: Column<OutgoingOrder> = {
  key: "message",
  header: "Message",
  unlabelled: true,
  className: `col-start-1 col-end-7 ${messageLook}`,
  cell: (order) => <OneLine text={messageOf(order)} className="truncate text-sm text-muted" />,
};

export function PendingOutgoingPage() {
  const control = useOrderFilter();
  const one = useOneOrder("retailer", "pending");
  const list = useLiveList(api.orders.outgoing, { list: "pending", ...control.args, ...one.args });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [cancelling, setCancelling] = useState<OrderGroup | null>(null);
  const close = () => setDialog(null);
  const { orderAgain, report } = useOrderAgain();
  const columns = useMemo(
    (): readonly Column<OutgoingOrder>[] => [
      ...orderColumns,
      messageColumn,
      {
        key: "actions",
        header: "Actions",
        unlabelled: true,
        atRight: true,
        className: actionsLook,
        cell: (order) => (
          <Actions
            order={order}
            onOpen={(kind) => setDialog({ kind, order })}
            onOrderAgain={orderAgain}
          />
        ),
      },
    ],
    [orderAgain],
  );
  return (
    <>
      <OrderList
        title="Pending Orders"
        one={one}
        list={list}
        toolbar={<BeforeList orderId={one.args.orderId} />}
        filters={<OrderFilterBar control={control} list="pending" partner="distributor" />}
        filterWords={outgoingFilterWords(control, list.results)}
        skeleton="rows"
        sheetColumns={SHEET}
        errorMessage="Failed to fetch pending orders."
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
            caption="Pending orders"
            columns={columns}
            orders={orders}
            isNew={isNew}
            onCancelAll={setCancelling}
          />
        )}
      </OrderList>
      {dialog?.kind === "cancel" && <CancelDialog order={dialog.order} onClose={close} />}
      {dialog?.kind === "message" && <MessageDialog order={dialog.order} onClose={close} />}
      {report}
      {cancelling !== null && (
        <CancelAllDialog group={cancelling} onClose={() => setCancelling(null)} />
      )}
    </>
  );
}

function BeforeList({ orderId }: { orderId: string | undefined }) {
  return (
    <>
      <WaitingOrders />
      <Offers orderId={orderId} />
    </>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
      hint="Orders wait here until the distributor answers."
      action={<LinkButton to="/productlistall">All Products</LinkButton>}
    />
  );
}

type ActionsProps = {
  order: OutgoingOrder;
  onOpen: (kind: OpenDialog["kind"]) => void;
  onOrderAgain: (orderId: string) => void;
};

function Actions({ order, onOpen, onOrderAgain }: ActionsProps) {
  const actions = actionsFor(order, "retailer");
  return (
    <div className="flex flex-wrap items-center gap-1.5 rows:flex-nowrap rows:justify-end rows:gap-2">
      <OrderTimeline order={order} look="icon" />
      {actions.includes("cancel") && (
        <Button size="sm" onClick={() => onOpen("cancel")}>
          Cancel
        </Button>
      )}
      {actions.includes("updateMessage") && (
        <Button size="sm" onClick={() => onOpen("message")}>
          Update Message
        </Button>
      )}
      <OrderAgain inTable orderId={order._id} onOrderAgain={onOrderAgain} />
    </div>
  );
}
