/** The facts of an order that its closed card shows, and those that open with it. */
import { formatDateTime } from "../../../../domain/dates";
import { mapHref, telHref, whatsAppHref, mailtoHref } from "../../../device/contactLinks";
import { cx } from "../../../lib/cx";
import { AnchorButton } from "../../../ui/Button";
import { DateText } from "../../../ui/DateText";
import { CardFact } from "./CardFact";
import { ClampedText } from "./ClampedText";
import { type IncomingOrder, messageOf } from "../orderRow";
import { orderText } from "../orderText";
import { OrderTimeline } from "./OrderTimeline";
import { useToday } from "../../../lib/useNow";
import { latenessOf } from "../../../lib/waiting";

const FACTS = "grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm";

/** Shows the message of an order that waits, and when it ends; of others where to, until when, and the message or reason. */
export function OrderFacts({ order, isOpen }: { order: IncomingOrder; isOpen: boolean }) {
  const isPending = order.status === "pending";
  if (isPending && order.msg === undefined && order.endsAt === undefined) return null;
  return (
    <dl className={FACTS}>
      {!isPending && <Address address={order.retailerAddress} />}
      {order.endsAt !== undefined && (
        <CardFact glyph="day" label="Answer by">
          <span className="font-medium text-caution">
            Ends {formatDateTime(order.endsAt)} unless you answer
          </span>
        </CardFact>
      )}
      {order.deliveryBefore !== undefined && (
        <CardFact glyph="day" label="Delivery before">
          <Delivery day={order.deliveryBefore} isAwaited={order.status === "accepted"} />
        </CardFact>
      )}
      {(!isPending || order.msg !== undefined) && <Words order={order} isOpen={isOpen} />}
    </dl>
  );
}

const SHORTAGES = { ask: "If short: ask me", sendLess: "If short: send what you have" } as const;

/** The contacts in full, WhatsApp, and what to do if the goods are short. */
export function CustomerDetails({ order }: { order: IncomingOrder }) {
  const { status, userPhone, userEmail, shortageRule = "ask" } = order;
  const whatsApp = whatsAppHref(userPhone, orderText(order, window.location.origin));
  return (
    <div className="flex animate-fade flex-col gap-1.5">
      <dl className={FACTS}>
        {status === "pending" && <Address address={order.retailerAddress} />}
        <CardFact glyph="phone" label="Phone">
          Call{" "}
          <a href={telHref(userPhone)} className="whitespace-nowrap hover:underline">
            {userPhone}
          </a>
        </CardFact>
        {userEmail !== undefined && (
          <CardFact glyph="mail" label="E-mail">
            <p className="truncate">
              Write to{" "}
              <a href={mailtoHref(userEmail)} title={userEmail} className="hover:underline">
                {userEmail}
              </a>
            </p>
          </CardFact>
        )}
      </dl>
      {status === "pending" && <p className="text-sm text-muted">{SHORTAGES[shortageRule]}</p>}
      <div className="flex items-center gap-1">
        {whatsApp !== null && (
          <AnchorButton size="sm" href={whatsApp} target="_blank" rel="noopener noreferrer">
            WhatsApp
          </AnchorButton>
        )}
        {/* A single line has it beside its product. */}
        {order.lines.length > 1 && <OrderTimeline order={order} look="icon" />}
      </div>
    </div>
  );
}

function Address({ address }: { address: string }) {
  if (address.trim() === "") return null;
  const line = address.replaceAll("\n", ", ");
  return (
    <CardFact glyph="place" label="Address">
      <p className="truncate">
        To{" "}
        <a
          href={mapHref(address)}
          target="_blank"
          rel="noopener noreferrer"
          title={line}
          className="hover:underline"
        >
          {line}
        </a>
      </p>
    </CardFact>
  );
}

/** "Delivery before 26 Nov 2026"; shorter where it has to say how late it is. */
function Delivery({ day, isAwaited }: { day: string; isAwaited: boolean }) {
  const today = useToday();
  const lateness = isAwaited ? latenessOf(day, today) : null;
  const isLate = day < today;
  return (
    <>
      {lateness === null ? "Delivery before" : "Before"}{" "}
      <DateText date={day} className="font-medium whitespace-nowrap" />
      {lateness !== null && (
        <span className={cx("font-medium", isLate ? "text-negative" : "text-caution")}>
          {" "}
          · {lateness}
        </span>
      )}
    </>
  );
}

/** The reason of an order that came to nothing, else the message; in full once the card is open. */
function Words({ order, isOpen }: { order: IncomingOrder; isOpen: boolean }) {
  const isDropped = order.status === "rejected" || order.status === "cancelled";
  const text = isDropped ? (order.orderCancelReason ?? "Not provided") : messageOf(order);
  const look = isDropped ? "" : "text-muted";
  return (
    <CardFact glyph={isDropped ? "stop" : "words"} label={isDropped ? "Reason" : "Message"}>
      {isOpen ? (
        <p className={cx("wrap-anywhere whitespace-pre-line", look)}>{text}</p>
      ) : (
        <ClampedText text={text} lines={order.status === "pending" ? 1 : 2} className={look} />
      )}
    </CardFact>
  );
}
