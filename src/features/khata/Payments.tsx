/** Payments behind one line that counts those that wait for the distributor's word. Nothing where there are none. */
import { Clock } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { type LiveRows, useLiveList } from "../../live/useLiveList";
import { cx } from "../../lib/cx";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { CardGrid } from "../../ui/CardGrid";
import { Disclosure } from "../../ui/Disclosure";
import { LiveList } from "../../ui/LiveList";
import type { Payment } from "./khataTexts";
import { PaymentCard } from "./PaymentCard";
import { useTradeRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

/** The entries stand below: more are loaded when they are asked for. */
const SHOWN_FIRST = 4;

const card = (payment: Payment, isArriving: boolean) => (
  <PaymentCard payment={payment} arriving={isArriving} hasPartner={false} />
);
const cardWithPartner = (payment: Payment, isArriving: boolean) => (
  <PaymentCard payment={payment} arriving={isArriving} hasPartner />
);

/** Payments with one partner, the newest first. */
export function usePayments(partnerId: string): LiveRows<Payment> {
  return useLiveList(
    api.payments.withPartner,
    { partnerId },
    { pageSize: SHOWN_FIRST, isKeptOffline: true },
  );
}

/** Payments of all partners that wait, the oldest first. */
export function useWaitingPayments(): LiveRows<Payment> {
  return useLiveList(api.payments.waiting, {}, { isKeptOffline: true });
}

export type PaymentsProps = {
  payments: LiveRows<Payment>;
  /** The number of those that wait: "2", or "50+"; null where none does. */
  waiting: string | null;
  /** Names the partner of each, on lists of several. */
  hasPartner?: boolean;
  startsOpen: boolean;
  /** The columns of their cards. */
  columns: string;
  className?: string;
};

export function Payments(props: PaymentsProps) {
  const { payments: list, waiting, hasPartner = false, startsOpen, columns, className } = props;
  const isRetailer = useTradeRole() === "retailer";
  if (list.results.length === 0 && list.error === null) return null;
  return (
    <Card as="section" aria-label={t("Payments")} className={cx("px-3", className)}>
      <Disclosure
        title={t("Payments")}
        note={
          waiting !== null && (
            <Badge tone="caution" icon={Clock}>
              {isRetailer
                ? t("{count} waiting to be confirmed", { count: waiting })
                : t("{count} to confirm", { count: waiting })}
            </Badge>
          )
        }
        startsOpen={startsOpen || list.error !== null}
      >
        <div className="pt-1 pb-3">
          <LiveList
            list={list}
            empty={null}
            skeleton={null}
            manualLoadMore
            errorMessage={t("The payments could not be loaded.")}
          >
            {(rows) => (
              <CardGrid
                className={cx("grid grid-cols-1 gap-3", columns)}
                rows={rows}
                card={hasPartner ? cardWithPartner : card}
              />
            )}
          </LiveList>
        </div>
      </Disclosure>
    </Card>
  );
}
