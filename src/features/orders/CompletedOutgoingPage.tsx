/** What the retailer has received, and the way to order it again (spec §2.5, deviation 20). */
import { RotateCcw, Trash2 } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { orderGrid } from "./IncomingCard";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import type { Order } from "./orderRow";
import { Fact, OutgoingCard } from "./OutgoingCard";
import { reorderLink } from "./reorder";
import { useHide } from "./useOrderActions";

export function CompletedOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "completed" });
  const { remove, problem } = useHide("Failed to remove the order. Please try again.");
  return (
    <OrderList
      title="Completed Orders"
      list={list}
      problem={problem}
      skeleton={<OrderCardsSkeleton />}
      errorMessage="Failed to fetch completed orders."
      empty={
        <EmptyState
          title="No completed orders found."
          hint="An order moves here when the distributor marks it as completed."
          action={<LinkButton to="/acceptedretail">Accepted Orders</LinkButton>}
        />
      }
    >
      {(orders, isNew) => (
        <div className={orderGrid}>
          {orders.map((order) => (
            <OutgoingCard
              key={order._id}
              order={order}
              arriving={isNew(order)}
              actions={<Actions order={order} onRemove={() => remove(order._id)} />}
            >
              {order.completedOn !== undefined && (
                <Fact label="Completed on">
                  <DateText date={order.completedOn} />
                </Fact>
              )}
            </OutgoingCard>
          ))}
        </div>
      )}
    </OrderList>
  );
}

function Actions({ order, onRemove }: { order: Order; onRemove: () => void }) {
  return (
    <>
      <LinkButton variant="primary" size="sm" className="flex-1" {...reorderLink(order)}>
        <RotateCcw aria-hidden />
        Re-Order
      </LinkButton>
      {actionsFor(order.status, "retailer").includes("hide") && (
        <Button size="sm" className="flex-1" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      )}
    </>
  );
}
