/** An order among the retailer's rejected or completed ones. Both name the product: without it, orders from one distributor look alike. */
import { piecesText } from "../../../../domain/orderLines";
import { useId } from "react";
import { mailtoHref } from "../../../device/contactLinks";
import { productsText } from "../../../market/orderContent";
import { Card } from "../../../ui/Card";
import { DateText } from "../../../ui/DateText";
import { Fact } from "../../../ui/Fact";
import { Money, Price } from "../../../ui/Money";
import { ProductPicture } from "../../../ui/ProductPicture";
import { StatusBadge } from "../../../ui/StatusBadge";
import { OrderLink } from "../order/OrderLink";
import { ClampedText } from "./ClampedText";
import { CardButtons } from "./OrderButtons";
import { OutgoingLines } from "./OrderLines";
import { type OutgoingOrder, sellerOf, totalOf } from "../orderRow";
import { OrderTimeline } from "./OrderTimeline";
import { t } from "../../../../domain/language/texts";

export type OutgoingCardProps = { order: OutgoingOrder; arriving: boolean };

export function OutgoingCard({ order, arriving }: OutgoingCardProps) {
  const titleId = useId();
  const { lines, status } = order;
  const [first] = lines;
  const title = productsText(first?.productName ?? "", lines.length);
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="flex flex-col gap-3 p-3"
    >
      <div className="flex flex-wrap gap-2.5">
        <ProductPicture
          src={first?.picture}
          alt={first?.productName ?? ""}
          className="h-12 w-16 shrink-0 rounded-sm"
        />
        <div className="flex min-w-[min(10rem,100%)] flex-1 flex-col gap-1">
          <h2 id={titleId} className="font-semibold" title={title}>
            <OrderLink
              orderId={order._id}
              className={lines.length > 1 ? "line-clamp-2" : "line-clamp-1"}
            >
              {title}
            </OrderLink>
          </h2>
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <StatusBadge status={status} />
            <OrderTimeline order={order} look="inTable" />
          </span>
        </div>
      </div>
      {lines.length > 1 && <OutgoingLines order={order} />}
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
        <Fact label={t("Distributor")} align="right">
          {sellerOf(order)}
        </Fact>
        <Fact label={t("E-mail")} align="right">
          <a href={mailtoHref(order.distributorEmail)} className="hover:underline">
            {order.distributorEmail}
          </a>
        </Fact>
        <Figures order={order} />
        {status === "completed" ? (
          order.completedOn !== undefined && (
            <Fact label={t("Completed on")} align="right">
              <DateText date={order.completedOn} />
            </Fact>
          )
        ) : (
          <>
            <dt className="text-muted">{t("Reason")}</dt>
            <dd className="min-w-0 text-right">
              <ClampedText text={order.orderCancelReason ?? t("Not provided")} />
            </dd>
          </>
        )}
      </dl>
      <div className="mt-auto flex flex-wrap gap-2">
        <CardButtons order={order} />
      </div>
    </Card>
  );
}

/** The quantity and price of a single line; of several the total. */
function Figures({ order }: { order: OutgoingOrder }) {
  const [line] = order.lines;
  if (order.lines.length > 1 || line === undefined)
    return (
      <Fact label={t("Total")} align="right">
        <Money paise={totalOf(order)} />
      </Fact>
    );
  return (
    <>
      <Fact label={t("Quantity")} align="right">
        {piecesText(line)}
      </Fact>
      <Fact label={t("Price")} align="right">
        <Price of={line} />
      </Fact>
    </>
  );
}
