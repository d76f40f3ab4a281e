/** Payments with one partner, the newest first: those that wait, and what became of the others. Nothing where there are none. */
import { api } from "../../../convex/_generated/api";
import { type LiveRows, useLiveList } from "../../live/useLiveList";
import { CardGrid } from "../../ui/CardGrid";
import { LiveList } from "../../ui/LiveList";
import type { Payment } from "./khataTexts";
import { PaymentCard } from "./PaymentCard";

/** The entries stand below: more are loaded when they are asked for. */
const SHOWN_FIRST = 4;

const card = (payment: Payment, isArriving: boolean) => (
  <PaymentCard payment={payment} arriving={isArriving} hasPartner={false} />
);

export function usePayments(partnerId: string): LiveRows<Payment> {
  return useLiveList(
    api.payments.withPartner,
    { partnerId },
    { pageSize: SHOWN_FIRST, isKeptOffline: true },
  );
}

export type PaymentsProps = { payments: LiveRows<Payment> };

export function Payments({ payments: list }: PaymentsProps) {
  if (list.results.length === 0 && list.error === null) return null;
  return (
    <section aria-label="Payments">
      <h2 className="mb-2 text-md font-semibold">Payments</h2>
      <LiveList
        list={list}
        empty={null}
        skeleton={null}
        manualLoadMore
        errorMessage="The payments could not be loaded."
      >
        {(rows) => (
          <CardGrid
            className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2"
            rows={rows}
            card={card}
          />
        )}
      </LiveList>
    </section>
  );
}
