/** The orders that the retailer has received, each with a link to order it again, and a button for everything it was placed with. */
import { RotateCcw, Trash2 } from "lucide-react";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { ExportButton } from "../../lib/exports/ExportButton";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { Fact } from "../../ui/Fact";
import { OrderAgain, useOrderAgain } from "./OrderAgain";
import { NotOnList } from "./OneOrderBar";
import { useOneOrder } from "./oneOrder";
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
const NONE = "No completed orders found.";

export function CompletedOutgoingPage() {
  const one = useOneOrder("retailer", "completed");
  const list = useLiveList(api.orders.outgoing, { list: "completed", ...one.args });
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
        action={<ExportButton subject="orders" />}
        one={one}
        list={list}
        skeleton={<OrderCardsSkeleton />}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch completed orders."
        empty={one.isOne ? <NotOnList title={NONE} /> : <NoneYet />}
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
      hint="An order moves here when the distributor marks it as completed."
      action={<LinkButton to="/acceptedretail">Accepted Orders</LinkButton>}
    />
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
