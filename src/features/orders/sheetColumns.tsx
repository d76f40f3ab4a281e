/** The columns of printed orders: the data for packing, delivery and checking, without buttons. */
import type { ReactNode } from "react";
import { ORDER_STATUS_TEXTS, type OrderList } from "../../../domain/orderLifecycle";
import { DateText } from "../../ui/DateText";
import { PlusGst } from "../../ui/PlusGst";
import { Money } from "../../ui/Money";
import {
  type IncomingOrder,
  type Order,
  type OutgoingOrder,
  quantityText,
  totalOf,
  sellerOf,
} from "./orderRow";

export type SheetColumn<Row> = {
  readonly header: string;
  readonly cell: (order: Row) => ReactNode;
  /** Stands at the right. */
  readonly isFigure?: boolean;
  /** Two lines of text: gets almost a third of the paper. */
  readonly isWide?: boolean;
};

const placed: SheetColumn<Order> = {
  header: "Ordered on",
  cell: ({ createdAt }) => <DateText date={createdAt} className="whitespace-nowrap" />,
};

const product: SheetColumn<Order> = { header: "Product", cell: ({ productName }) => productName };

const customer: SheetColumn<IncomingOrder> = {
  header: "Customer",
  isWide: true,
  cell: ({ userName, shopName, userPhone, retailerAddress }) => (
    <TwoLines
      first={shopName === "" ? userName : `${userName}, ${shopName}`}
      second={`${retailerAddress.replaceAll("\n", ", ")}, ${userPhone}`}
    />
  ),
};

const seller: SheetColumn<OutgoingOrder> = {
  header: "Distributor",
  isWide: true,
  cell: (order) => <TwoLines first={sellerOf(order)} second={order.distributorEmail} />,
};

const figures: readonly SheetColumn<Order>[] = [
  {
    header: "Quantity",
    isFigure: true,
    cell: (order) => quantityText(order),
  },
  {
    header: "Price",
    isFigure: true,
    cell: (order) => (
      <>
        <Money paise={order.pricePaise} />
        <PlusGst of={order} />
      </>
    ),
  },
  { header: "Total", isFigure: true, cell: (order) => <Money paise={totalOf(order)} /> },
];

const delivery: SheetColumn<Order> = {
  header: "Delivery before",
  cell: ({ deliveryBefore }) =>
    deliveryBefore !== undefined && (
      <DateText date={deliveryBefore} className="whitespace-nowrap" />
    ),
};

const completed: SheetColumn<Order> = {
  header: "Completed on",
  cell: ({ completedOn }) =>
    completedOn !== undefined && <DateText date={completedOn} className="whitespace-nowrap" />,
};

const message: SheetColumn<Order> = { header: "Message", cell: ({ msg }) => msg };

const reason: SheetColumn<Order> = {
  header: "Reason",
  cell: ({ status, orderCancelReason = "Not provided" }) => (
    <TwoLines first={ORDER_STATUS_TEXTS[status]} second={orderCancelReason} />
  ),
};

const REST: Record<OrderList, readonly SheetColumn<Order>[]> = {
  pending: [message],
  accepted: [delivery, message],
  rejected: [reason],
  completed: [completed, message],
};

export function incomingSheet(list: OrderList): readonly SheetColumn<IncomingOrder>[] {
  return [placed, product, customer, ...figures, ...REST[list]];
}

export function outgoingSheet(list: OrderList): readonly SheetColumn<OutgoingOrder>[] {
  return [placed, product, seller, ...figures, ...REST[list]];
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <span className="block text-muted">{second}</span>
    </>
  );
}
