/** The eight lists of orders, a row for each: whose orders they are, how they are drawn and filtered, and their texts. */
import type { FunctionArgs, FunctionReference, PaginationResult } from "convex/server";
import type { ComponentType } from "react";
import { api } from "../../../convex/_generated/api";
import type { OrderList } from "../../../domain/orderLifecycle";
import type { TradeRole } from "../../../domain/roles";
import { AnsweredCard } from "./AnsweredCard";
import { DueGroups } from "./DueGroups";
import { IncomingCard } from "./IncomingCard";
import type { KeptOrder } from "./keptRows";
import { Offers } from "./Offers";
import { OrderCards } from "./OrderCards";
import { completedColumns } from "./completedColumns";
import { outgoingColumns, outgoingRowLook } from "./orderColumns";
import {
  customerOf,
  type IncomingOrder,
  type Order,
  type OutgoingOrder,
  sellerOf,
} from "./orderRow";
import { CompletedHeading, OrderTable, OutgoingHeading } from "./OrderTable";
import { OutgoingCard } from "./OutgoingCard";
import { incomingSheet, outgoingSheet, type SheetColumn } from "./sheetColumns";
import { WaitingOrders } from "./WaitingOrders";

type OrdersQuery<Of extends Order> = FunctionReference<
  "query",
  "public",
  FunctionArgs<typeof api.orders.incoming>,
  PaginationResult<Of>
>;

type RowsProps<Of extends Order> = {
  orders: readonly Of[];
  isNew: (order: Of) => boolean;
};

/** Actions on several orders at once. */
export type BulkKind = "accept" | "reject" | "complete";

export type OrderListPage<Of extends Order = Order> = {
  readonly party: TradeRole;
  readonly list: OrderList;
  readonly query: OrdersQuery<Of>;
  readonly title: string;
  readonly Rows: ComponentType<RowsProps<Of>>;
  readonly look: "table" | "cards";
  /** The bar of filters above the list; absent where there is none. */
  readonly filters?: "placed" | "completed";
  /** A choice beside its filters: the sort, or the days of delivery. */
  readonly choice?: "sort" | "due";
  /** Buttons for the chosen orders, in their order; absent where none can be chosen. */
  readonly bulk?: readonly BulkKind[];
  /** Between the heading and the filters. */
  readonly Above?: ComponentType<{ orderId: string | undefined }>;
  readonly hasExport?: true;
  /** The server counts its orders. */
  readonly isCounted?: true;
  /** The other party, for the description of the filters on paper. */
  readonly partnerOf: (order: Of) => string;
  readonly sheetColumns: readonly SheetColumn<Of>[];
  readonly errorMessage: string;
  /** The specification's text for an empty list. */
  readonly none: string;
  /** Shown below it, with the way on, where no filter hides anything. */
  readonly hint: string;
  readonly wayOn: { readonly to: string; readonly label: string };
};

function incomingCard(order: KeptOrder & IncomingOrder, isArriving: boolean) {
  const { invoiceId } = order;
  return invoiceId === undefined ? (
    <IncomingCard order={order} arriving={isArriving} />
  ) : (
    <AnsweredCard order={order} invoiceId={invoiceId} />
  );
}

function outgoingCard(order: OutgoingOrder, isArriving: boolean) {
  return <OutgoingCard order={order} arriving={isArriving} />;
}

function IncomingCards(props: RowsProps<IncomingOrder>) {
  return <OrderCards {...props} card={incomingCard} />;
}

function IncomingByDay(props: RowsProps<IncomingOrder>) {
  return <DueGroups {...props} card={incomingCard} />;
}

function CompletedTable(props: RowsProps<IncomingOrder>) {
  return (
    <OrderTable
      {...props}
      caption="Completed orders"
      columns={completedColumns}
      Heading={CompletedHeading}
      // All of its columns fit at 1280 px.
      className="lg:max-2xl:[&_:is(th,td)]:px-2"
    />
  );
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

function WaitingAndOffers({ orderId }: { orderId: string | undefined }) {
  return (
    <>
      <WaitingOrders />
      <Offers orderId={orderId} />
    </>
  );
}

const INCOMING = {
  party: "distributor",
  query: api.orders.incoming,
  partnerOf: customerOf,
} as const;

const OUTGOING = {
  party: "retailer",
  query: api.orders.outgoing,
  partnerOf: sellerOf,
} as const;

export const INCOMING_LISTS: Record<OrderList, OrderListPage<IncomingOrder>> = {
  pending: {
    ...INCOMING,
    list: "pending",
    title: "Pending Orders",
    Rows: IncomingCards,
    look: "cards",
    filters: "placed",
    choice: "sort",
    bulk: ["reject", "accept"],
    isCounted: true,
    sheetColumns: incomingSheet("pending"),
    errorMessage: "Failed to fetch orders. Please try again later.",
    none: "No pending orders found.",
    hint: "An order appears here the moment a retailer places it.",
    wayOn: { to: "/productlist", label: "Your products" },
  },
  accepted: {
    ...INCOMING,
    list: "accepted",
    title: "Accepted Orders",
    Rows: IncomingByDay,
    look: "cards",
    filters: "placed",
    choice: "due",
    bulk: ["complete"],
    hasExport: true,
    sheetColumns: incomingSheet("accepted"),
    errorMessage: "Failed to fetch accepted orders.",
    none: "No Accepted Orders found.",
    hint: "Orders that you accept wait here until they are delivered.",
    wayOn: { to: "/pendingorders_dist", label: "Pending Orders" },
  },
  rejected: {
    ...INCOMING,
    list: "rejected",
    title: "Rejected Orders",
    Rows: IncomingCards,
    look: "cards",
    sheetColumns: incomingSheet("rejected"),
    errorMessage: "Failed to fetch rejected orders. Please try again later.",
    none: "No rejected orders found.",
    hint: "Orders that you reject, or that a retailer cancels, are kept here with the reason.",
    wayOn: { to: "/pendingorders_dist", label: "Pending Orders" },
  },
  completed: {
    ...INCOMING,
    list: "completed",
    title: "Completed Orders",
    Rows: CompletedTable,
    look: "table",
    filters: "completed",
    hasExport: true,
    sheetColumns: incomingSheet("completed"),
    errorMessage: "Failed to fetch completed orders.",
    none: "No completed orders found.",
    hint: "An order moves here when you mark it as completed.",
    wayOn: { to: "/accepted_dist", label: "Accepted Orders" },
  },
};

export const OUTGOING_LISTS: Record<OrderList, OrderListPage<OutgoingOrder>> = {
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
    wayOn: { to: "/productlistall", label: "All Products" },
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
    wayOn: { to: "/pendingretail", label: "Pending Orders" },
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
    wayOn: { to: "/pendingretail", label: "Pending Orders" },
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
    wayOn: { to: "/acceptedretail", label: "Accepted Orders" },
  },
};
