/** Whether somebody else moved an order while a dialog about it was open. */
import { api } from "../../../convex/_generated/api";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { useLiveQuery } from "../../lib/useLiveQuery";
import type { Order } from "./orderRow";

/** The status that the order has now, if it is another than when the dialog was opened. */
export function useMovedOn(order: Order): OrderStatus | null {
  const { value: now } = useLiveQuery(api.orders.one, { orderId: order._id });
  return now === undefined || now === null || now.status === order.status ? null : now.status;
}
