/** The distributor's four lists of orders. */
import * as links from "../../../../domain/links";
import type { ComponentType } from "react";
import { api } from "../../../../convex/_generated/api";
import type { OrderList } from "../../../../domain/orderLifecycle";
import { lazyDialog } from "../../../ui/lazyPart";
import { OfferNote } from "../answer/OfferNote";
import type { OrderDialogProps } from "../orderActs";
import type { OrderListPage, RowsProps } from "../orderList";
import { customerOf, type IncomingOrder } from "../orderRow";
import { AnsweredCard, IncomingCard } from "./IncomingCard";
import { completedColumns, CompletedHeading } from "../tables/completedColumns";
import { DueChips } from "./DueGroups";
import type { KeptOrder } from "./keptRows";
import { OrderCards } from "./OrderCards";
import { OrdersPage } from "./OrdersPage";
import { OrderTable } from "../tables/OrderTable";
import { SelectionBar } from "./SelectionBar";
import { incomingSheet } from "../tables/sheetColumns";
import { useCardButtonKey, useCardKeys } from "./useCardKeys";
import { t } from "../../../../domain/language/texts";

export function incomingPage(list: OrderList): ComponentType {
  return () => <OrdersPage of={INCOMING_LISTS[list]} />;
}

const NOT_OPENED = t("The dialog could not be loaded.");

/** Loaded when they are first opened. */
const AcceptDialog = lazyDialog(
  async () => (await import("../answer/AcceptDialog")).AcceptDialog,
  NOT_OPENED,
);
const RejectDialog = lazyDialog(
  async () => (await import("./orderPrompts")).RejectDialog,
  NOT_OPENED,
);
const AcceptManyDialog = lazyDialog(
  async () => (await import("../answer/manyDialogs")).AcceptManyDialog,
  NOT_OPENED,
);
const RejectManyDialog = lazyDialog(
  async () => (await import("../answer/manyDialogs")).RejectManyDialog,
  NOT_OPENED,
);
const CompleteManyDialog = lazyDialog(
  async () => (await import("../answer/manyDialogs")).CompleteManyDialog,
  NOT_OPENED,
);

function incomingCard(order: KeptOrder & IncomingOrder, isArriving: boolean) {
  const { invoiceId } = order;
  return invoiceId === undefined ? (
    <IncomingCard order={order} arriving={isArriving} />
  ) : (
    <AnsweredCard order={order} invoiceId={invoiceId} />
  );
}

function IncomingCards(props: RowsProps<IncomingOrder>) {
  return <OrderCards {...props} card={incomingCard} />;
}

type ChoiceProps = Pick<RowsProps<IncomingOrder>, "orders">;

/** Lets choose among orders, with the keys that go from card to card, and those that answer. */
function PendingChoice({ orders }: ChoiceProps) {
  useCardKeys();
  useCardButtonKey("a", t("Accept (the order that has the focus)"));
  useCardButtonKey("r", t("Reject (the order that has the focus)"));
  return <SelectionBar orders={orders} kinds={["reject", "accept"]} />;
}

function AcceptedChoice({ orders }: ChoiceProps) {
  useCardKeys();
  return <SelectionBar orders={orders} kinds={["complete"]} />;
}

function CompletedTable(props: RowsProps<IncomingOrder>) {
  return (
    <OrderTable
      {...props}
      caption={t("Completed orders")}
      columns={completedColumns}
      Heading={CompletedHeading}
      // All of its columns fit at 1280 px.
      className="lg:max-2xl:[&_:is(th,td)]:px-2"
    />
  );
}

function IncomingDialog({ dialog, keep, complete, onDone, onClose }: OrderDialogProps) {
  switch (dialog.kind) {
    case "accept": {
      const { order } = dialog;
      return (
        <AcceptDialog
          opened={order}
          onAccepted={(invoiceId) => keep({ ...order, invoiceId })}
          onClose={onClose}
        />
      );
    }
    case "reject":
      return <RejectDialog order={dialog.order} at={dialog.at} onClose={onClose} />;
    case "acceptMany":
      return (
        <AcceptManyDialog
          orders={dialog.orders}
          onAccepted={(order, invoiceId) => keep({ ...order, invoiceId })}
          onDone={onDone}
          onClose={onClose}
        />
      );
    case "rejectMany":
      return <RejectManyDialog orders={dialog.orders} onDone={onDone} onClose={onClose} />;
    case "completeMany":
      return (
        <CompleteManyDialog
          orders={dialog.orders}
          complete={complete}
          onDone={onDone}
          onClose={onClose}
        />
      );
    case "cancel":
    case "message":
      return null;
    default:
      return dialog satisfies never;
  }
}

const INCOMING = {
  party: "distributor",
  query: api.orders.incoming,
  Offer: OfferNote,
  Dialog: IncomingDialog,
  partnerOf: customerOf,
} as const;

const INCOMING_LISTS: Record<OrderList, OrderListPage<IncomingOrder>> = {
  pending: {
    ...INCOMING,
    list: "pending",
    title: t("Pending Orders"),
    Rows: IncomingCards,
    look: "cards",
    filters: "placed",
    choice: "sort",
    Choice: PendingChoice,
    isCounted: true,
    sheetColumns: incomingSheet("pending"),
    errorMessage: t("Failed to fetch orders. Please try again later."),
    none: t("No pending orders found."),
    hint: t("An order appears here the moment a retailer places it."),
    wayOn: { to: links.OWN_PRODUCTS, label: t("Your products") },
  },
  accepted: {
    ...INCOMING,
    list: "accepted",
    title: t("Accepted Orders"),
    Rows: IncomingCards,
    look: "cards",
    filters: "placed",
    choice: DueChips,
    Choice: AcceptedChoice,
    hasExport: true,
    sheetColumns: incomingSheet("accepted"),
    errorMessage: t("Failed to fetch accepted orders."),
    none: t("No Accepted Orders found."),
    hint: t("Orders that you accept wait here until they are delivered."),
    wayOn: { to: links.ORDER_PAGES.distributor.pending, label: t("Pending Orders") },
  },
  rejected: {
    ...INCOMING,
    list: "rejected",
    title: t("Rejected Orders"),
    Rows: IncomingCards,
    look: "cards",
    sheetColumns: incomingSheet("rejected"),
    errorMessage: t("Failed to fetch rejected orders. Please try again later."),
    none: t("No rejected orders found."),
    hint: t("Orders that you reject, or that a retailer cancels, are kept here with the reason."),
    wayOn: { to: links.ORDER_PAGES.distributor.pending, label: t("Pending Orders") },
  },
  completed: {
    ...INCOMING,
    list: "completed",
    title: t("Completed Orders"),
    Rows: CompletedTable,
    look: "table",
    filters: "completed",
    hasExport: true,
    sheetColumns: incomingSheet("completed"),
    errorMessage: t("Failed to fetch completed orders."),
    none: t("No completed orders found."),
    hint: t("An order moves here when you mark it as completed."),
    wayOn: { to: links.ORDER_PAGES.distributor.accepted, label: t("Accepted Orders") },
  },
};
