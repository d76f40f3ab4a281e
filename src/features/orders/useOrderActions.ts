/** What a party does with an order from a list at once, without a dialog: shown before the answer, and taken back with a word. */
import { useMutation } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { withMessage, withoutOrder } from "./optimistic";

export type Problem = { readonly message: string; readonly dismiss: () => void };

/** Runs an action, and keeps the sentence for its failure until the next action or until it is dismissed. */
export function useProblem() {
  const [message, setMessage] = useState<string | null>(null);
  return useMemo(() => {
    const dismiss = () => setMessage(null);
    const attempt = async (action: Promise<unknown>, fallback: string): Promise<void> => {
      dismiss();
      try {
        await action;
      } catch (error) {
        setMessage(errorMessage(error, fallback));
      }
    };
    return { attempt, problem: message === null ? null : { message, dismiss } };
  }, [message]);
}

/** Off one's own list. */
export function useHide(fallback: string) {
  const hide = useMutation(api.orders.hide);
  const { attempt, problem } = useProblem();
  const remove = (orderId: string) => {
    void attempt(hide.withOptimisticUpdate(withoutOrder)({ orderId }), fallback);
  };
  return { remove, problem };
}

export function useRewording() {
  const update = useMutation(api.orders.updateMessage);
  const { attempt, problem } = useProblem();
  const reword = (orderId: string, msg: string) => {
    void attempt(
      update.withOptimisticUpdate(withMessage)({ orderId, msg }),
      "Failed to update the message.",
    );
  };
  return { reword, problem };
}
