/** Addresses of orders in the app: the page of each list of either party, and one order on it. */
import type { OrderList } from "./orderLifecycle";
import type { TradeRole } from "./roles";

export const ORDER_PAGES = {
  retailer: {
    pending: "/pendingretail",
    accepted: "/acceptedretail",
    rejected: "/rejectedretail",
    completed: "/completedretail",
  },
  distributor: {
    pending: "/pendingorders_dist",
    accepted: "/accepted_dist",
    rejected: "/rejected_dist",
    completed: "/completed_dist",
  },
} as const satisfies Record<TradeRole, Record<OrderList, string>>;

/** The name of the parameter by which a list's address says that one order alone is shown. */
export const ORDER_PARAM = "order";

/** Returns the address of a list with one order alone; without an id, of the whole list. */
export function orderAddress(party: TradeRole, list: OrderList, orderId?: string): string {
  const page = ORDER_PAGES[party][list];
  return orderId === undefined ? page : `${page}?${ORDER_PARAM}=${encodeURIComponent(orderId)}`;
}
