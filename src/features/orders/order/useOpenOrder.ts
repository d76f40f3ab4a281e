/** Follows the order that the address of a list names: links of the list, of notifications, homes and the search lead there. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { type To, useLocation, useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { orderAddress } from "../../../../domain/links";
import { LIST_OF_STATUS } from "../../../../domain/orderLifecycle";
import { type LiveQueryResult, useLiveQuery } from "../../../live/useLiveQuery";
import { focusHeading } from "../../../ui/focusHeading";
import type { OrderListPage } from "../orderList";
import { type OpenedFromList, useIsBeside, withOrder } from "./OrderLink";
import type { WholeOrder } from "./wholeOrder";

type OpenOrder = {
  readonly order: LiveQueryResult<WholeOrder | null>;
  /** The address of the list without it. */
  readonly listAddress: To;
  readonly close: () => void;
};

/** Brings the top of an order that takes the list's place into view, and the focus back to the link that opened it. */
function useTopAndFocus(orderId: string): void {
  const isBeside = useIsBeside();
  useLayoutEffect(() => {
    if (!isBeside) window.scrollTo(0, 0);
  }, [orderId, isBeside]);
  useEffect(
    () => () => {
      // The focus was in what is gone.
      if (document.activeElement !== document.body) return;
      const link = document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(orderId)}"]`);
      if (link === null) focusHeading();
      else link.focus({ preventScroll: true });
    },
    [orderId],
  );
}

/** One that has moved to another list is shown there, unless it was opened from this one, or moves while it is looked at. */
export function useOpenOrder(
  { party, list }: Pick<OrderListPage, "party" | "list">,
  orderId: string,
): OpenOrder {
  const location = useLocation();
  const navigate = useNavigate();
  const { openedFromList } = (location.state ?? {}) as Partial<OpenedFromList>;
  const order = useLiveQuery(api.orders.one, { orderId }, { isKeptOffline: true });
  const status = order.value?.status;
  const checkedId = useRef<string | null>(null);
  useEffect(() => {
    if (status === undefined || checkedId.current === orderId) return;
    checkedId.current = orderId;
    const current = LIST_OF_STATUS[status];
    if (current !== list && openedFromList === undefined)
      void navigate(orderAddress(party, current, orderId), { replace: true });
  }, [orderId, status, party, list, navigate, openedFromList]);
  useTopAndFocus(orderId);
  const listAddress = withOrder(location.search);
  const close = () =>
    void (openedFromList === "pushed" ? navigate(-1) : navigate(listAddress, { replace: true }));
  return { order, listAddress, close };
}
