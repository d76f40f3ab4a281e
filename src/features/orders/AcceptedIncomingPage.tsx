/**
 * Orders on their way to the retailer; one of a closed account can be rejected. A completed one stays in its place, as completed,
 * until the page is left.
 */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { IncomingCard } from "./IncomingCard";
import { OrderCards } from "./OrderCards";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { RejectDialog } from "./orderDialogs";
import { OrderList } from "./OrderList";
import type { IncomingOrder } from "./orderRow";
import { incomingSheet } from "./sheetColumns";
import { useCompletion } from "./useOrderActions";

const SHEET = incomingSheet("accepted");

export function AcceptedIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "accepted" });
  const { orders: inPlace, complete } = useCompletion(list.results);
  const [rejecting, setRejecting] = useState<IncomingOrder | null>(null);
  const card = useCallback(
    (order: IncomingOrder, isArriving: boolean) => (
      <IncomingCard
        order={order}
        arriving={isArriving}
        actions={<Actions order={order} onComplete={complete} onReject={setRejecting} />}
      />
    ),
    [complete],
  );
  return (
    <>
      <OrderList
        title="Accepted Orders"
        list={{ ...list, results: inPlace }}
        skeleton={<OrderCardsSkeleton />}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch accepted orders."
        empty={
          <EmptyState
            title="No Accepted Orders found."
            hint="Orders that you accept wait here until they are delivered."
            action={<LinkButton to="/pendingorders_dist">Pending Orders</LinkButton>}
          />
        }
      >
        {(orders, isNew) => <OrderCards orders={orders} isNew={isNew} card={card} />}
      </OrderList>
      {rejecting !== null && <RejectDialog order={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

type ActionsProps = {
  order: IncomingOrder;
  onComplete: (order: IncomingOrder) => void;
  onReject: (order: IncomingOrder) => void;
};

function Actions({ order, onComplete, onReject }: ActionsProps) {
  const actions = actionsFor(order, "distributor");
  return (
    <>
      {actions.includes("complete") && (
        <Button size="sm" className="flex-1" onClick={() => onComplete(order)}>
          Mark as Completed
        </Button>
      )}
      {actions.includes("reject") && (
        <Button size="sm" className="flex-1" onClick={() => onReject(order)}>
          Reject
        </Button>
      )}
    </>
  );
}
