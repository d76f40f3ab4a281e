/** What a party does with an order from a list at once, without a dialog: shown before the answer, and taken back with a word. */
import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useToast } from "../../ui/Toast";
import { withCompleted, withReturned } from "./completedInPlace";
import { withMessage, withoutOrder } from "./optimistic";
import type { Order } from "./orderRow";
import { NOT_COMPLETED, NOT_REWORDED } from "./orderWords";

/** Waits for an action whose effect can be seen already. If it was refused, a note says why the effect is gone. Answers whether it was done. */
function useAttempt() {
  const toast = useToast();
  return useCallback(
    async (action: Promise<unknown>, failure: string): Promise<boolean> => {
      try {
        await action;
        return true;
      } catch (error) {
        toast({ kind: "error", message: errorMessage(error, failure) });
        return false;
      }
    },
    [toast],
  );
}

/** Off one's own list. */
export function useHide(failure: string): (orderId: string) => void {
  const hide = useMutation(api.orders.hide);
  const attempt = useAttempt();
  return useCallback(
    (orderId) => {
      void attempt(hide.withOptimisticUpdate(withoutOrder)({ orderId }), failure);
    },
    [hide, attempt, failure],
  );
}

/** Answers whether the server took the new words. */
export function useRewording(): (orderId: string, msg: string) => Promise<boolean> {
  const update = useMutation(api.orders.updateMessage);
  const attempt = useAttempt();
  return useCallback(
    (orderId, msg) =>
      attempt(update.withOptimisticUpdate(withMessage)({ orderId, msg }), NOT_REWORDED),
    [update, attempt],
  );
}

/**
 * The order turns to completed in its place at once, and stays there when the server has let it go from the list; it turns back
 * if the server refuses.
 */
export function useCompletion(orders: readonly Order[]) {
  const mutate = useMutation(api.orders.complete);
  const attempt = useAttempt();
  const [completed, setCompleted] = useState<readonly Order[]>([]);
  const complete = useCallback(
    async (order: Order) => {
      const isOther = ({ _id }: Order) => _id !== order._id;
      setCompleted((now) => [...now.filter(isOther), withCompleted(order, Date.now())]);
      const answer = mutate({ orderId: order._id }).then((returned) =>
        setCompleted((now) => [...now.filter(isOther), returned]),
      );
      if (!(await attempt(answer, NOT_COMPLETED))) setCompleted((now) => now.filter(isOther));
    },
    [mutate, attempt],
  );
  return {
    orders: withReturned(orders, completed),
    complete: useCallback((order: Order) => void complete(order), [complete]),
  };
}
