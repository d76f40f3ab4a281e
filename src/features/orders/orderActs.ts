/** The context in which the cards and tables of a page of orders find the effects of their buttons. */
import { createContext, useContext } from "react";
import { invariant } from "../../../domain/invariant";
import type { OrderAction } from "../../../domain/orderLifecycle";
import type { TradeRole } from "../../../domain/roles";
import type { KeptOrder } from "./lists/keptRows";
import type { IncomingOrder, Order, OutgoingOrder } from "./orderRow";

/** The subject of an open dialog. */
export type OrderDialog =
  | { readonly kind: "accept"; readonly order: IncomingOrder }
  /** `at`: the place of the one line that it is about. */
  | { readonly kind: "reject"; readonly order: IncomingOrder; readonly at?: number }
  | { readonly kind: "cancel"; readonly order: OutgoingOrder; readonly at?: number }
  | { readonly kind: "message"; readonly order: OutgoingOrder }
  | {
      readonly kind: "acceptMany" | "rejectMany" | "completeMany";
      readonly orders: readonly IncomingOrder[];
    };

export type OrderActs = {
  readonly party: TradeRole;
  /** Does what the button of this action says, or opens its dialog. */
  readonly act: (action: OrderAction, order: Order) => void;
  readonly show: (dialog: OrderDialog) => void;
  readonly withdraw: (offerId: string) => void;
  readonly orderAgain: (orderId: string) => void;
  /** The order whose message is reworded in its place, or null. */
  readonly reworded: string | null;
  /** Sends the new message; resolves to true when the server took it. */
  readonly reword: (orderId: string, msg: string) => Promise<boolean>;
  readonly endRewording: () => void;
};

const CurrentActs = createContext<OrderActs | null>(null);

export const OrderActsProvider = CurrentActs.Provider;

export function useOrderActs(): OrderActs {
  const acts = useContext(CurrentActs);
  invariant(acts !== null, "useOrderActs has no OrdersPage around it.");
  return acts;
}

export type OrderDialogProps = {
  dialog: OrderDialog;
  /** Keeps an order in its place on the list, though it leaves it. */
  keep: (order: KeptOrder) => void;
  /** Completes an order once the server has; rejects if it refuses. */
  complete: (order: IncomingOrder) => Promise<void>;
  /** Called for each of several orders once it is done. */
  onDone: (order: IncomingOrder) => void;
  onClose: () => void;
};
