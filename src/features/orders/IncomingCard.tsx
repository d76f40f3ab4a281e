/** An order on the distributor's desk, dense enough for twelve on a screen: what, from whom, where to, and what to do. */
import { useId, type ReactNode } from "react";
import { formatDateTime } from "../../../domain/dates";
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { ClampedText } from "./ClampedText";
import "./glyphs.css";
import { type IncomingOrder, messageOf, totalOf } from "./orderRow";
import { OrderTimeline } from "./OrderTimeline";
import { mailtoHref } from "../../lib/mailtoHref";

export const orderGrid = "grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

export type IncomingCardProps = { order: IncomingOrder; arriving: boolean; actions: ReactNode };

export function IncomingCard({ order, arriving, actions }: IncomingCardProps) {
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="flex flex-col gap-2 p-3"
    >
      <div className="flex gap-2.5">
        <ProductPicture
          src={order.picture}
          alt={order.productName}
          className="h-11 w-14.5 shrink-0 rounded-sm"
        />
        <div className="min-w-0 flex-1">
          <h2
            id={titleId}
            className="line-clamp-2 leading-tight font-semibold"
            title={order.productName}
          >
            {order.productName}
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-muted tabular-nums">
            <span>{order.quantity.toLocaleString("en-IN")} ×</span>
            <Money paise={order.pricePaise} />
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end justify-between">
          <StatusBadge status={order.status} />
          <Money paise={totalOf(order)} className="text-sm font-semibold" />
        </div>
      </div>
      <Contact order={order} />
      <div className="mt-auto flex items-center gap-2">
        {actions}
        <OrderTimeline order={order} look="icon" />
      </div>
    </Card>
  );
}

function Contact({ order }: { order: IncomingOrder }) {
  const who = order.shopName === "" ? order.userName : `${order.userName} · ${order.shopName}`;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <Line glyph="person" label="Customer">
        <span className="block truncate font-medium" title={who}>
          {who}
        </span>
      </Line>
      <Line glyph="phone" label="Phone" half>
        <a href={`tel:${order.userPhone}`} className="whitespace-nowrap hover:underline">
          {order.userPhone}
        </a>
      </Line>
      {order.userEmail !== undefined && (
        <Line glyph="mail" label="E-mail" half>
          <a
            href={mailtoHref(order.userEmail)}
            title={order.userEmail}
            className="block truncate hover:underline"
          >
            {order.userEmail}
          </a>
        </Line>
      )}
      <Line glyph="place" label="Address">
        <ClampedText text={order.retailerAddress.replaceAll("\n", ", ")} lines={1} />
      </Line>
      {order.endsAt !== undefined && (
        <Line glyph="day" label="Answer by">
          <span className="font-medium text-caution">
            Ends {formatDateTime(order.endsAt)} unless you answer
          </span>
        </Line>
      )}
      {order.deliveryBefore !== undefined && (
        <Line glyph="day" label="Delivery before">
          Delivery before <DateText date={order.deliveryBefore} className="font-medium" />
        </Line>
      )}
      <Words order={order} />
    </dl>
  );
}

/** The reason of an order that came to nothing, else the message. */
function Words({ order }: { order: IncomingOrder }) {
  if (order.status === "rejected" || order.status === "cancelled") {
    return (
      <Line glyph="stop" label="Reason">
        <ClampedText text={order.orderCancelReason ?? "Not provided"} />
      </Line>
    );
  }
  return (
    <Line glyph="words" label="Message">
      <ClampedText text={messageOf(order)} className="text-muted" />
    </Line>
  );
}

type LineProps = {
  /** One of glyphs.css. */
  glyph: "person" | "phone" | "mail" | "place" | "words" | "day" | "stop";
  label: string;
  /** Shares its row with the next one. */
  half?: boolean;
  children: ReactNode;
};

function Line({ glyph, label, half = false, children }: LineProps) {
  return (
    <div className={cx("flex min-w-0 gap-1.5", half ? "touch:items-center" : "col-span-2")}>
      <dt className={cx("pt-0.5 text-muted", half && "touch:pt-0")}>
        <span role="img" aria-label={label} className={`glyph glyph-${glyph}`} />
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
