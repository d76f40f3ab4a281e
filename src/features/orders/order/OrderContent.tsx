/** The content of an open order, for both parties: progress, lines, money, papers, facts and timeline. */
import { BookOpenText, MessageCircle, RotateCcw, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { formatDateTime } from "../../../../domain/dates";
import * as links from "../../../../domain/links";
import { keptLines, piecesText, totalPaiseOf } from "../../../../domain/orderLines";
import type { TradeRole } from "../../../../domain/roles";
import { mailtoHref, mapHref, telHref } from "../../../device/contactLinks";
import { useToday } from "../../../lib/useNow";
import { latenessOf } from "../../../lib/waiting";
import { useLiveList } from "../../../live/useLiveList";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { cx } from "../../../lib/cx";
import { Button, LinkButton } from "../../../ui/Button";
import { DateText } from "../../../ui/DateText";
import { Fact } from "../../../ui/Fact";
import { Money, Price } from "../../../ui/Money";
import { OrderDots } from "../../../ui/OrderDots";
import { ProductPicture } from "../../../ui/ProductPicture";
import { Skeleton } from "../../../ui/Skeleton";
import { StatusBadge } from "../../../ui/StatusBadge";
import { useOrderActs } from "../orderActs";
import { offeredOf, refusalText, SHORTAGES, totalOf } from "../orderRow";
import type { OrderListPage } from "../orderList";
import { reorderLink } from "../reorder";
import { useIsBeside } from "./OrderLink";
import { OrderSteps } from "./OrderSteps";
import { ORDER_STEPS, progressOf } from "./progress";
import type { OrderRow, WholeOrder } from "./wholeOrder";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

export type OrderContentProps = {
  order: WholeOrder;
  /** The same order as lists have it. */
  row: OrderRow;
  party: TradeRole;
  /** The other party as the title names it. */
  partner: string;
  /** The open offer of this order, as the party answers or withdraws it. */
  Offer: OrderListPage["Offer"];
};

export function OrderContent(props: OrderContentProps) {
  const { order, row, party, Offer } = props;
  const { _id, status, lines, createdAt } = order;
  return (
    <div className="flex flex-col gap-4 pt-1 pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <StatusBadge status={status} />
        <span>
          {rich("{count, plural, one {# line, placed {day}} other {# lines, placed {day}}}", {
            count: lines.length,
            day: <DateText date={createdAt} className="whitespace-nowrap" />,
          })}
        </span>
        <PartnerLinks order={order} party={party} />
      </div>
      <OrderDots steps={ORDER_STEPS} {...progressOf(order, useToday())} />
      <Offer order={row} />
      <Lines {...props} />
      <MoneyAndPapers order={order} />
      <Details order={order} party={party} />
      <Part title={t("Timeline")}>
        <OrderSteps orderId={_id} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  const Heading = useIsBeside() ? "h3" : "h2";
  return (
    <section aria-labelledby={titleId} className="@container border-t border-line pt-3">
      <Heading id={titleId} className="mb-2 font-semibold">
        {title}
      </Heading>
      {children}
    </section>
  );
}

type OfOrder = Pick<OrderContentProps, "order" | "party">;

function PartnerLinks({ order, party }: OfOrder) {
  const isRetailer = party === "retailer";
  const email = isRetailer ? order.distributorEmail : order.userEmail;
  return (
    <span className="flex flex-wrap gap-2">
      <LinkButton
        size="sm"
        to={links.khataWith(isRetailer ? order.distributorId : order.retailerId)}
      >
        <BookOpenText aria-hidden />
        {t("Khata")}
      </LinkButton>
      <LinkButton size="sm" to={links.chatWith(email)}>
        <MessageCircle aria-hidden />
        {t("Message")}
      </LinkButton>
    </span>
  );
}

function Lines({ order, row, party, partner }: OrderContentProps) {
  const { show } = useOrderActs();
  const { lines, status } = row;
  // With the last line the order ends, by its own button.
  const isDivisible = status === "pending" && keptLines(lines).length > 1;
  return (
    <ul aria-label={t("Lines")} className="divide-y divide-line border-y border-line">
      {lines.map((line, at) => {
        const { productName, picture, productId, refused } = line;
        const isSent = refused === undefined;
        const offeredPieces = offeredOf(order, line, at);
        return (
          <li key={at} className="flex flex-wrap items-center gap-x-3 py-2">
            <ProductPicture
              src={picture}
              alt=""
              className="size-10! shrink-0 rounded-sm object-cover"
            />
            <div className="min-w-0 flex-1 basis-32">
              <p className={cx("font-medium", !isSent && "text-muted line-through")}>
                {productName}
              </p>
              {isSent ? (
                <p className="text-sm text-muted tabular-nums">
                  {piecesText(line)} × <Price of={line} />
                  {offeredPieces !== undefined && (
                    <span className="text-caution">
                      {" "}
                      · {t("{pieces} offered", { pieces: offeredPieces.toLocaleString("en-IN") })}
                    </span>
                  )}
                </p>
              ) : (
                <p className="text-sm text-muted">
                  {refusalText(refused, { party, partnerName: partner })}
                </p>
              )}
            </div>
            {isSent && <Money paise={totalOf({ lines: [line] })} className="ml-auto font-medium" />}
            {isSent && isDivisible && (
              <Button
                size="sm"
                variant="quiet"
                className="px-2 text-muted"
                aria-label={
                  party === "retailer"
                    ? t("Cancel line: {product}", { product: productName })
                    : t("Reject {product}", { product: productName })
                }
                onClick={() =>
                  show(
                    party === "retailer"
                      ? { kind: "cancel", order: row, at }
                      : { kind: "reject", order: row, at },
                  )
                }
              >
                <X aria-hidden />
              </Button>
            )}
            {party === "retailer" && lines.length > 1 && productId !== undefined && (
              <LinkButton
                size="sm"
                variant="quiet"
                title={t("Re-Order")}
                aria-label={t("Re-Order {product}", { product: productName })}
                className="px-2 text-muted"
                {...reorderLink(productId, line)}
              >
                <RotateCcw aria-hidden />
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type FigureProps = { label: string; isTotal?: boolean; children: ReactNode };

/** A sum at the right of its label, or below it where it has no room. */
function Figure({ label, isTotal = false, children }: FigureProps) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-baseline justify-between gap-x-4",
        isTotal && "text-md font-semibold",
      )}
    >
      <dt className={cx(!isTotal && "text-muted")}>{label}</dt>
      <dd className="ml-auto text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** The sums of the order; once it is accepted those of its invoice, what is open of it, and its papers. */
function MoneyAndPapers({ order }: { order: WholeOrder }) {
  const { lines, invoiceId } = order;
  const { value: invoice } = useLiveQuery(
    api.invoices.one,
    invoiceId === undefined ? "skip" : { invoiceId },
    { isKeptOffline: true },
  );
  const totalPaise = invoice?.payablePaise ?? totalOf(order);
  const tax = invoice?.tax;
  const gstPaise =
    tax === undefined
      ? totalOf(order) - totalPaiseOf(lines)
      : tax.cgstPaise + tax.sgstPaise + tax.igstPaise;
  return (
    <>
      <dl className="flex flex-col gap-1">
        <Figure label={t("Total")} isTotal>
          <Money paise={totalPaise} />
        </Figure>
        {gstPaise > 0 && (
          <Figure label={t("Includes GST")}>
            <Money paise={gstPaise} />
          </Figure>
        )}
        {invoice?.creditedPaise !== undefined && (
          <Figure label={t("Credited")}>
            <Money paise={-invoice.creditedPaise} />
          </Figure>
        )}
        {invoice && (
          <Figure label={t("Payment")}>
            {invoice.openPaise > 0
              ? rich("{sum} open", { sum: <Money paise={invoice.openPaise} /> })
              : t("Nothing open")}
          </Figure>
        )}
      </dl>
      {/* What is below waits a moment for the papers, so that it does not move. */}
      {invoiceId !== undefined && invoice === undefined && <span data-awaited hidden />}
      {invoice && (
        <Part title={t("Papers")}>
          <ul className="flex flex-col gap-1 touch:gap-0">
            <Paper to={links.invoice(invoice._id)} paise={invoice.payablePaise}>
              {t("Invoice {number}", { number: invoice.printedNumber })}
            </Paper>
            {invoice.creditedPaise !== undefined && <CreditNotes invoiceId={invoice._id} />}
          </ul>
        </Part>
      )}
    </>
  );
}

function CreditNotes({ invoiceId }: { invoiceId: string }) {
  const { results, status } = useLiveList(api.creditNotes.ofInvoice, { invoiceId });
  if (status === "LoadingFirstPage")
    return (
      <li>
        <Skeleton className="h-5 touch:h-11" />
      </li>
    );
  return results.map(({ _id, printedNumber, totalPaise }) => (
    <Paper key={_id} to={links.creditNote(_id)} paise={-totalPaise}>
      {t("Credit note {number}", { number: printedNumber })}
    </Paper>
  ));
}

type PaperProps = { to: string; paise: number; children: ReactNode };

function Paper({ to, paise, children }: PaperProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <Link to={to} className="tap font-medium underline underline-offset-2">
        {children}
      </Link>
      <Money paise={paise} className="ml-auto" />
    </li>
  );
}

/** When it is delivered or ends, with which words, and where to. */
function Details({ order, party }: OfOrder) {
  const { status, deliveryBefore, answerBy, endsSoon, msg, orderCancelReason } = order;
  const { retailerAddress, userPhone, userEmail, distributorEmail, shortageRule = "ask" } = order;
  const isDropped = status === "rejected" || status === "cancelled";
  const email = party === "retailer" ? distributorEmail : userEmail;
  return (
    <Part title={t("Details")}>
      <dl className="grid items-baseline gap-x-4 gap-y-1.5 @min-[18em]:grid-cols-[fit-content(40%)_minmax(0,1fr)] touch:gap-y-0.5">
        {deliveryBefore !== undefined && !isDropped && (
          <Fact label={t("Delivery before")}>
            <DeliveryDay day={deliveryBefore} isAwaited={status === "accepted"} />
          </Fact>
        )}
        {endsSoon && answerBy !== undefined && (
          <Fact label={t("Answer by")}>
            <span className="font-medium text-caution">
              {t("Not answered yet: ends {time}", { time: formatDateTime(answerBy) })}
            </span>
          </Fact>
        )}
        <Fact label={isDropped ? t("Reason") : t("Message")}>
          <p className="whitespace-pre-line">
            {isDropped ? (orderCancelReason ?? t("Not provided")) : msg || t("No message")}
          </p>
        </Fact>
        {retailerAddress.trim() !== "" && (
          <Fact label={t("Address")}>
            <a
              href={mapHref(retailerAddress)}
              target="_blank"
              rel="noopener noreferrer"
              className="block whitespace-pre-line hover:underline"
            >
              {retailerAddress}
            </a>
          </Fact>
        )}
        {party === "distributor" && (
          <Fact label={t("Phone")}>
            <a href={telHref(userPhone)} className="block hover:underline">
              {userPhone}
            </a>
          </Fact>
        )}
        <Fact label={t("E-mail")}>
          <a href={mailtoHref(email)} className="block hover:underline">
            {email}
          </a>
        </Fact>
      </dl>
      {status === "pending" && party === "distributor" && (
        <p className="mt-2 text-sm text-muted">{SHORTAGES[shortageRule]}</p>
      )}
    </Part>
  );
}

/** The day, and how late it is while the delivery is awaited. */
function DeliveryDay({ day, isAwaited }: { day: string; isAwaited: boolean }) {
  const today = useToday();
  const lateness = isAwaited ? latenessOf(day, today) : null;
  return (
    <>
      <DateText date={day} className="font-medium whitespace-nowrap" />
      {lateness !== null && (
        <span className={cx("font-medium", day < today ? "text-negative" : "text-caution")}>
          {" "}
          · {lateness}
        </span>
      )}
    </>
  );
}
