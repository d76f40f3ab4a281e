/** The orders that wait for the distributor's answer. */
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { actionsFor } from "../../../domain/orderLifecycle";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useLiveList } from "../../lib/useLiveList";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { AcceptDialog } from "./AcceptDialog";
import { IncomingCard } from "./IncomingCard";
import { OrderCards } from "./OrderCards";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { RejectDialog } from "./orderDialogs";
import { OrderList } from "./OrderList";
import type { IncomingOrder } from "./orderRow";
import { incomingSheet } from "./sheetColumns";

const SHEET = incomingSheet("pending");

type OpenDialog = { readonly kind: "accept" | "reject"; readonly order: IncomingOrder };

export function PendingIncomingPage() {
  const list = useLiveList(api.orders.incoming, { list: "pending" });
  const { value: count } = useLiveQuery(api.orders.pendingCount, {});
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const card = useCallback(
    (order: IncomingOrder, isArriving: boolean) => (
      <IncomingCard
        order={order}
        arriving={isArriving}
        actions={<Answers order={order} onAnswer={(kind) => setDialog({ kind, order })} />}
      />
    ),
    [],
  );
  return (
    <>
      <OrderList
        title="Pending Orders"
        list={list}
        count={count}
        skeleton={<OrderCardsSkeleton />}
        sheetColumns={SHEET}
        errorMessage="Failed to fetch orders. Please try again later."
        empty={
          <EmptyState
            title="No pending orders found."
            hint="An order appears here the moment a retailer places it."
            action={<LinkButton to="/productlist">Your products</LinkButton>}
          />
        }
      >
        {(orders, isNew) => <OrderCards orders={orders} isNew={isNew} card={card} />}
      </OrderList>
      {dialog?.kind === "accept" && <AcceptDialog order={dialog.order} onClose={close} />}
      {dialog?.kind === "reject" && <RejectDialog order={dialog.order} onClose={close} />}
    </>
  );
}

type AnswersProps = { order: IncomingOrder; onAnswer: (kind: OpenDialog["kind"]) => void };

function Answers({ order, onAnswer }: AnswersProps) {
  const actions = actionsFor(order, "distributor");
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
