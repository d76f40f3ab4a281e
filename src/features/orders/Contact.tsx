/** The customer of a card, the days that matter, and the message or reason. */
import { formatDateTime, todayIst } from "../../../domain/dates";
import { cx } from "../../lib/cx";
import { mailtoHref } from "../../lib/mailtoHref";
import { useNow } from "../../lib/useNow";
import { DateText } from "../../ui/DateText";
import { AgeText } from "./AgeText";
import { CardFact } from "./CardFact";
import { ClampedText } from "./ClampedText";
import { type IncomingOrder, messageOf } from "./orderRow";
import { customerOf } from "./placements";
import { latenessOf } from "./waiting";

export type ContactProps = {
  order: IncomingOrder;
  /** The card's heading names the customer. */
  isNamed?: boolean;
};

export function Contact({ order, isNamed = false }: ContactProps) {
  const who = customerOf(order);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {!isNamed && (
        <CardFact glyph="person" label="Customer">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium" title={who}>
              {who}
            </span>
            {order.status === "pending" && <AgeText placedAt={order.createdAt} />}
          </span>
        </CardFact>
      )}
      <CardFact glyph="phone" label="Phone" half>
        <a href={`tel:${order.userPhone}`} className="whitespace-nowrap hover:underline">
          {order.userPhone}
        </a>
      </CardFact>
      {order.userEmail !== undefined && (
        <CardFact glyph="mail" label="E-mail" half>
          <a
            href={mailtoHref(order.userEmail)}
            title={order.userEmail}
            className="block truncate hover:underline"
          >
            {order.userEmail}
          </a>
        </CardFact>
      )}
      <CardFact glyph="place" label="Address">
        <ClampedText text={order.retailerAddress.replaceAll("\n", ", ")} lines={1} />
      </CardFact>
      {order.endsAt !== undefined && (
        <CardFact glyph="day" label="Answer by">
          <span className="font-medium text-caution">
            Ends {formatDateTime(order.endsAt)} unless you answer
          </span>
        </CardFact>
      )}
      {order.deliveryBefore !== undefined && (
        <CardFact glyph="day" label="Delivery before">
          Delivery before <DateText date={order.deliveryBefore} className="font-medium" />
          {order.status === "accepted" && <Lateness deliveryBefore={order.deliveryBefore} />}
        </CardFact>
      )}
      <Words order={order} lines={isNamed ? 1 : 2} />
    </dl>
  );
}

function Lateness({ deliveryBefore }: { deliveryBefore: string }) {
  const text = latenessOf(deliveryBefore, todayIst(useNow()));
  if (text === null) return null;
  const isLate = text !== "today";
  return (
    <span className={cx("font-medium", isLate ? "text-negative" : "text-caution")}> · {text}</span>
  );
}

/** The reason of an order that came to nothing, else the message. */
function Words({ order, lines }: { order: IncomingOrder; lines: 1 | 2 }) {
  if (order.status === "rejected" || order.status === "cancelled") {
    return (
      <CardFact glyph="stop" label="Reason">
        <ClampedText text={order.orderCancelReason ?? "Not provided"} lines={lines} />
      </CardFact>
    );
  }
  return (
    <CardFact glyph="words" label="Message">
      <ClampedText text={messageOf(order)} lines={lines} className="text-muted" />
    </CardFact>
  );
}
