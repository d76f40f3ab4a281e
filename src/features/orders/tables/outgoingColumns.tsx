/**
 * The tables of the retailer's pending and accepted orders: their columns, the arrangement of the cells on cards, and the heading of an
 * order of several lines, where what belongs to the whole order stands.
 */
import * as links from "../../../../domain/links";
import { Mail, MessageCircle } from "lucide-react";
import { formatDateTime } from "../../../../domain/dates";
import { keptLines, lineStatus, piecesText } from "../../../../domain/orderLines";
import { cx } from "../../../lib/cx";
import { mailtoHref } from "../../../device/contactLinks";
import { AnchorButton, Button, LinkButton } from "../../../ui/Button";
import type { Column } from "../../../ui/DataTable";
import { DateText } from "../../../ui/DateText";
import { PlusGst, Money } from "../../../ui/Money";
import { ProductPicture } from "../../../ui/ProductPicture";
import { StatusBadge } from "../../../ui/StatusBadge";
import { OneLine } from "../../../ui/OneLine";
import { InlineMessage } from "../lists/InlineMessage";
import { useOrderActs } from "../orderActs";
import { priceColumn, productColumn, productLook, quantityColumn, Title } from "./lineColumns";
import { RowButtons } from "../lists/OrderButtons";
import {
  type LineRow,
  messageOf,
  offeredOf,
  type Order,
  type OutgoingOrder,
  refusalText,
  sellerOf,
  totalOf,
} from "../orderRow";
import { OrderHeading } from "./OrderTable";
import { OrderTimeline } from "../lists/OrderTimeline";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

type OutgoingColumn = Column<LineRow<OutgoingOrder>>;

/**
 * A card of at most 168 px: picture, product and distributor, with the contact at the right; status; message and money; buttons. Its last
 * columns are as wide as the sums. Where letters are large the day and the message get lines of their own, and then each cell does.
 */
export const outgoingRowLook =
  "grid @max-[18em]:block grid-cols-[3rem_minmax(0,1fr)_repeat(3,auto)] items-center gap-x-1.5 gap-y-1 overflow-x-auto p-2.5 @max-[22em]:gap-x-1";

const pictureColumn: OutgoingColumn = {
  key: "picture",
  header: t("Image"),
  unlabelled: true,
  className: "row-span-2 row-start-1 self-start p-0 pt-0.5 rows:w-14 rows:py-1 rows:pr-0 rows:pl-3",
  cell: ({ line }) => (
    <ProductPicture
      src={line.picture}
      alt={line.productName}
      className="w-12 rounded-sm rows:w-10"
    />
  ),
};

/** The name alone: it is the heading of the card. */
const orderedColumn: OutgoingColumn = {
  ...productColumn,
  className:
    "col-start-2 col-end-6 row-start-1 p-0 pr-23 @max-[18em]:pr-0 text-base/5 rows:px-2 rows:py-1",
  cell: (row) => (
    <Title row={row}>
      {/* Two low lines are as high as a row of one. */}
      <span
        title={row.line.productName}
        className={cx(
          productLook(row),
          "line-clamp-2 rows:max-w-36 rows:text-sm/4 xl:rows:max-w-28 2xl:rows:max-w-80",
        )}
      >
        {row.line.productName}
      </span>
    </Title>
  ),
};

/** The name above the e-mail; on cards the e-mail is a button, and the day of placing stands beside the name. */
const distributorColumn: OutgoingColumn = {
  key: "distributor",
  header: t("Distributor · E-mail"),
  unlabelled: true,
  className:
    "col-start-2 col-end-6 row-start-2 min-w-0 p-0 pr-46 @max-[22em]:pr-23 @max-[18em]:pr-0 rows:px-2 rows:py-1",
  cell: ({ order }) => (
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
    <span className="absolute top-2 right-2 flex @max-[18em]:static rows:hidden">
      <AnchorButton
        variant="quiet"
        className={look}
        href={mailtoHref(email)}
        title={email}
        aria-label={t("E-mail {name}", { name })}
      >
        <Mail aria-hidden />
      </AnchorButton>
      <LinkButton
        variant="quiet"
        className={look}
        to={links.chatWith(email)}
        aria-label={t("Message {name}", { name })}
      >
        <MessageCircle aria-hidden />
      </LinkButton>
    </span>
  );
}

