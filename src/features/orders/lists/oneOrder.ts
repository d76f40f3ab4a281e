/** One order alone on a list, as the page's address names it: links of notifications, homes and the search lead there. */
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { LIST_OF_STATUS, type OrderList } from "../../../../domain/orderLifecycle";
import type { TradeRole } from "../../../../domain/roles";
import { ORDER_PAGES, ORDER_PARAM, orderAddress } from "../../../../domain/links";
import { useLiveQuery } from "../../../live/useLiveQuery";

export type OneOrder = {
  /** The arguments of `orders.outgoing`, `orders.incoming` and `offers.mine`; empty for the whole list. */
  readonly args: { readonly orderId?: string };
  readonly isOne: boolean;
  /** The address of the whole list. */
  readonly listPage: string;
};

/** Returns the order that the address names. One that has moved to another list is shown there, unless it moves while it is looked at. */
export function useOneOrder(party: TradeRole, list: OrderList): OneOrder {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const orderId = params.get(ORDER_PARAM);
  const { value: order } = useLiveQuery(api.orders.one, orderId === null ? "skip" : { orderId }, {
    isKeptOffline: true,
  });
  const status = order?.status;
  const checkedId = useRef<string | null>(null);
  useEffect(() => {
    if (orderId === null || status === undefined || checkedId.current === orderId) return;
    checkedId.current = orderId;
    const current = LIST_OF_STATUS[status];
    if (current !== list) void navigate(orderAddress(party, current, orderId), { replace: true });
  }, [orderId, status, party, list, navigate]);
  return {
    args: orderId === null ? {} : { orderId },
    isOne: orderId !== null,
    listPage: ORDER_PAGES[party][list],
  };
}
