/**
 * An order on the distributor's lists, dense enough for twelve on a screen: retailer, products, total and buttons. The rest opens in
 * place.
 */
import * as links from "../../../../domain/links";
import { useId, useState } from "react";
import { CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import { actionsFor } from "../../../../domain/orderLifecycle";
import { api } from "../../../../convex/_generated/api";
import { AgeText } from "../../../ui/AgeText";
import { Card } from "../../../ui/Card";
import { Money } from "../../../ui/Money";
import { StatusBadge } from "../../../ui/StatusBadge";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { telHref } from "../../../device/contactLinks";
import { mailtoHref } from "../../../device/contactLinks";
import { OfferNote } from "../answer/OfferNote";
import { customerOf, type IncomingOrder, totalOf } from "../orderRow";
import { OrderLink } from "../order/OrderLink";
import { CustomerDetails, OrderFacts } from "./CustomerDetails";
import { DueBadge } from "./DueGroups";
import { ActionButtons } from "./OrderButtons";
import { IncomingLines, MoreButton, SHOWN_LINES } from "./OrderLines";
import { SelectBox } from "./SelectionBar";
import "./glyphs.css";
import { t } from "../../../../domain/language/texts";

export type IncomingCardProps = { order: IncomingOrder; arriving: boolean };

export function IncomingCard({ order, arriving }: IncomingCardProps) {
  const [titleId, moreId] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const actions = actionsFor(order, "distributor");
  const isSelectable = actions.includes("accept") || actions.includes("complete");
  return (
    <Card
      as="article"
      // The keys J and K bring the focus here.
      tabIndex={-1}
      data-open={isOpen || undefined}
      arriving={arriving}
      aria-labelledby={titleId}
      // A chosen card is framed.
      className="flex flex-col gap-1 p-3 has-checked:border-accent touch:gap-0.5 touch:py-2"
    >
      <Head order={order} titleId={titleId} />
      <div id={moreId} className="flex flex-col gap-1 touch:gap-0.5">
        <IncomingLines order={order} isOpen={isOpen} />
        <OrderFacts order={order} isOpen={isOpen} />
        {isOpen && <CustomerDetails order={order} />}
      </div>
      <OfferNote order={order} />
      <div className="mt-auto flex flex-wrap items-center gap-1.5 pt-0.5">
        {isSelectable && <SelectBox order={order} />}
        <ActionButtons order={order} className="flex-1 px-2" />
        <MoreButton
          controls={moreId}
          isOpen={isOpen}
          hidden={order.lines.length - SHOWN_LINES}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
    </Card>
  );
}

type HeadProps = { order: IncomingOrder; titleId: string };

function Head({ order, titleId }: HeadProps) {
  const { status, lines, isBelowMinimum, userPhone, userEmail } = order;
  const who = customerOf(order);
  const isPending = status === "pending";
  const contacts = <ContactIcons phone={userPhone} email={userEmail} />;
  const facts = (
    <div className="min-w-0 flex-1">
      <h2 id={titleId} className="leading-tight font-semibold" title={who}>
        <OrderLink orderId={order._id} className="block truncate">
          {who}
        </OrderLink>
      </h2>
      <p className="flex min-h-4.5 items-center gap-x-2 text-sm text-muted tabular-nums max-md:flex-wrap">
        {isPending && <AgeText placedAt={order.createdAt} />}
        {isBelowMinimum === true && (
          <span className="truncate font-medium text-caution">{t("Below your minimum")}</span>
        )}
        {lines.length > 1 && (
          <span className="truncate">
            {t("{count, plural, one {# line} other {# lines}}", { count: lines.length })}
          </span>
        )}
        <Money paise={totalOf(order)} className="font-semibold text-ink" />
      </p>
    </div>
  );
  if (isPending)
    return (
      <div className="flex gap-1">
        {facts}
        {contacts}
      </div>
    );
  return (
    <>
      <div className="flex items-start gap-1">
        <p className="flex flex-1 flex-wrap gap-1.5">
          {status === "accepted" && <DueBadge order={order} />}
          <StatusBadge status={status} />
        </p>
        {contacts}
      </div>
      {facts}
    </>
  );
}

export type AnsweredCardProps = { order: IncomingOrder; invoiceId: string };

/** An order that was just accepted, folded to the link of its invoice. */
export function AnsweredCard({ order, invoiceId }: AnsweredCardProps) {
  const { value: invoice } = useLiveQuery(api.invoices.one, { invoiceId });
  const number = invoice?.printedNumber;
  return (
    <div className="max-h-14 animate-fold-card self-start overflow-hidden rounded-md border border-line bg-positive-soft">
      <Link
        to={links.invoice(invoiceId)}
        className="flex h-13 items-center gap-2 px-3 text-sm text-positive hover:underline"
      >
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0">
          <span className="block truncate font-medium tabular-nums">
            {number === undefined ? t("Accepted") : `${t("Accepted")} · ${number}`}
          </span>
          <span className="block truncate text-muted">{customerOf(order)}</span>
        </span>
      </Link>
    </div>
  );
}

type ContactIconsProps = {
  phone: string;
  email: string | undefined;
};

const LOOK = "grid size-[44px] place-items-center rounded-sm hover:bg-hover";

/** Two signs, a finger wide, with which a partner is called or written to. */
function ContactIcons({ phone, email }: ContactIconsProps) {
  return (
    <div className="-my-1 -mr-2 flex h-9 shrink-0 items-center">
      <a
        href={telHref(phone)}
        title={phone}
        aria-label={t("Phone {number}", { number: phone })}
        className={LOOK}
      >
        <span aria-hidden className="glyph glyph-large glyph-phone" />
      </a>
      {email !== undefined && (
        <a
          href={mailtoHref(email)}
          title={email}
          aria-label={t("E-mail {address}", { address: email })}
          className={LOOK}
        >
          <span aria-hidden className="glyph glyph-large glyph-mail" />
        </a>
      )}
    </div>
  );
}
