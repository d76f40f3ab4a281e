/** The columns of the admin's order tables (spec §2.6). */
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { formatCount } from "./figures";
import type { OrderRow } from "./rows";
import { OneLine } from "./userColumns";

/** Somebody's name over their e-mail, both in one 40 px row. */
function Party({ name, email }: { name: string; email: string }) {
  return (
    <span className="block md:max-w-44 md:text-xs/4">
      <span className="block font-medium md:truncate" title={name}>
        {name}
      </span>
      <span className="block text-muted md:truncate" title={email}>
        {email}
      </span>
    </span>
  );
}

export const orderColumns: readonly Column<OrderRow>[] = [
  {
    key: "product",
    header: "Product",
    primary: true,
    cell: ({ productName }) => <OneLine text={productName} className="font-medium md:max-w-44" />,
  },
  {
    key: "retailer",
    header: "Retailer",
    className: "md:py-1",
    cell: ({ userName, userEmail }) => <Party name={userName} email={userEmail} />,
  },
  {
    key: "distributor",
    header: "Distributor",
    className: "md:py-1",
    cell: (order) => <Party name={order.distributorName} email={order.distributorEmail} />,
  },
  {
    key: "quantity",
    header: "Quantity",
    align: "right",
    cell: ({ quantity }) => formatCount(quantity),
  },
  {
    key: "price",
    header: "Price",
    align: "right",
    cell: ({ pricePaise }) => <Money paise={pricePaise} />,
  },
  {
    key: "delivery",
    header: "Delivery Before",
    cell: ({ deliveryBefore }) =>
      deliveryBefore === undefined ? (
        <span className="text-muted">N/A</span>
      ) : (
        <DateText date={deliveryBefore} className="whitespace-nowrap" />
      ),
  },
  {
    key: "message",
    header: "Message",
    cell: ({ msg }) => (
      <OneLine text={msg === "" ? "No message" : msg} className="text-muted md:max-w-48" />
    ),
  },
];
