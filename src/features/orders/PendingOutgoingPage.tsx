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
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import type { OrderGroup } from "./orderGroups";
import { OrderList } from "./OrderList";
import { messageOf, type OutgoingOrder } from "./orderRow";
import { orderColumns } from "./outgoingColumns";
import { OutgoingTable } from "./OutgoingTable";
import { outgoingSheet } from "./sheetColumns";

const SHEET = outgoingSheet("pending");

type OpenDialog = { readonly kind: "cancel" | "message"; readonly order: OutgoingOrder };

const messageColumn: Column<OutgoingOrder> = {
  key: "message",
  header: "Message",
  cell: (order) => (
    <OneLine text={messageOf(order)} className="text-muted rows:max-w-24 xl:rows:max-w-36" />
  ),
};

export function PendingOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "pending" });
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
        className: "clear-both rows:sticky rows:right-0 rows:bg-inherit rows:py-1",
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
        list={list}
        toolbar={<Offers />}
        skeleton="rows"
        sheetColumns={SHEET}
        errorMessage="Failed to fetch pending orders."
        empty={
          <EmptyState
            title="No pending orders found."
            hint="Orders wait here until the distributor answers."
            action={<LinkButton to="/productlistall">All Products</LinkButton>}
          />
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

type ActionsProps = {
  order: OutgoingOrder;
  onOpen: (kind: OpenDialog["kind"]) => void;
  onOrderAgain: (orderId: string) => void;
};

function Actions({ order, onOpen, onOrderAgain }: ActionsProps) {
  const actions = actionsFor(order, "retailer");
  return (
    <div className="flex flex-wrap gap-2 rows:flex-nowrap rows:justify-end">
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
