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
import { t } from "../../../../domain/language/texts";

export function outgoingPage(list: OrderList): ComponentType {
  return () => <OrdersPage of={OUTGOING_LISTS[list]} />;
}

const NOT_OPENED = t("The dialog could not be loaded.");

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
  return (
    <OrderTable {...props} {...OUTGOING_TABLE} caption={t("Pending orders")} columns={columns} />
  );
}

function AcceptedTable(props: RowsProps<OutgoingOrder>) {
  const columns = outgoingColumns.accepted;
  return (
    <OrderTable {...props} {...OUTGOING_TABLE} caption={t("Accepted orders")} columns={columns} />
  );
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
    title: t("Pending Orders"),
    Rows: PendingTable,
    look: "table",
    filters: "placed",
    Above: WaitingAndOffers,
    sheetColumns: outgoingSheet("pending"),
    errorMessage: t("Failed to fetch pending orders."),
    none: t("No pending orders found."),
    hint: t("Orders wait here until the distributor answers."),
    wayOn: { to: links.CATALOGUE, label: t("All Products") },
  },
  accepted: {
    ...OUTGOING,
    list: "accepted",
    title: t("Accepted Orders"),
    Rows: AcceptedTable,
    look: "table",
    filters: "placed",
    hasExport: true,
    sheetColumns: outgoingSheet("accepted"),
    errorMessage: t("Failed to fetch accepted orders."),
    none: t("No accepted orders found."),
    hint: t("An order moves here the moment the distributor accepts it, and its invoice is ready."),
    wayOn: { to: links.ORDER_PAGES.retailer.pending, label: t("Pending Orders") },
  },
  rejected: {
    ...OUTGOING,
    list: "rejected",
    title: t("Rejected Orders"),
    Rows: OutgoingCards,
    look: "cards",
    filters: "placed",
    sheetColumns: outgoingSheet("rejected"),
    errorMessage: t("Failed to fetch rejected orders."),
    none: t("No rejected orders found."),
    hint: t(
      "Orders that a distributor rejects, or that you cancel, are kept here with the reason.",
    ),
    wayOn: { to: links.ORDER_PAGES.retailer.pending, label: t("Pending Orders") },
  },
  completed: {
    ...OUTGOING,
    list: "completed",
    title: t("Completed Orders"),
    Rows: OutgoingCards,
    look: "cards",
    hasExport: true,
    sheetColumns: outgoingSheet("completed"),
    errorMessage: t("Failed to fetch completed orders."),
    none: t("No completed orders found."),
    hint: t("An order moves here when the distributor marks it as completed."),
    wayOn: { to: links.ORDER_PAGES.retailer.accepted, label: t("Accepted Orders") },
  },
};
