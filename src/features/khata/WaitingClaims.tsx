/** Payments of all partners that wait for the distributor's word, the oldest first. Nothing where none waits. */
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { CardGrid } from "../../ui/CardGrid";
import { LiveList } from "../../ui/LiveList";
import type { Payment } from "./khataTexts";
import { PaymentCard } from "./PaymentCard";
import { useTradeRole } from "./pageContext";

const card = (payment: Payment, isArriving: boolean) => (
  <PaymentCard payment={payment} arriving={isArriving} hasPartner />
);

/** @param isHeld - True while the list below is loading: its placeholder would be pushed down. */
export function WaitingClaims({ isHeld }: { isHeld: boolean }) {
  const list = useLiveList(api.payments.waiting, {}, { isKeptOffline: true });
  const isRetailer = useTradeRole() === "retailer";
  // Most have none: no room is kept for it while it is loading.
  if (isHeld || (list.results.length === 0 && list.error === null)) return null;
  return (
    <section aria-labelledby="waiting-claims" className="mb-6">
      <h2 id="waiting-claims" className="mb-2 text-md font-semibold">
        {isRetailer ? "Waiting to be confirmed" : "Payments to confirm"}
      </h2>
      <LiveList
        list={list}
        empty={null}
        skeleton={null}
        manualLoadMore
        errorMessage="The payments that wait could not be loaded."
      >
        {(rows) => (
          <CardGrid
            className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3"
            rows={rows}
            card={card}
          />
        )}
      </LiveList>
    </section>
  );
}
