/** Orders as cards, as many beside each other as fit. */
import type { ReactNode } from "react";
import { CardGrid } from "../../ui/CardGrid";
import { orderGrid } from "./IncomingCard";
import type { Order } from "./orderRow";

export type OrderCardsProps = {
  orders: readonly Order[];
  isNew: (order: Order) => boolean;
  /** Draws a card; the same function as long as nothing but the orders changes. */
  card: (order: Order, isArriving: boolean) => ReactNode;
};

export function OrderCards({ orders, isNew, card }: OrderCardsProps) {
  return <CardGrid className={orderGrid} rows={orders} isNew={isNew} card={card} />;
}
