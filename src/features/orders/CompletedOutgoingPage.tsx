/** The orders that the retailer has received, each with a link to order it again, and a button for everything it was placed with. */
import { RotateCcw, Trash2 } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { Fact } from "../../ui/Fact";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import { OrderCards } from "./OrderCards";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import type { OutgoingOrder } from "./orderRow";
import { NOT_REMOVED } from "./orderMessages";
import { OutgoingCard } from "./OutgoingCard";
import { reorderLink } from "./reorder";
import { outgoingSheet } from "./sheetColumns";
import { useHide } from "./useOrderActions";

const SHEET = outgoingSheet("completed");

export function CompletedOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "completed" });
  const remove = useHide(NOT_REMOVED);
  const { orderAgain, report } = useOrderAgain();
  const card = useCallback(
    (order: OutgoingOrder, isArriving: boolean) => (
      <OutgoingCard
        order={order}
        arriving={isArriving}
        actions={
          <Actions order={order} onOrderAgain={orderAgain} onRemove={() => remove([order._id])} />
        }
      >
        {order.completedOn !== undefined && (
          <Fact label="Completed on" align="right">
            <DateText date={order.completedOn} />
          </Fact>
        )}
      </OutgoingCard>
    ),
    [remove, orderAgain],
  );
  return (
    <>
      <OrderList
        title="Completed Orders"
        list={list}
        skeleton={<OrderCardsSkeleton />}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch completed orders."
        empty={
          <EmptyState
            title="No completed orders found."
            hint="An order moves here when the distributor marks it as completed."
            action={<LinkButton to="/acceptedretail">Accepted Orders</LinkButton>}
          />
        }
      >
        {(orders, isNew) => <OrderCards orders={orders} isNew={isNew} card={card} />}
      </OrderList>
      {report}
    </>
  );
}

type ActionsProps = {
  order: OutgoingOrder;
  onOrderAgain: (orderId: string) => void;
  onRemove: () => void;
};

function Actions({ order, onOrderAgain, onRemove }: ActionsProps) {
  return (
    <>
      {order.productId !== undefined && (
        <LinkButton
          variant="primary"
          size="sm"
          className="flex-1"
          {...reorderLink(order.productId, order)}
        >
          <RotateCcw aria-hidden />
          Re-Order
        </LinkButton>
      )}
      <OrderAgain orderId={order._id} onOrderAgain={onOrderAgain} />
      {actionsFor(order, "retailer").includes("hide") && (
        <Button size="sm" className="flex-1" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      )}
    </>
  );
}
