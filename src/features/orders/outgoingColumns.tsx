/** The columns that order tables share, and the arrangement of their cells on cards. */
import { Mail, MessageCircle } from "lucide-react";
import { formatDateTime } from "../../../domain/dates";
import { mailtoHref } from "../../lib/mailtoHref";
import { AnchorButton, LinkButton } from "../../ui/Button";
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { PlusGst } from "../../ui/PlusGst";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { OneLine } from "../../ui/OneLine";
import { type Order, type OutgoingOrder, quantityText, sellerOf, totalOf } from "./orderRow";

/**
 * A card of at most 168 px: picture, product and distributor, with the contact at the right; status and money; the message; buttons.
 * Its columns are those of the widest lines, status and money.
 */
export const outgoingCard =
  "grid @max-[16rem]:block grid-cols-[3rem_5rem_minmax(0,1fr)_repeat(3,minmax(0,auto))] items-center gap-x-1.5 gap-y-1 p-2.5";

const pictureColumn: Column<OutgoingOrder> = {
  key: "picture",
  header: "Image",
  unlabelled: true,
  className: "row-span-2 row-start-1 self-start p-0 pt-0.5 rows:w-14 rows:py-1 rows:pr-0 rows:pl-3",
  cell: (order) => (
    <ProductPicture
      src={order.picture}
      alt={order.productName}
      className="w-12 rounded-sm rows:w-10"
    />
  ),
};

export const productColumn: Column<Order> = {
  key: "product",
  header: "Product",
  primary: true,
  // As high as the picture beside it on phones.
  className: "min-h-11 items-center rows:min-h-0",
  cell: (order) => (
    <OneLine text={order.productName} className="font-medium 2xl:max-w-52 rows:max-w-40" />
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
  cell: (order) => (
    <>
      <Money paise={order.pricePaise} />
      <PlusGst of={order} />
    </>
  ),
};

/** The name alone: it is the heading of the card. */
const orderedColumn: Column<OutgoingOrder> = {
  ...productColumn,
  className:
    "col-start-2 col-end-7 row-start-1 p-0 pr-23 @max-[16rem]:pr-0 text-base/5 rows:px-2 rows:py-1",
  cell: (order) => (
    <OneLine
      text={order.productName}
      className="line-clamp-2 font-medium rows:block rows:max-w-36 xl:rows:max-w-28 2xl:rows:max-w-80"
    />
  ),
};

/** The name above the e-mail; on cards the e-mail is a button. */
const distributorColumn: Column<OutgoingOrder> = {
  key: "distributor",
  header: "Distributor · E-mail",
  unlabelled: true,
  className: "col-start-2 col-end-4 row-start-2 min-w-0 p-0 rows:px-2 rows:py-1",
  cell: (order) => (
    <>
      <span
        className="block truncate text-sm text-muted rows:max-w-36 rows:text-base/4 rows:text-ink xl:rows:max-w-28 2xl:rows:max-w-72"
        title={sellerOf(order)}
      >
        {sellerOf(order)}
      </span>
      <a
        href={mailtoHref(order.distributorEmail)}
        title={order.distributorEmail}
        className="hidden truncate text-xs/4 text-muted hover:underline rows:block rows:max-w-36 xl:rows:max-w-28 2xl:rows:max-w-72"
      >
        {order.distributorEmail}
      </a>
      <ContactButtons name={order.distributorName} email={order.distributorEmail} />
    </>
  ),
};

function ContactButtons({ name, email }: { name: string; email: string }) {
  const look = "size-11 px-0 text-muted";
  return (
    <span className="absolute top-2 right-2 flex @max-[16rem]:static rows:hidden">
      <AnchorButton
        variant="quiet"
        className={look}
        href={mailtoHref(email)}
        title={email}
        aria-label={`E-mail ${name}`}
      >
        <Mail aria-hidden />
      </AnchorButton>
      <LinkButton
        variant="quiet"
        className={look}
        to={`/chat?with=${encodeURIComponent(email)}`}
        aria-label={`Message ${name}`}
      >
        <MessageCircle aria-hidden />
      </LinkButton>
    </span>
  );
}

const offeredColumn: Column<OutgoingOrder> = {
  ...quantityColumn,
  unlabelled: true,
  className: "col-start-4 row-start-3 p-0 text-sm rows:px-2 rows:py-1 rows:text-base",
  cell: (order) => (
    <>
      <span>{quantityText(order)}</span>
      <span className="rows:hidden"> ×</span>
      {order.offer !== undefined && order.offer.quantity < order.quantity && (
        <span className="block text-xs/4 text-caution rows:whitespace-nowrap">
          {order.offer.quantity.toLocaleString("en-IN")} offered
        </span>
      )}
    </>
  ),
};

/** Sums of more digits than a phone has room for go on in the next line. */
const breakable = "whitespace-normal rows:whitespace-nowrap";

const pieceColumn: Column<OutgoingOrder> = {
  ...priceColumn,
  unlabelled: true,
  className: "col-start-5 row-start-3 p-0 text-sm rows:px-2 rows:text-base",
  cell: (order) => (
    <>
      <Money paise={order.pricePaise} className={breakable} />
      {/* Beside the price it would take the total's room on a phone. */}
      <span className="block rows:inline">
        <PlusGst of={order} />
      </span>
    </>
  ),
};

const totalColumn: Column<OutgoingOrder> = {
  key: "total",
  header: "Total",
  align: "right",
  unlabelled: true,
  className: "col-start-6 row-start-3 p-0 pl-1 rows:px-2",
  cell: (order) => <Money paise={totalOf(order)} className={`font-semibold ${breakable}`} />,
};

const statusColumn: Column<OutgoingOrder> = {
  key: "status",
  header: "Status",
  unlabelled: true,
  className: "col-start-1 col-end-4 row-start-3 p-0 rows:px-2 rows:py-1",
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

/** Above the contact buttons' end on cards, where the distributor stands at the left. */
const placedColumn: Column<OutgoingOrder> = {
  key: "placed",
  header: "Placed",
  unlabelled: true,
  className:
    "col-start-4 col-end-7 row-start-2 justify-end p-0 pr-23 @max-[16rem]:justify-start @max-[16rem]:pr-0 rows:px-2",
  cell: ({ createdAt }) => (
    <DateText
      date={createdAt}
      className="text-sm whitespace-nowrap text-muted rows:text-base rows:text-ink"
    />
  ),
};

export const orderColumns: readonly Column<OutgoingOrder>[] = [
  pictureColumn,
  orderedColumn,
  distributorColumn,
  placedColumn,
  offeredColumn,
  pieceColumn,
  totalColumn,
  statusColumn,
];

/** The right end of both tables: the message, which takes the room that is left, and the buttons. */
export const messageLook =
  "row-start-4 min-w-0 p-0 rows:w-full rows:max-w-0 rows:min-w-20 rows:px-2";
export const actionsLook = "col-start-1 col-end-7 row-start-5 p-0 rows:px-2 rows:py-1";
