/** The retailer's orders that came to nothing: rejected by the distributor, or cancelled (spec §2.5, deviation 10). */
import { Trash2 } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ClampedText } from "./ClampedText";
import { orderGrid } from "./IncomingCard";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import { OutgoingCard } from "./OutgoingCard";
import { useHide } from "./useOrderActions";

export function RejectedOutgoingPage() {
  const list = useLiveList(api.orders.outgoing, { list: "rejected" });
  const { remove, problem } = useHide("Failed to remove the order. Please try again.");
  return (
    <OrderList
      title="Rejected Orders"
      list={list}
      problem={problem}
      skeleton={<OrderCardsSkeleton />}
      errorMessage="Failed to fetch rejected orders."
      empty={
        <EmptyState
          title="No rejected orders found."
          hint="Orders that a distributor rejects, or that you cancel, are kept here with the reason."
          action={<LinkButton to="/pendingretail">Pending Orders</LinkButton>}
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
              actions={
                actionsFor(order.status, "retailer").includes("hide") && (
                  <Button size="sm" className="flex-1" onClick={() => remove(order._id)}>
                    <Trash2 aria-hidden />
                    Remove Order
                  </Button>
                )
              }
            >
              <dt className="text-muted">Reason</dt>
              <dd className="min-w-0 text-right">
                <ClampedText text={order.orderCancelReason ?? "Not provided"} />
              </dd>
            </OutgoingCard>
          ))}
        </div>
      )}
    </OrderList>
  );
}
