/** The columns of printed orders: the data for packing, delivery and checking, without buttons. */
import type { ReactNode } from "react";
import { ORDER_STATUS_TEXTS, type OrderList } from "../../../../domain/orderLifecycle";
import { piecesText } from "../../../../domain/orderLines";
import { DateText } from "../../../ui/DateText";
import { Price, Money } from "../../../ui/Money";
import {
  type IncomingOrder,
  type LineReader,
  type LineRow,
  type Order,
  type OutgoingOrder,
  refusalText,
  sellerOf,
  totalOf,
} from "../orderRow";
import { t } from "../../../../domain/language/texts";

export type SheetColumn<Of extends Order> = {
  readonly header: string;
  readonly cell: (row: LineRow<Of>) => ReactNode;
  /** Stands at the right. */
  readonly isFigure?: boolean;
  /** Two lines of text: gets almost a third of the paper. */
  readonly isWide?: boolean;
};

const placed: SheetColumn<Order> = {
  header: t("Ordered on"),
  cell: ({ order }) => <DateText date={order.createdAt} className="whitespace-nowrap" />,
};

/** Struck out, with whose doing that is, where it is not sent. */
function product<Of extends Order>(readerOf: (order: Of) => LineReader): SheetColumn<Of> {
  return {
    header: t("Product"),
    cell: ({ order, line: { productName, refused } }) =>
      refused === undefined ? (
        productName
      ) : (
        <TwoLines first={<s>{productName}</s>} second={refusalText(refused, readerOf(order))} />
      ),
  };
}

const customer: SheetColumn<IncomingOrder> = {
  header: t("Customer"),
  isWide: true,
  cell: ({ order: { userName, shopName, userPhone, retailerAddress } }) => (
    <TwoLines
      first={shopName === "" ? userName : `${userName}, ${shopName}`}
      second={`${retailerAddress.replaceAll("\n", ", ")}, ${userPhone}`}
    />
  ),
};

const seller: SheetColumn<OutgoingOrder> = {
  header: t("Distributor"),
  isWide: true,
  cell: ({ order }) => <TwoLines first={sellerOf(order)} second={order.distributorEmail} />,
};

const figures: readonly SheetColumn<Order>[] = [
  { header: t("Quantity"), isFigure: true, cell: ({ line }) => piecesText(line) },
  {
    header: t("Price"),
    isFigure: true,
    cell: ({ line }) => <Price of={line} />,
  },
  {
    header: t("Total"),
    isFigure: true,
    cell: ({ line }) => <Money paise={totalOf({ lines: [line] })} />,
  },
];

const delivery: SheetColumn<Order> = {
  header: t("Delivery before"),
  cell: ({ order: { deliveryBefore } }) =>
    deliveryBefore !== undefined && (
      <DateText date={deliveryBefore} className="whitespace-nowrap" />
    ),
};

const completed: SheetColumn<Order> = {
  header: t("Completed on"),
  cell: ({ order: { completedOn } }) =>
    completedOn !== undefined && <DateText date={completedOn} className="whitespace-nowrap" />,
};

const message: SheetColumn<Order> = { header: t("Message"), cell: ({ order }) => order.msg };

const reason: SheetColumn<Order> = {
  header: t("Reason"),
  cell: ({ order: { status, orderCancelReason = t("Not provided") } }) => (
    <TwoLines first={t(ORDER_STATUS_TEXTS[status])} second={orderCancelReason} />
  ),
};

const REST: Record<OrderList, readonly SheetColumn<Order>[]> = {
  pending: [message],
  accepted: [delivery, message],
  rejected: [reason],
  completed: [completed, message],
};

const soldProduct = product<IncomingOrder>(({ userName }) => ({
  party: "distributor",
  partnerName: userName,
}));

const orderedProduct = product<OutgoingOrder>((order) => ({
  party: "retailer",
  partnerName: sellerOf(order),
}));

export function incomingSheet(list: OrderList): readonly SheetColumn<IncomingOrder>[] {
  return [placed, soldProduct, customer, ...figures, ...REST[list]];
}

export function outgoingSheet(list: OrderList): readonly SheetColumn<OutgoingOrder>[] {
  return [placed, orderedProduct, seller, ...figures, ...REST[list]];
}

function TwoLines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <>
      {first}
      <span className="block text-muted">{second}</span>
    </>
  );
}
