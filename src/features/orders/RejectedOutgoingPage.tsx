/** The retailer's rejected and cancelled orders. */
import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ClampedText } from "./ClampedText";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import { OrderCards } from "./OrderCards";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { isOrderFiltered } from "./orderFilter";
import { NoOrderMatches, OrderFilterBar } from "./OrderFilterBar";
import { OrderList } from "./OrderList";
import { outgoingFilterWords } from "./outgoingFilterWords";
import type { OutgoingOrder } from "./orderRow";
import { NOT_REMOVED } from "./orderMessages";
import { OutgoingCard } from "./OutgoingCard";
import { outgoingSheet } from "./sheetColumns";
import { useOrderFilter } from "./useOrderFilter";
import { useHide } from "./useOrderActions";

const SHEET = outgoingSheet("rejected");
const NONE = "No rejected orders found.";

export function RejectedOutgoingPage() {
  const control = useOrderFilter();
  const one = useOneOrder("retailer", "rejected");
  const asked = { ...control.args, ...one.args };
  const list = useLiveList(api.orders.outgoing, { list: "rejected", ...asked });
  const remove = useHide(NOT_REMOVED);
  const { orderAgain, report } = useOrderAgain();
  const card = useCallback(
    (order: OutgoingOrder, isArriving: boolean) => (
      <OutgoingCard
        order={order}
        arriving={isArriving}
        actions={
          <>
            <OrderAgain orderId={order._id} onOrderAgain={orderAgain} />
            {actionsFor(order, "retailer").includes("hide") && (
              <Button size="sm" className="flex-1" onClick={() => remove([order._id])}>
                <Trash2 aria-hidden />
                Remove Order
              </Button>
            )}
          </>
        }
      >
        <dt className="text-muted">Reason</dt>
        <dd className="min-w-0 text-right">
          <ClampedText text={order.orderCancelReason ?? "Not provided"} />
        </dd>
      </OutgoingCard>
    ),
    [remove, orderAgain],
  );
  return (
    <>
      <OrderList
        title="Rejected Orders"
        one={one}
        list={list}
        filters={<OrderFilterBar control={control} list="rejected" partner="distributor" />}
        filterWords={outgoingFilterWords(control, list.results)}
        skeleton={<OrderCardsSkeleton />}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch rejected orders."
        empty={
          one.isOne ? (
            <NotOnList title={NONE} />
          ) : isOrderFiltered(control.filter) ? (
            <NoOrderMatches control={control} title={NONE} />
          ) : (
            <NoneYet />
          )
        }
      >
        {(orders, isNew) => <OrderCards orders={orders} isNew={isNew} card={card} />}
      </OrderList>
      {report}
    </>
  );
}

function NoneYet() {
  return (
    <EmptyState
      title={NONE}
      hint="Orders that a distributor rejects, or that you cancel, are kept here with the reason."
      action={<LinkButton to="/pendingretail">Pending Orders</LinkButton>}
    />
  );
}
