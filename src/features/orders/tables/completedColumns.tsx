/** The table of the distributor's completed orders: its columns, and the heading of an order of several lines. */
import { useState } from "react";
import { mapHref } from "../../../device/contactLinks";
import type { Column } from "../../../ui/DataTable";
import { DateText } from "../../../ui/DateText";
import { OneLine } from "../../../ui/OneLine";
import { customerOf, type IncomingOrder, type LineRow, refusalText } from "../orderRow";
import { priceColumn, productColumn, quantityColumn } from "./lineColumns";
import { OrderHeading } from "./OrderTable";
import { OrderTimeline } from "../lists/OrderTimeline";
import { previewOf } from "../filters/completedFilter";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

/** A cell without content takes no room on a card. */
const hiddenIfEmpty = "has-[>div:empty]:hidden rows:has-[>div:empty]:table-cell";

export const completedColumns: readonly Column<LineRow<IncomingOrder>>[] = [
  productColumn,
  {
    key: "customer",
    header: t("Customer"),
    cell: ({ order }) => <OneLine text={customerOf(order)} className="rows:max-w-40" />,
  },
  quantityColumn,
  priceColumn,
  {
    key: "delivery",
    header: t("Delivery Before"),
    className: hiddenIfEmpty,
    cell: ({ order: { deliveryBefore }, line }) =>
      deliveryBefore !== undefined &&
      line.refused === undefined && (
        <DateText date={deliveryBefore} className="whitespace-nowrap" />
      ),
  },
  {
    key: "completed",
    header: t("Completed On"),
    className: hiddenIfEmpty,
    cell: ({ order, line, isOfSeveral }) =>
      line.refused === undefined && (
        <span className="flex items-center justify-end gap-1 rows:justify-start">
          {order.completedOn !== undefined && (
            <DateText date={order.completedOn} className="whitespace-nowrap" />
          )}
          {!isOfSeveral && <OrderTimeline order={order} look="inTable" />}
        </span>
      ),
  },
  {
    key: "message",
    header: t("Message"),
    className: `rows:py-1 ${hiddenIfEmpty}`,
    cell: ({ order, line: { refused }, isOfSeveral }) => {
      if (!isOfSeveral) return <CutMessage text={order.msg ?? ""} />;
      if (refused === undefined) return null;
      const text = refusalText(refused, { party: "distributor", partnerName: order.userName });
      return <p className="text-sm wrap-anywhere text-muted rows:w-60 rows:text-xs/4">{text}</p>;
    },
  },
  {
    key: "address",
    header: t("Address"),
    cell: ({ order: { retailerAddress } }) =>
      retailerAddress !== "" && (
        <a
          href={mapHref(retailerAddress)}
          target="_blank"
          rel="noopener noreferrer"
          className="text-muted hover:underline"
        >
          <OneLine text={retailerAddress.replaceAll("\n", ", ")} className="rows:max-w-44" />
        </a>
      ),
  },
];

export function CompletedHeading({ order }: { order: IncomingOrder }) {
  const { completedOn, msg } = order;
  const count = order.lines.length;
  return (
    <OrderHeading
      order={order}
      partnerName={customerOf(order)}
      facts={
        completedOn === undefined
          ? t("{count, plural, one {# line} other {# lines}}", { count })
          : rich(
              "{count, plural, one {# line, completed {day}} other {# lines, completed {day}}}",
              { count, day: <DateText date={completedOn} /> },
            )
      }
      message={msg === undefined ? null : <CutMessage text={msg} />}
    />
  );
}

/** A message cut after 50 characters, with the rest behind Read More. */
function CutMessage({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const preview = previewOf(text);
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-line rows:w-60 rows:text-xs/4">
      {open ? text : (preview ?? (text === "" ? t("No message") : text))}
      {preview !== null && (
        <>
          {" "}
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="font-medium whitespace-nowrap text-accent-ink hover:underline"
          >
            {open ? t("Show Less") : t("Read More")}
          </button>
        </>
      )}
    </p>
  );
}
