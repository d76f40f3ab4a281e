/** An order among the retailer's rejected or completed ones. Both name the product: without it, orders from one distributor look alike. */
import { useId, type ReactNode } from "react";
import { Card } from "../../ui/Card";
import { PlusGst } from "../../ui/PlusGst";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { Fact } from "../../ui/Fact";
import { type OutgoingOrder, quantityText, sellerOf } from "./orderRow";
import { OrderTimeline } from "./OrderTimeline";
import { mailtoHref } from "../../lib/mailtoHref";

export type OutgoingCardProps = {
  order: OutgoingOrder;
  arriving: boolean;
  /** More `Fact`s. */
  children?: ReactNode;
  actions: ReactNode;
};

export function OutgoingCard({ order, arriving, children, actions }: OutgoingCardProps) {
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="flex flex-col gap-3 p-3"
    >
      <div className="flex flex-wrap gap-2.5">
        <ProductPicture
          src={order.picture}
          alt={order.productName}
          className="h-12 w-16 shrink-0 rounded-sm"
        />
        <div className="flex min-w-[min(10rem,100%)] flex-1 flex-col gap-1">
          <h2 id={titleId} className="line-clamp-1 font-semibold" title={order.productName}>
            {order.productName}
          </h2>
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <StatusBadge status={order.status} />
            <OrderTimeline order={order} look="inTable" />
          </span>
        </div>
      </div>
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
        <Fact label="Distributor" align="right">
          {sellerOf(order)}
        </Fact>
        <Fact label="E-mail" align="right">
          <a href={mailtoHref(order.distributorEmail)} className="hover:underline">
            {order.distributorEmail}
          </a>
        </Fact>
        <Fact label="Quantity" align="right">
          {quantityText(order)}
        </Fact>
        <Fact label="Price" align="right">
          <Money paise={order.pricePaise} />
          <PlusGst of={order} />
        </Fact>
        {children}
      </dl>
      <div className="mt-auto flex flex-wrap gap-2">{actions}</div>
    </Card>
  );
}
