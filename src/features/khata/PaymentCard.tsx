/** One payment: its sum, how it was paid, its state and what was said against it, with what the caller may do. */
import * as links from "../../../domain/links";
import { Image } from "lucide-react";
import { Link } from "react-router-dom";
import { paymentText } from "../../../domain/paymentLifecycle";
import { cx } from "../../lib/cx";
import { imageUrl } from "../../live/pictures";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { type Payment, partnerOf } from "./khataTexts";
import { PaymentButtons } from "./PaymentButtons";
import { PaymentState, stateLabel } from "./PaymentState";
import { useTradeRole } from "./pageContext";
import { rich } from "../../lib/rich";
import { t } from "../../../domain/language/texts";

export type PaymentCardProps = {
  payment: Payment;
  arriving: boolean;
  /** Names the partner, on lists of several. */
  hasPartner: boolean;
};

export function PaymentCard({ payment, arriving, hasPartner }: PaymentCardProps) {
  const { amountPaise, paidOn, state } = payment;
  const role = useTradeRole();
  const partner = partnerOf(payment, role);
  const partnerId = role === "retailer" ? payment.distributorId : payment.retailerId;
  const isWaiting = state === "claimed";
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-label={`${partner}, ${paymentText(payment)}: ${stateLabel(payment, role)}`}
      className={cx(
        "flex flex-col gap-1 border-l-3 p-3 transition-colors",
        isWaiting ? "border-l-caution" : "border-l-edge",
      )}
    >
      {hasPartner && (
        <Link
          to={links.khataWith(partnerId)}
          className="w-fit max-w-full truncate font-medium underline-offset-2 hover:underline touch:min-h-11 touch:py-2.5"
        >
          {partner}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Money
          paise={amountPaise}
          className={cx(
            "text-md font-semibold",
            (state === "withdrawn" || state === "disputed" || state === "reversed") &&
              "text-muted line-through",
          )}
        />
        <PaymentState payment={payment} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted tabular-nums">
        <span className="wrap-anywhere">{paymentText(payment)}</span>
        <span>{rich("Paid {day}", { day: <DateText date={paidOn} /> })}</span>
        <Proof url={imageUrl(payment.proofUrl)} />
      </p>
      <Words payment={payment} />
      <PaymentButtons payment={payment} />
    </Card>
  );
}

function Proof({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 underline underline-offset-2 touch:min-h-11"
    >
      <Image aria-hidden className="size-3.5" />
      {t("Proof")}
    </a>
  );
}

/** The reason of a dispute or reversal, and the objection. */
function Words({ payment: { reason, objection } }: { payment: Payment }) {
  return (
    <>
      {reason !== undefined && (
        <p className="text-sm wrap-anywhere whitespace-pre-line">
          {t("Reason: “{reason}”", { reason })}
        </p>
      )}
      {objection !== undefined && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-negative">
          {t("Objection: “{objection}”", { objection })}
        </p>
      )}
    </>
  );
}
