/** The columns of the admin's order tables. */
import { productsText } from "../../market/orderContent";
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { OneLine } from "../../ui/OneLine";
import { Photos } from "../../ui/Photos";
import { useOrderTimeline } from "../../market/useOrderTimeline";
import { LiveTimeline, TimelineButton } from "../../ui/Timeline";
import { formatCount } from "./figures";
import type { OrderRow } from "./rows";
import { Party } from "./tables";
import { t } from "../../../domain/language/texts";

export const orderColumns: readonly Column<OrderRow>[] = [
  {
    key: "product",
    header: t("Product"),
    primary: true,
    cell: (order) => (
      <span className="flex flex-wrap items-center justify-between gap-1 md:flex-nowrap">
        {order.lineCount !== undefined && (
          <Photos
            photos={order.photos}
            total={order.lineCount}
            most={2}
            className="md:max-xl:hidden"
          />
        )}
        <OneLine
          text={productsText(order.productName, order.lineCount)}
          className="font-medium md:max-w-24 lg:max-w-40 xl:min-w-24"
        />
        <OrderTimeline order={order} />
      </span>
    ),
  },
  {
    key: "retailer",
    header: t("Retailer"),
    className: "rows:py-1",
    cell: ({ userName, userEmail }) => <Party name={userName} email={userEmail} />,
  },
  {
    key: "distributor",
    header: t("Distributor"),
    className: "rows:py-1",
    cell: (order) => <Party name={order.distributorName} email={order.distributorEmail} />,
  },
  {
    key: "quantity",
    header: t("Quantity"),
    align: "right",
    cell: ({ quantity }) => formatCount(quantity),
  },
  {
    key: "price",
    header: t("Price"),
    align: "right",
    cell: ({ pricePaise }) => <Money paise={pricePaise} />,
  },
  {
    key: "delivery",
    header: t("Delivery Before"),
    cell: ({ deliveryBefore }) =>
      deliveryBefore === undefined ? (
        <span className="text-muted">{t("N/A")}</span>
      ) : (
        <DateText date={deliveryBefore} className="whitespace-nowrap" />
      ),
  },
  {
    key: "message",
    header: t("Message"),
    cell: ({ msg }) => (
      <OneLine
        text={msg ?? t("No message")}
        className="text-muted md:max-w-20 lg:max-w-28 xl:max-w-48"
      />
    ),
  },
];

/** The button of an order's timeline, which opens in the page's side panel. */
function OrderTimeline({ order }: { order: OrderRow }) {
  const body = <Steps orderId={order._id} />;
  return (
    <TimelineButton
      subject={productsText(order.productName, order.lineCount)}
      body={body}
      look="icon"
    />
  );
}

function Steps({ orderId }: { orderId: string }) {
  return <LiveTimeline answer={useOrderTimeline(orderId)} />;
}
