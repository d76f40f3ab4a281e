/** The retailer's four lists of orders. */
import * as links from "../../../../domain/links";
import type { ComponentType } from "react";
import { api } from "../../../../convex/_generated/api";
import type { OrderList } from "../../../../domain/orderLifecycle";
import { Offers } from "../answer/Offers";
import { lazyDialog } from "../../../ui/lazyPart";
import type { OrderDialogProps } from "../orderActs";
import { OrderCards } from "./OrderCards";
import { outgoingColumns, OutgoingHeading, outgoingRowLook } from "../tables/outgoingColumns";
import type { OrderListPage, RowsProps } from "../orderList";
import { type OutgoingOrder, sellerOf } from "../orderRow";
import { OrdersPage } from "./OrdersPage";
import { OrderTable } from "../tables/OrderTable";
import { OutgoingCard } from "./OutgoingCard";
import { outgoingSheet } from "../tables/sheetColumns";
import { WaitingOrders } from "./WaitingOrders";

export function outgoingPage(list: OrderList): ComponentType {
  return () => <OrdersPage of={OUTGOING_LISTS[list]} />;
}

const NOT_OPENED = "The dialog could not be loaded.";

/** Loaded when they are first opened. */
const CancelDialog = lazyDialog(
  async () => (await import("./orderPrompts")).CancelDialog,
  NOT_OPENED,
);
const MessageDialog = lazyDialog(
  async () => (await import("./orderPrompts")).MessageDialog,
  NOT_OPENED,
);

function outgoingCard(order: OutgoingOrder, isArriving: boolean) {
  return <OutgoingCard order={order} arriving={isArriving} />;
}

function OutgoingCards(props: RowsProps<OutgoingOrder>) {
  return <OrderCards {...props} card={outgoingCard} />;
}

const OUTGOING_TABLE = {
  Heading: OutgoingHeading,
  className: "[&_thead_th]:px-2 [&_thead_th:first-child]:pl-3",
  cardClassName: outgoingRowLook,
} as const;

function PendingTable(props: RowsProps<OutgoingOrder>) {
  const columns = outgoingColumns.pending;
  return <OrderTable {...props} {...OUTGOING_TABLE} caption="Pending orders" columns={columns} />;
}

function AcceptedTable(props: RowsProps<OutgoingOrder>) {
  const columns = outgoingColumns.accepted;
  return <OrderTable {...props} {...OUTGOING_TABLE} caption="Accepted orders" columns={columns} />;
}

function OpenOffer({ order }: { order: OutgoingOrder }) {
  return order.status === "pending" && <Offers orderId={order._id} />;
}

function WaitingAndOffers() {
  return (
    <>
      <WaitingOrders />
      <Offers />
    </>
  );
}

function OutgoingDialog({ dialog, onClose }: OrderDialogProps) {
  switch (dialog.kind) {
    case "cancel":
      return <CancelDialog order={dialog.order} at={dialog.at} onClose={onClose} />;
    case "message":
      return <MessageDialog order={dialog.order} onClose={onClose} />;
    default:
      return null;
  }
}

const OUTGOING = {
  party: "retailer",
  query: api.orders.outgoing,
  Offer: OpenOffer,
  Dialog: OutgoingDialog,
  partnerOf: sellerOf,
} as const;

const OUTGOING_LISTS: Record<OrderList, OrderListPage<OutgoingOrder>> = {
  pending: {
    ...OUTGOING,
    list: "pending",
    title: "Pending Orders",
    Rows: PendingTable,
    look: "table",
    filters: "placed",
    Above: WaitingAndOffers,
    sheetColumns: outgoingSheet("pending"),
    errorMessage: "Failed to fetch pending orders.",
    none: "No pending orders found.",
    hint: "Orders wait here until the distributor answers.",
    wayOn: { to: links.CATALOGUE, label: "All Products" },
  },
  accepted: {
    ...OUTGOING,
    list: "accepted",
    title: "Accepted Orders",
    Rows: AcceptedTable,
    look: "table",
    filters: "placed",
    hasExport: true,
    sheetColumns: outgoingSheet("accepted"),
    errorMessage: "Failed to fetch accepted orders.",
    none: "No accepted orders found.",
    hint: "An order moves here the moment the distributor accepts it, and its invoice is ready.",
    wayOn: { to: links.ORDER_PAGES.retailer.pending, label: "Pending Orders" },
  },
  rejected: {
    ...OUTGOING,
    list: "rejected",
    title: "Rejected Orders",
    Rows: OutgoingCards,
    look: "cards",
    filters: "placed",
    sheetColumns: outgoingSheet("rejected"),
    errorMessage: "Failed to fetch rejected orders.",
    none: "No rejected orders found.",
    hint: "Orders that a distributor rejects, or that you cancel, are kept here with the reason.",
    wayOn: { to: links.ORDER_PAGES.retailer.pending, label: "Pending Orders" },
  },
  completed: {
    ...OUTGOING,
    list: "completed",
    title: "Completed Orders",
    Rows: OutgoingCards,
    look: "cards",
    hasExport: true,
    sheetColumns: outgoingSheet("completed"),
    errorMessage: "Failed to fetch completed orders.",
    none: "No completed orders found.",
    hint: "An order moves here when the distributor marks it as completed.",
    wayOn: { to: links.ORDER_PAGES.retailer.accepted, label: "Accepted Orders" },
  },
};
