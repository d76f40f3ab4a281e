/** Optimistic updates of the order lists. The Convex client reverts them if the server refuses. */
import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api";
import type { Order } from "./orderRow";

type Change = <Row extends Order>(page: readonly Row[]) => Row[];

/** Changes every loaded page of both sides' lists. */
function changePages(store: OptimisticLocalStore, change: Change): void {
  for (const { args, value } of store.getAllQueries(api.orders.outgoing)) {
    if (value !== undefined)
      store.setQuery(api.orders.outgoing, args, { ...value, page: change(value.page) });
  }
  for (const { args, value } of store.getAllQueries(api.orders.incoming)) {
    if (value !== undefined)
      store.setQuery(api.orders.incoming, args, { ...value, page: change(value.page) });
  }
}

export function withoutOrder(
  store: OptimisticLocalStore,
  { orderIds }: { orderIds: readonly string[] },
): void {
  changePages(store, (page) => page.filter(({ _id }) => !orderIds.includes(_id)));
}

export function withMessage(
  store: OptimisticLocalStore,
  { orderId, msg }: { orderId: string; msg: string },
): void {
  changePages(store, (page) =>
    page.map((order) => (order._id === orderId ? { ...order, msg: msg.trim() } : order)),
  );
}

export function withoutOffer(store: OptimisticLocalStore, { offerId }: { offerId: string }): void {
  changePages(store, (page) =>
    page.map((order) =>
      order.offer?.offerId === offerId ? { ...order, offer: undefined } : order,
    ),
  );
}