const offeredColumn: OutgoingColumn = {
  ...quantityColumn,
  unlabelled: true,
  className:
    "col-start-3 row-start-4 p-0 text-sm @max-[22em]:col-start-1 @max-[22em]:col-end-4 @max-[22em]:row-start-5 @max-[22em]:justify-end rows:px-2 rows:py-1 rows:text-base",
  cell: ({ order, line, at }) => {
    const offered = offeredOf(order, line, at);
    return (
      <>
        <span>{piecesText(line)}</span>
        <span className="rows:hidden"> ×</span>
        {offered !== undefined && (
          <span className="block text-xs/4 text-caution rows:whitespace-nowrap">
            {t("{pieces} offered", { pieces: offered.toLocaleString("en-IN") })}
          </span>
        )}
      </>
    );
  },
};

const pieceColumn: OutgoingColumn = {
  ...priceColumn,
  unlabelled: true,
  className: "col-start-4 row-start-4 p-0 text-sm @max-[22em]:row-start-5 rows:px-2 rows:text-base",
  cell: ({ line }) => (
    <>
      <Money paise={line.pricePaise} />
      {/* Beside the price it would take the total's room on a phone. */}
      <span className="block rows:inline">
        <PlusGst of={line} />
      </span>
    </>
  ),
};

const totalColumn: OutgoingColumn = {
  key: "total",
  header: t("Total"),
  align: "right",
  unlabelled: true,
  className: "col-start-5 row-start-4 p-0 pl-1 @max-[22em]:row-start-5 @max-[22em]:pl-0 rows:px-2",
  cell: ({ line }) => <Money paise={totalOf({ lines: [line] })} className="font-semibold" />,
};

const statusColumn: OutgoingColumn = {
  key: "status",
  header: t("Status"),
  unlabelled: true,
  className: "col-start-1 col-end-4 row-start-3 p-0 @max-[22em]:col-end-6 rows:px-2 rows:py-1",
  cell: ({ order, line, isOfSeveral }) => (
    <>
      <StatusBadge status={lineStatus(order.status, line)} />
      {!isOfSeveral && <EndsText order={order} />}
    </>
  ),
};

/** Says when an order ends, about which both parties were reminded. */
function EndsText({ order: { endsAt } }: { order: Order }) {
  if (endsAt === undefined) return null;
  return (
    <span className="block text-xs text-caution">
      {t("Not answered yet: ends {time}", { time: formatDateTime(endsAt) })}
    </span>
  );
}

/** Beside the distributor on cards, at the left of the contact buttons. */
const placedColumn: OutgoingColumn = {
  key: "placed",
  header: t("Placed"),
  unlabelled: true,
  className:
    "col-start-2 col-end-6 row-start-2 justify-end p-0 pr-23 @max-[22em]:row-start-3 @max-[22em]:self-start @max-[22em]:pr-0 @max-[18em]:justify-start rows:px-2",
  cell: ({ order }) => (
    <DateText
      date={order.createdAt}
      className="text-sm whitespace-nowrap text-muted rows:text-base rows:text-ink"
    />
  ),
};

const orderColumns: readonly OutgoingColumn[] = [
  pictureColumn,
  orderedColumn,
  distributorColumn,
  placedColumn,
  offeredColumn,
  pieceColumn,
  totalColumn,
  statusColumn,
];

