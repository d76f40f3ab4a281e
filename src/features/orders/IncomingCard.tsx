/** An order on the distributor's desk, dense enough for twelve on a screen: what, from whom, where to, and what to do. */
import { useId, type ReactNode } from "react";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { Contact } from "./Contact";
import { OrderTimeline } from "./OrderTimeline";
import { type IncomingOrder, piecesText, totalOf } from "./orderRow";

export const orderGrid = "grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/** A chosen card is framed. */
export const cardLook = "flex flex-col gap-2 p-3 has-checked:border-accent";

export type IncomingCardProps = {
  order: IncomingOrder;
  arriving: boolean;
  /** Of fewer pieces, where one is open. */
  offer?: ReactNode;
  actions: ReactNode;
};

export function IncomingCard({ order, arriving, offer, actions }: IncomingCardProps) {
  const titleId = useId();
  return (
    <Card as="article" arriving={arriving} aria-labelledby={titleId} className={cardLook}>
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
            <span>{piecesText(order)} ×</span>
            <Money paise={order.pricePaise} />
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end justify-between">
          <StatusBadge status={order.status} />
          <Money paise={totalOf(order)} className="text-sm font-semibold" />
        </div>
      </div>
      <Contact order={order} />
      {offer}
      <div className="mt-auto flex items-center gap-2">
        {actions}
        <OrderTimeline order={order} look="icon" />
      </div>
    </Card>
  );
}
