/** Follows an order while a dialog about it is open: the other party may move it, or take lines out of it, meanwhile. */
import { api } from "../../../../convex/_generated/api";
import type { OrderStatus } from "../../../../domain/orderLifecycle";
import { useLiveQuery } from "../../../live/useLiveQuery";
import type { Line } from "../orderRow";

export type FollowedOrder = {
  readonly _id: string;
  readonly status: OrderStatus;
  readonly lines: readonly Line[];
};

export type OrderNow = {
  /** As they are now. */
  readonly lines: readonly Line[];
  /** The order's status, if it is another one than when the dialog was opened; else null. */
  readonly newStatus: OrderStatus | null;
};

/** @param opened The order when the dialog was opened. */
export function useOrderNow(opened: FollowedOrder): OrderNow {
  const { value } = useLiveQuery(api.orders.one, { orderId: opened._id }, { isKeptOffline: true });
  if (value === undefined || value === null) return { lines: opened.lines, newStatus: null };
  const { status, lines } = value;
  return status === opened.status
    ? { lines, newStatus: null }
    : { lines: opened.lines, newStatus: status };
}
