/** Makes the effects of the buttons of a page of orders, and its open dialog. */
import { useMutation } from "convex/react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { OrderAction } from "../../../../domain/orderLifecycle";
import type { TradeRole } from "../../../../domain/roles";
import { useServerAction } from "../../../forms/useServerAction";
import type { KeptRows } from "./keptRows";
import { withMessage, withoutOffer, withoutOrder } from "../optimistic";
import type { OrderActs, OrderDialog } from "../orderActs";
import type { OrderListPage } from "../orderList";
import {
  NOT_COMPLETED,
  NOT_DELETED,
  NOT_REMOVED,
  NOT_REWORDED,
  NOT_WITHDRAWN,
} from "../orderMessages";
import type { IncomingOrder, Order, OutgoingOrder } from "../orderRow";
import type { Selection } from "./selection";
import { useAddToBasket } from "../basket/useAddToBasket";

/** Actions that show their effect before the server confirms it; a refusal is a toast, and reverts it. */
function useCalls(party: TradeRole, { keep, release }: KeptRows) {
  const optimistic = {
    hide: useMutation(api.orders.hide).withOptimisticUpdate(withoutOrder),
    reword: useMutation(api.orders.updateMessage).withOptimisticUpdate(withMessage),
    withdraw: useMutation(api.offers.withdraw).withOptimisticUpdate(withoutOffer),
  };
  const failure = party === "distributor" ? NOT_DELETED : NOT_REMOVED;
  const complete = useMutation(api.orders.complete);
  const send = ({ _id }: IncomingOrder) => complete({ orderIds: [_id] });
  const put = (order: IncomingOrder) =>
    keep({ ...order, status: "completed", completedOn: Date.now() });
  return {
    hide: useServerAction(optimistic.hide, { failure, onFailure: "toast" }).run,
    reword: useServerAction(optimistic.reword, { failure: NOT_REWORDED, onFailure: "toast" }).run,
    withdraw: useServerAction(optimistic.withdraw, { failure: NOT_WITHDRAWN, onFailure: "toast" })
      .run,
    complete: useServerAction(send, {
      failure: NOT_COMPLETED,
      onFailure: "toast",
      // Turns to completed in its place at once.
      optimistic: (order) => {
        put(order);
        return () => release(order);
      },
    }).run,
    /** Completes one once the server has; rejects if it refuses. */
    completeSafely: async (order: IncomingOrder) => {
      await send(order);
      put(order);
    },
  };
}

type ActsOptions = { readonly keptRows: KeptRows; readonly selection: Selection };

/** Returns the effect of a button of an order: a call, a dialog, or the field for its message. */
function useAct(
  calls: ReturnType<typeof useCalls>,
  selection: Selection,
  show: (dialog: OrderDialog) => void,
  startRewording: (orderId: string) => void,
) {
  const { complete, hide } = calls;
  return useMemo(() => {
    // The parties of each action are those of its order.
    const acts: Record<OrderAction, (order: Order) => void> = {
      accept: (order) => show({ kind: "accept", order: order as IncomingOrder }),
      reject: (order) => show({ kind: "reject", order: order as IncomingOrder }),
      cancel: (order) => show({ kind: "cancel", order: order as OutgoingOrder }),
      complete: (order) => {
        selection.set(order._id, false);
        void complete(order as IncomingOrder);
      },
      updateMessage: (order) =>
        order.status === "pending"
          ? show({ kind: "message", order: order as OutgoingOrder })
          : startRewording(order._id),
      hide: ({ _id }) => void hide({ orderIds: [_id] }),
    };
    return (action: OrderAction, order: Order) => acts[action](order);
  }, [complete, hide, selection, show, startRewording]);
}

export function useOrderActs(
  { party, Dialog }: Pick<OrderListPage, "party" | "Dialog">,
  { keptRows, selection }: ActsOptions,
): { readonly acts: OrderActs; readonly dialog: ReactNode } {
  const [dialog, show] = useState<OrderDialog | null>(null);
  const [reworded, setReworded] = useState<string | null>(null);
  const calls = useCalls(party, keptRows);
  const act = useAct(calls, selection, show, setReworded);
  const { add: orderAgain, report } = useAddToBasket(useMutation(api.basket.addOrdered));
  const { withdraw, reword } = calls;
  const acts = useMemo(
    (): OrderActs => ({
      party,
      act,
      show,
      withdraw: (offerId) => void withdraw({ offerId }),
      orderAgain: (orderId) => void orderAgain({ orderId }),
      reworded,
      reword: (orderId, msg) => reword({ orderId, msg }),
      endRewording: () => setReworded(null),
    }),
    [party, act, withdraw, orderAgain, reworded, reword],
  );
  return {
    acts,
    dialog: (
      <>
        {report}
        {dialog !== null && (
          <Dialog
            dialog={dialog}
            keep={keptRows.keep}
            complete={calls.completeSafely}
            onDone={({ _id }) => selection.set(_id, false)}
            onClose={() => show(null)}
          />
        )}
      </>
    ),
  };
}
