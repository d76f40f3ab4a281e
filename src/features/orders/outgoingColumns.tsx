/** The columns that order tables share. */
import { formatDateTime } from "../../../domain/dates";
import type { Column } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { OneLine } from "../../ui/OneLine";
import type { Order, OutgoingOrder } from "./orderRow";

const pictureColumn: Column<OutgoingOrder> = {
  key: "picture",
  header: "Image",
  unlabelled: true,
  className: "float-left mr-3 py-0 md:float-none md:mr-0 md:w-14 md:py-1 md:pr-0",
  cell: (order) => (
    <ProductPicture
      src={order.picture}
      alt={order.productName}
      className="w-14 rounded-sm md:w-10"
    />
  ),
};

export const productColumn: Column<Order> = {
  key: "product",
  header: "Product",
  primary: true,
  // As high as the picture beside it on phones.
  className: "min-h-11 items-center md:min-h-0",
  cell: (order) => <OneLine text={order.productName} className="font-medium md:max-w-52" />,
};

const distributorColumn: Column<OutgoingOrder> = {
  key: "distributor",
  header: "Distributor",
  cell: (order) => <OneLine text={order.distributorName} className="md:max-w-32" />,
};

const emailColumn: Column<OutgoingOrder> = {
  key: "email",
  header: "E-mail",
  cell: (order) => <OneLine text={order.distributorEmail} className="text-muted md:max-w-40" />,
};

export const quantityColumn: Column<Order> = {
  key: "quantity",
  header: "Quantity",
  align: "right",
  cell: (order) => order.quantity.toLocaleString("en-IN"),
};

export const priceColumn: Column<Order> = {
  key: "price",
  header: "Price",
  align: "right",
  cell: (order) => <Money paise={order.pricePaise} />,
};

const statusColumn: Column<OutgoingOrder> = {
  key: "status",
  header: "Status",
  cell: (order) => (
    <>
      <StatusBadge status={order.status} />
      {order.endsAt !== undefined && (
        <span className="block text-xs text-caution">
          Not answered yet: ends {formatDateTime(order.endsAt)}
        </span>
      )}
    </>
  ),
};

export const orderColumns: readonly Column<OutgoingOrder>[] = [
  pictureColumn,
  productColumn,
  distributorColumn,
  emailColumn,
  quantityColumn,
  priceColumn,
  statusColumn,
];
