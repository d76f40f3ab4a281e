/** The columns of printed orders: the data for packing, delivery and checking, without buttons. */
import type { ReactNode } from "react";
import type { OrderList, OrderParty } from "../../../domain/orderLifecycle";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import type { Order } from "./orderRow";

export type SheetColumn = {
  readonly header: string;
  readonly cell: (order: Order) => ReactNode;
  /** Stands at the right. */
  readonly isFigure?: boolean;
  /** Two lines of text: gets almost a third of the paper. */
  readonly isWide?: boolean;
};

const placed: SheetColumn = {
  header: "Ordered on",
  cell: ({ createdAt }) => <DateText date={createdAt} className="whitespace-nowrap" />,
};

const product: SheetColumn = { header: "Product", cell: ({ productName }) => productName };

const PARTIES: Record<OrderParty, SheetColumn> = {
  distributor: {
    header: "Customer",
    isWide: true,
    cell: ({ userName, shopName, userPhone, retailerAddress }) => (
      <TwoLines
        first={shopName === "" ? userName : `${userName}, ${shopName}`}
        second={`${retailerAddress.replaceAll("\n", ", ")}, ${userPhone}`}
      />
    ),
  },
  retailer: {
    header: "Distributor",
    isWide: true,
    cell: (order) => <TwoLines first={order.distributorName} second={order.distributorEmail} />,
  },
};

const figures: readonly SheetColumn[] = [
  {
    header: "Quantity",
    isFigure: true,
    cell: ({ quantity }) => quantity.toLocaleString("en-IN"),
  },
  { header: "Price", isFigure: true, cell: ({ pricePaise }) => <Money paise={pricePaise} /> },
  { header: "Total", isFigure: true, cell: ({ totalPaise }) => <Money paise={totalPaise} /> },
];

const delivery: SheetColumn = {
  header: "Delivery before",
  cell: ({ deliveryBefore }) =>
    deliveryBefore !== undefined && (
      <DateText date={deliveryBefore} className="whitespace-nowrap" />
    ),
};

const completed: SheetColumn = {
  header: "Completed on",
  cell: ({ completedOn }) =>
    completedOn !== undefined && <DateText date={completedOn} className="whitespace-nowrap" />,
};

const message: SheetColumn = { header: "Message", cell: ({ msg }) => msg };

const OUTCOMES = { rejected: "Rejected", cancelled: "Cancelled" } as const;

const reason: SheetColumn = {
  header: "Reason",
  cell: ({ status, orderCancelReason = "Not provided" }) => (
    <TwoLines
      first={status === "cancelled" ? OUTCOMES.cancelled : OUTCOMES.rejected}
      second={orderCancelReason}
    />
  ),
};

const REST: Record<OrderList, readonly SheetColumn[]> = {
  pending: [message],
  accepted: [delivery, message],
  rejected: [reason],
  completed: [completed, message],
};

/** @param reader Who reads the list: a distributor wants to know the customer, a retailer the distributor. */
export function sheetColumns(reader: OrderParty, list: OrderList): readonly SheetColumn[] {
  return [placed, product, PARTIES[reader], ...figures, ...REST[list]];
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <span className="block text-muted">{second}</span>
    </>
  );
}
