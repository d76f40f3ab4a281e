/** Orders of one placement beside each other in a list. Pure. */
import type { OutgoingOrder } from "./orderRow";
import { totalOf } from "./orderRow";

/** Lines of one placement, at least two. */
export type OrderGroup = {
  readonly placementId: string;
  readonly orders: readonly OutgoingOrder[];
};

export type GroupedOrder = { readonly order: OutgoingOrder; readonly group: OrderGroup | null };

/** Returns the orders, each with its group; a line that is alone on the list is in none. */
export function grouped(orders: readonly OutgoingOrder[]): GroupedOrder[] {
  const byPlacement = new Map<string, OutgoingOrder[]>();
  for (const order of orders) {
    const { placementId } = order;
    if (placementId === undefined) continue;
    byPlacement.set(placementId, [...(byPlacement.get(placementId) ?? []), order]);
  }
  return orders.map((order) => {
    const { placementId = "" } = order;
    const lines = byPlacement.get(placementId) ?? [];
    return { order, group: lines.length < 2 ? null : { placementId, orders: lines } };
  });
}

export function groupTotal({ orders }: OrderGroup): number {
  return orders.reduce((sum, order) => sum + totalOf(order), 0);
}
