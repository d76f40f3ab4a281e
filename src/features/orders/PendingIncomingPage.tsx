/** The distributor's desk: orders that wait for an answer (spec §2.4). */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveList } from "../../lib/useLiveList";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { AcceptDialog } from "./AcceptDialog";
import { IncomingCard, orderGrid } from "./IncomingCard";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { RejectDialog } from "./orderDialogs";
import { OrderList } from "./OrderList";
import type { Order } from "./orderRow";

type OpenDialog = { readonly kind: "accept" | "reject"; readonly order: Order };

export function PendingIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "pending" });
  const count = useQuery(api.orders.pendingCount, {});
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <OrderList
        title="Pending Orders"
        list={list}
        count={count}
        skeleton={<OrderCardsSkeleton />}
        errorMessage="Failed to fetch orders. Please try again later."
        empty={
          <EmptyState
            title="No pending orders found."
            hint="An order appears here the moment a retailer places it."
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
                actions={<Answers order={order} onAnswer={(kind) => setDialog({ kind, order })} />}
              />
            ))}
          </div>
        )}
      </OrderList>
      {dialog?.kind === "accept" && <AcceptDialog order={dialog.order} onClose={close} />}
      {dialog?.kind === "reject" && <RejectDialog order={dialog.order} onClose={close} />}
    </>
  );
}

type AnswersProps = { order: Order; onAnswer: (kind: OpenDialog["kind"]) => void };

function Answers({ order, onAnswer }: AnswersProps) {
  const actions = actionsFor(order.status, "distributor");
  return (
    <>
      {actions.includes("accept") && (
        <Button variant="primary" size="sm" className="flex-1" onClick={() => onAnswer("accept")}>
          Accept
        </Button>
      )}
      {actions.includes("reject") && (
        <Button size="sm" className="flex-1" onClick={() => onAnswer("reject")}>
          Reject
        </Button>
      )}
    </>
  );
}
