/** Order actions of the lists, without a dialog: shown before the server confirms them, and reverted with a toast if it refuses. */
import { useMutation } from "convex/react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../lib/useServerAction";
import { withMessage, withoutOffer, withoutOrder } from "./optimistic";
import { NOT_REWORDED, NOT_WITHDRAWN } from "./orderMessages";

/** Hides orders from the caller's own list. */
export function useHide(failure: string): (orderIds: string[]) => void {
  const hide = useMutation(api.orders.hide).withOptimisticUpdate(withoutOrder);
  const { run } = useServerAction(hide, { failure, onFailure: "toast" });
  return useCallback((orderIds) => void run({ orderIds }), [run]);
}

/** Changes an order's message; resolves to true when the server took it. */
export function useRewording(): (orderId: string, msg: string) => Promise<boolean> {
  const update = useMutation(api.orders.updateMessage).withOptimisticUpdate(withMessage);
  const { run } = useServerAction(update, { failure: NOT_REWORDED, onFailure: "toast" });
  return useCallback((orderId, msg) => run({ orderId, msg }), [run]);
}

/** Withdraws an offer of fewer pieces; its orders wait for another answer. */
export function useWithdrawal(): (offerId: string) => void {
  const withdraw = useMutation(api.offers.withdraw).withOptimisticUpdate(withoutOffer);
  const { run } = useServerAction(withdraw, { failure: NOT_WITHDRAWN, onFailure: "toast" });
  return useCallback((offerId) => void run({ offerId }), [run]);
}