const outgoingDelivery: OutgoingColumn = {
  key: "delivery",
  header: t("Delivery before"),
  unlabelled: true,
  className:
    "col-start-4 col-end-6 row-start-3 justify-end p-0 @max-[22em]:col-start-1 @max-[22em]:row-start-4 @max-[22em]:justify-start rows:px-2",
  cell: ({ order: { deliveryBefore }, line }) =>
    deliveryBefore !== undefined &&
    line.refused === undefined && (
      <span className="text-sm whitespace-nowrap rows:text-base">
        <span className="rows:hidden">{t("Before")} </span>
        <DateText date={deliveryBefore} />
      </span>
    ),
};

/** The message, which takes the room that is left; of a line that is not sent, why. */
const messageColumn: OutgoingColumn = {
  key: "message",
  header: t("Message"),
  unlabelled: true,
  className:
    "col-start-1 col-end-3 row-start-4 min-w-0 p-0 has-[form]:col-end-6 has-[form]:row-start-5 @max-[22em]:col-end-6 @max-[22em]:row-start-6 rows:w-full rows:max-w-0 rows:min-w-20 rows:px-2",
  cell: ({ order, line: { refused }, isOfSeveral }) => {
    if (!isOfSeveral) return <OrderMessage order={order} />;
    if (refused === undefined) return null;
    const text = refusalText(refused, { party: "retailer", partnerName: sellerOf(order) });
    return (
      <p title={text} className="line-clamp-2 text-sm wrap-anywhere text-muted rows:text-xs/4">
        {text}
      </p>
    );
  },
};

/** The message, or the field in which it is reworded. */
function OrderMessage({ order }: { order: OutgoingOrder }) {
  const { reworded, reword, endRewording } = useOrderActs();
  if (order._id !== reworded)
    return <OneLine text={messageOf(order)} className="truncate text-sm text-muted" />;
  return (
    <InlineMessage
      order={order}
      onSubmit={(msg) => reword(order._id, msg)}
      onClose={endRewording}
    />
  );
}

const actionsColumn: OutgoingColumn = {
  key: "actions",
  header: t("Actions"),
  unlabelled: true,
  atRight: true,
  className: "col-start-1 col-end-6 row-start-5 p-0 @max-[22em]:row-start-7 rows:px-2 rows:py-1",
  cell: (row) => (row.isOfSeveral ? <LineActions row={row} /> : <OrderActions order={row.order} />),
};

function OrderActions({ order }: { order: OutgoingOrder }) {
  const { reworded } = useOrderActs();
  if (order._id === reworded) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 rows:flex-nowrap rows:justify-end rows:gap-2">
      <OrderTimeline order={order} look="icon" />
      <RowButtons order={order} />
    </div>
  );
}

/** Takes one line out of a pending order; the last one is cancelled with the order, in its heading. */
function LineActions({ row: { order, line, at } }: { row: LineRow<OutgoingOrder> }) {
  const { show } = useOrderActs();
  const isLast = keptLines(order.lines).length === 1;
  if (order.status !== "pending" || line.refused !== undefined || isLast) return null;
  return (
    <div className="flex rows:justify-end">
      <Button
        size="sm"
        variant="quiet"
        aria-label={t("Cancel line: {product}", { product: line.productName })}
        onClick={() => show({ kind: "cancel", order, at })}
      >
        {t("Cancel line")}
      </Button>
    </div>
  );
}

/** The retailer's pending and accepted orders. */
export const outgoingColumns = {
  pending: [...orderColumns, messageColumn, actionsColumn],
  accepted: [...orderColumns, outgoingDelivery, messageColumn, actionsColumn],
} as const satisfies Record<string, readonly OutgoingColumn[]>;

export function OutgoingHeading({ order }: { order: OutgoingOrder }) {
  return (
    <OrderHeading
      order={order}
      partnerName={sellerOf(order)}
      facts={
        <>
          {rich("{count, plural, one {# line, placed {day}} other {# lines, placed {day}}}", {
            count: order.lines.length,
            day: <DateText date={order.createdAt} />,
          })}
          <EndsText order={order} />
        </>
      }
      message={<OrderMessage order={order} />}
    >
      <RowButtons order={order} labels={{ cancel: t("Cancel all") }} />
    </OrderHeading>
  );
}
