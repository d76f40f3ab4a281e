/** The facts of an order that its closed card shows, and those that open with it. */
import type { ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { formatDateTime } from "../../../../domain/dates";
import { mapHref, telHref, whatsAppHref, mailtoHref } from "../../../device/contactLinks";
import { cx } from "../../../lib/cx";
import { AnchorButton } from "../../../ui/Button";
import { DateText } from "../../../ui/DateText";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useToday } from "../../../lib/useNow";
import { latenessOf } from "../../../lib/waiting";
import { type IncomingOrder, messageOf, SHORTAGES } from "../orderRow";
import { useWriteFor } from "../../../market/useWriteFor";
import { ClampedText } from "./ClampedText";
import { orderText } from "./orderText";
import { OrderTimeline } from "./OrderTimeline";
import "./glyphs.css";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

const FACTS = "grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm";

/** Shows the message of an order that waits, and when it ends; of others where to, until when, and the message or reason. */
export function OrderFacts({ order, isOpen }: { order: IncomingOrder; isOpen: boolean }) {
  const isPending = order.status === "pending";
  if (isPending && order.msg === undefined && order.endsAt === undefined) return null;
  return (
    <dl className={FACTS}>
      {!isPending && <Address address={order.retailerAddress} />}
      {order.endsAt !== undefined && (
        <CardFact glyph="day" label={t("Answer by")}>
          <span className="font-medium text-caution">
            {t("Ends {time} unless you answer", { time: formatDateTime(order.endsAt) })}
          </span>
        </CardFact>
      )}
      {order.deliveryBefore !== undefined && (
        <CardFact glyph="day" label={t("Delivery before")}>
          <Delivery day={order.deliveryBefore} isAwaited={order.status === "accepted"} />
        </CardFact>
      )}
      {(!isPending || order.msg !== undefined) && <Words order={order} isOpen={isOpen} />}
    </dl>
  );
}

/** The contacts in full, WhatsApp, and what to do if the goods are short. */
export function CustomerDetails({ order }: { order: IncomingOrder }) {
  const { status, userPhone, userEmail, shortageRule = "ask" } = order;
  const { value: language } = useLiveQuery(api.orders.retailerLanguage, { orderId: order._id });
  const writeFor = useWriteFor(language ?? "en");
  const text = writeFor(() => orderText(order, window.location.origin));
  const whatsApp = whatsAppHref(userPhone, text);
  return (
    <div className="flex animate-fade flex-col gap-1.5">
      <dl className={FACTS}>
        {status === "pending" && <Address address={order.retailerAddress} />}
        <CardFact glyph="phone" label={t("Phone")}>
          <p>
            {rich("Call {phone}", {
              phone: (
                <a href={telHref(userPhone)} className="whitespace-nowrap hover:underline">
                  {userPhone}
                </a>
              ),
            })}
          </p>
        </CardFact>
        {userEmail !== undefined && (
          <CardFact glyph="mail" label={t("E-mail")}>
            <p className="truncate">
              {rich("Write to {email}", {
                email: (
                  <a href={mailtoHref(userEmail)} title={userEmail} className="hover:underline">
                    {userEmail}
                  </a>
                ),
              })}
            </p>
          </CardFact>
        )}
      </dl>
      {status === "pending" && <p className="text-sm text-muted">{SHORTAGES[shortageRule]}</p>}
      <div className="flex items-center gap-1">
        {whatsApp !== null && (
          <AnchorButton size="sm" href={whatsApp} target="_blank" rel="noopener noreferrer">
            {t("WhatsApp")}
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
    <CardFact glyph="place" label={t("Address")}>
      <p className="truncate">
        {rich("To {address}", {
          address: (
            <a
              href={mapHref(address)}
              target="_blank"
              rel="noopener noreferrer"
              title={line}
              className="hover:underline"
            >
              {line}
            </a>
          ),
        })}
      </p>
    </CardFact>
  );
}

/** "Delivery before 26 Nov 2026"; shorter where it has to say how late it is. */
function Delivery({ day: date, isAwaited }: { day: string; isAwaited: boolean }) {
  const today = useToday();
  const lateness = isAwaited ? latenessOf(date, today) : null;
  const isLate = date < today;
  const day = <DateText date={date} className="font-medium whitespace-nowrap" />;
  return (
    <>
      {lateness === null ? rich("Delivery before {day}", { day }) : rich("Before {day}", { day })}
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
  const text = isDropped ? (order.orderCancelReason ?? t("Not provided")) : messageOf(order);
  const look = isDropped ? "" : "text-muted";
  return (
    <CardFact glyph={isDropped ? "stop" : "words"} label={isDropped ? t("Reason") : t("Message")}>
      {isOpen ? (
        <p className={cx("wrap-anywhere whitespace-pre-line", look)}>{text}</p>
      ) : (
        <ClampedText text={text} lines={order.status === "pending" ? 1 : 2} className={look} />
      )}
    </CardFact>
  );
}

type CardFactProps = {
  /** One of glyphs.css. */
  glyph: "person" | "phone" | "mail" | "place" | "words" | "day" | "stop";
  label: string;
  children: ReactNode;
};

/** A line of an order's card: a sign with its name, and the text beside it. */
function CardFact({ glyph, label, children }: CardFactProps) {
  return (
    <div className="col-span-2 flex min-w-0 gap-1.5">
      <dt className="pt-0.5 text-muted">
        <span role="img" aria-label={label} className={`glyph glyph-${glyph}`} />
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
