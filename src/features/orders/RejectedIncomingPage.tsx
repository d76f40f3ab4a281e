/** Orders that came to nothing, rejected here or cancelled by the retailer (spec §2.4, deviation 10). */
import { Trash2 } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { IncomingCard, orderGrid } from "./IncomingCard";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import { useHide } from "./useOrderActions";

export function RejectedIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "rejected" });
  const { remove, problem } = useHide("Failed to delete order. Please try again later.");
  return (
    <OrderList
      title="Rejected Orders"
      list={list}
      problem={problem}
      skeleton={<OrderCardsSkeleton />}
      errorMessage="Failed to fetch rejected orders. Please try again later."
      empty={
        <EmptyState
          title="No rejected orders found."
          hint="Orders that you reject, or that a retailer cancels, are kept here with the reason."
        />
      }
    >
      {(orders, isNew) => (
        <div className={orderGrid}>
          {orders.map((order) => (
            <IncomingCard
              key={order._id}
              order={order}
              arriving={isNew(order)}
              actions={
                actionsFor(order.status, "distributor").includes("hide") && (
                  <Button size="sm" className="flex-1" onClick={() => remove(order._id)}>
                    <Trash2 aria-hidden />
                    Remove
                  </Button>
                )
              }
            />
          ))}
        </div>
      )}
    </OrderList>
  );
}
