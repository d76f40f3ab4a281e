/** The orders that the distributor rejected or the retailer cancelled. */
import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { IncomingCard } from "./IncomingCard";
import { OrderCards } from "./OrderCards";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import type { IncomingOrder } from "./orderRow";
import { NOT_DELETED } from "./orderMessages";
import { incomingSheet } from "./sheetColumns";
import { useHide } from "./useOrderActions";

const SHEET = incomingSheet("rejected");

export function RejectedIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "rejected" });
  const remove = useHide(NOT_DELETED);
  const card = useCallback(
    (order: IncomingOrder, isArriving: boolean) => (
      <IncomingCard
        order={order}
        arriving={isArriving}
        actions={
          actionsFor(order, "distributor").includes("hide") && (
            <Button size="sm" className="flex-1" onClick={() => remove(order._id)}>
              <Trash2 aria-hidden />
              Remove
            </Button>
          )
        }
      />
    ),
    [remove],
  );
  return (
    <OrderList
      title="Rejected Orders"
      list={list}
      skeleton={<OrderCardsSkeleton />}
      sheetColumns={SHEET}
      errorMessage="Failed to fetch rejected orders. Please try again later."
      empty={
        <EmptyState
          title="No rejected orders found."
          hint="Orders that you reject, or that a retailer cancels, are kept here with the reason."
          action={<LinkButton to="/pendingorders_dist">Pending Orders</LinkButton>}
        />
      }
    >
      {(orders, isNew) => <OrderCards orders={orders} isNew={isNew} card={card} />}
    </OrderList>
  );
}
