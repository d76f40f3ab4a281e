/** The columns that order tables share. */
import { formatDate, formatDateTime } from "../../../domain/dates";
import type { Column } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { OneLine } from "../../ui/OneLine";
import { OrderTimeline } from "./OrderTimeline";
import { type Order, type OutgoingOrder, quantityText, totalOf } from "./orderRow";

const pictureColumn: Column<OutgoingOrder> = {
  key: "picture",
  header: "Image",
  unlabelled: true,
  className: "float-left mr-3 py-0 rows:float-none rows:mr-0 rows:w-14 rows:py-1 rows:pr-0",
  cell: (order) => (
    <ProductPicture
      src={order.picture}
      alt={order.productName}
      className="w-14 rounded-sm rows:w-10"
    />
  ),
};

export const productColumn: Column<Order> = {
  key: "product",
  header: "Product",
  primary: true,
  // As high as the picture beside it on phones.
  className: "min-h-11 items-center rows:min-h-0",
  cell: (order) => <OneLine text={order.productName} className="font-medium rows:max-w-52" />,
};

const distributorColumn: Column<OutgoingOrder> = {
  key: "distributor",
  header: "Distributor",
  cell: (order) => (
    <OneLine text={order.distributorName} className="rows:max-w-24 xl:rows:max-w-28" />
  ),
};

const emailColumn: Column<OutgoingOrder> = {
  key: "email",
  header: "E-mail",
  cell: (order) => (
    <OneLine text={order.distributorEmail} className="text-muted rows:max-w-28 xl:rows:max-w-36" />
  ),
};

export const quantityColumn: Column<Order> = {
  key: "quantity",
  header: "Quantity",
  align: "right",
  cell: (order) => quantityText(order),
};

export const priceColumn: Column<Order> = {
  key: "price",
  header: "Price",
  align: "right",
  cell: (order) => <Money paise={order.pricePaise} />,
};

/** The name above the day of placing. */
const placedColumn: Column<OutgoingOrder> = {
  ...productColumn,
  className: `${productColumn.className} rows:py-1`,
  cell: (order) => (
    <>
      <OneLine
        text={order.productName}
        className="font-medium rows:max-w-32 rows:leading-4 xl:rows:max-w-40"
      />
      <span className="block text-xs text-muted">{formatDate(order.createdAt)}</span>
    </>
  ),
};

const offeredColumn: Column<OutgoingOrder> = {
  ...quantityColumn,
  className: "rows:py-1",
  cell: (order) => (
    <>
      {quantityText(order)}
      {order.offer !== undefined && (
        <span className="block text-xs/4 whitespace-nowrap text-caution">
          {order.offer.quantity.toLocaleString("en-IN")} offered
        </span>
      )}
    </>
  ),
};

/** The price of a piece above the total, where they differ. */
const sumColumn: Column<OutgoingOrder> = {
  ...priceColumn,
  className: "rows:py-1",
  cell: (order) => (
    <>
      <Money paise={order.pricePaise} className="block rows:leading-4" />
      {order.quantity > 1 && (
        <span className="block text-xs whitespace-nowrap text-muted">
          = <Money paise={totalOf(order)} />
        </span>
      )}
    </>
  ),
};

const statusColumn: Column<OutgoingOrder> = {
  key: "status",
  header: "Status",
  cell: (order) => (
    <>
      <span className="flex flex-wrap items-center justify-end gap-1 rows:flex-nowrap rows:justify-start">
        <StatusBadge status={order.status} />
        <OrderTimeline order={order} look="inTable" />
      </span>
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
  placedColumn,
  distributorColumn,
  emailColumn,
  offeredColumn,
  sumColumn,
  statusColumn,
];
