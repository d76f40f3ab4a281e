/** Orders as cards, as many beside each other as fit. */
import type { ReactNode } from "react";
import { CardGrid } from "../../ui/CardGrid";
import { orderGrid } from "./cardLook";

export type OrderCardsProps<Row extends { readonly _id: string }> = {
  orders: readonly Row[];
  isNew: (order: Row) => boolean;
  /** Draws a card; the same function as long as nothing but the orders changes. */
  card: (order: Row, isArriving: boolean) => ReactNode;
};

export function OrderCards<Row extends { readonly _id: string }>({
  orders,
  isNew,
  card,
}: OrderCardsProps<Row>) {
  return <CardGrid className={orderGrid} rows={orders} isNew={isNew} card={card} />;
}
