/** Order actions of the lists, without a dialog: shown before the server confirms them, and reverted with a toast if it refuses. */
import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../lib/useServerAction";
import { withCompleted, withReturned } from "./completedInPlace";
import { withMessage, withoutOrder } from "./optimistic";
import type { IncomingOrder } from "./orderRow";
import { NOT_COMPLETED, NOT_REWORDED } from "./orderMessages";

/** Hides an order from the caller's own list. */
export function useHide(failure: string): (orderId: string) => void {
  const hide = useMutation(api.orders.hide).withOptimisticUpdate(withoutOrder);
  const { run } = useServerAction(hide, { failure, onFailure: "toast" });
  return useCallback((orderId) => void run({ orderIds: [orderId] }), [run]);
}

/** Changes an order's message; resolves to true when the server took it. */
export function useRewording(): (orderId: string, msg: string) => Promise<boolean> {
  const update = useMutation(api.orders.updateMessage).withOptimisticUpdate(withMessage);
  const { run } = useServerAction(update, { failure: NOT_REWORDED, onFailure: "toast" });
  return useCallback((orderId, msg) => run({ orderId, msg }), [run]);
}

/**
 * Completes an order. It turns to completed in its place at once, and stays there when it has left the server's list; it turns
 * back if the server refuses.
 */
export function useCompletion(orders: readonly IncomingOrder[]) {
  const mutate = useMutation(api.orders.complete);
  const [completed, setCompleted] = useState<readonly IncomingOrder[]>([]);
  const put = (order: IncomingOrder) =>
    setCompleted((now) => [...now.filter(({ _id }) => _id !== order._id), order]);
  const { run } = useServerAction((order: IncomingOrder) => mutate({ orderIds: [order._id] }), {
    failure: NOT_COMPLETED,
    onFailure: "toast",
    optimistic: (order) => {
      put(withCompleted(order, Date.now()));
      return () => setCompleted((now) => now.filter(({ _id }) => _id !== order._id));
    },
  });
  return {
    orders: withReturned(orders, completed),
    complete: useCallback((order: IncomingOrder) => void run(order), [run]),
  };
}
