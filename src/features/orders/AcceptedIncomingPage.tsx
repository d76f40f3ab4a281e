/** Orders on their way to the retailer (spec §2.4). A completed one stays in its place, as completed, until the page is left. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { withReturned } from "./completedInPlace";
import { IncomingCard, orderGrid } from "./IncomingCard";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OrderList } from "./OrderList";
import type { Order } from "./orderRow";
import { useProblem } from "./useOrderActions";

export function AcceptedIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "accepted" });
  const { complete, completed, completing, problem } = useCompletion();
  return (
    <OrderList
      title="Accepted Orders"
      list={{ ...list, results: withReturned(list.results, completed) }}
      problem={problem}
      skeleton={<OrderCardsSkeleton />}
      errorMessage="Failed to fetch accepted orders."
      empty={
        <EmptyState
          title="No Accepted Orders found."
          hint="Orders that you accept wait here until they are delivered."
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
                actionsFor(order.status, "distributor").includes("complete") && (
                  <Button
                    size="sm"
                    className="flex-1"
                    busy={completing.has(order._id)}
                    onClick={() => complete(order._id)}
                  >
                    Mark as Completed
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

/** Spec §4: "the card is replaced by the returned order". */
function useCompletion() {
  const mutate = useMutation(api.orders.complete);
  const { attempt, problem } = useProblem();
  const [completed, setCompleted] = useState<readonly Order[]>([]);
  const [completing, setCompleting] = useState<ReadonlySet<string>>(new Set());

  async function completeOrder(orderId: string) {
    setCompleting((now) => new Set([...now, orderId]));
    const answer = mutate({ orderId }).then((order) => setCompleted((now) => [...now, order]));
    await attempt(answer, "Failed to update order status.");
    setCompleting((now) => new Set([...now].filter((id) => id !== orderId)));
  }

  return {
    complete: (orderId: string) => void completeOrder(orderId),
    completed,
    completing,
    problem,
  };
}
