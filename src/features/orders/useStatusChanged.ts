/** Detects a status change by the other party while an order's dialog is open. */
import { api } from "../../../convex/_generated/api";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { useLiveQuery } from "../../lib/useLiveQuery";
import type { Order } from "./orderRow";

/** Returns the order's current status if it changed since the dialog was opened, else null. */
export function useStatusChanged(order: Order): OrderStatus | null {
  const { value: now } = useLiveQuery(api.orders.one, { orderId: order._id });
  return now === undefined || now === null || now.status === order.status ? null : now.status;
}
