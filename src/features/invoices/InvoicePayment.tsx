/**
 * The open sum of the invoice, live, and ways to pay it. The retailer gets the UPI link, the UPI ID and the bank account; the
 * distributor, who is the payee, only the way to record a payment.
 */
import * as links from "../../../domain/links";
import { CircleCheck, Clock } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { UPI_DAY_LIMIT_PAISE } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { cx } from "../../lib/cx";
import type { LiveQueryResult } from "../../live/useLiveQuery";
import { useShownUser } from "../../live/useSession";
import { useToday } from "../../lib/useNow";
import { AnchorButton, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { CopyButton } from "../../ui/CopyButton";
import { DateText } from "../../ui/DateText";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { LiveValue } from "../../ui/LiveValue";
import { Notice } from "../../ui/Notice";
import { Skeleton } from "../../ui/Skeleton";
import { BankDetails } from "./BankDetails";
import { type Invoice, settledText } from "./invoiceChoice";
import { rich } from "../../lib/rich";
import { t } from "../../../domain/language/texts";

type InvoiceMoney = NonNullable<FunctionReturnType<typeof api.payments.ofInvoice>>;
type Known = { invoice: Invoice; money: InvoiceMoney };

/** The answer of payments.ofInvoice: null for an invoice that is not the caller's. */
export type MoneyAnswer = LiveQueryResult<InvoiceMoney | null>;

export function InvoicePayment({ invoice, answer }: { invoice: Invoice; answer: MoneyAnswer }) {
  const isPayer = useShownUser()?.role === "retailer";
  return (
    <div className="mx-auto mb-4 max-w-[840px] print:hidden">
      <LiveValue
        answer={answer}
        skeleton={<Skeleton className="h-18 w-full" />}
        errorMessage={t("Failed to load what is open of this invoice.")}
      >
        {(money) =>
          money !== null && (
            <Card as="section" aria-label={t("Payment")} className="flex flex-col gap-3 px-4 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <Open invoice={invoice} money={money} isPayer={isPayer} />
                <Actions invoice={invoice} money={money} isPayer={isPayer} />
              </div>
              <Waiting invoice={invoice} money={money} isPayer={isPayer} />
              {isPayer && money.openPaise > 0 && <HowToPay money={money} />}
            </Card>
          )
        }
      </LiveValue>
    </div>
  );
}

function Open({ invoice, money, isPayer }: Known & { isPayer: boolean }) {
  const today = useToday();
  const { openPaise, dueOn } = money;
  const settled = settledText({ ...invoice, openPaise });
  if (settled !== null) {
    return (
      <p className="flex items-center gap-2 font-semibold text-positive">
        <CircleCheck aria-hidden className="size-4" />
        {settled}
      </p>
    );
  }
  const isLate = dueOn < today;
  const sum = (
    <FlashOnChange value={openPaise} className="text-lg font-semibold">
      {formatRupees(openPaise)}
    </FlashOnChange>
  );
  const day = <DateText date={dueOn} />;
  return (
    <div>
      <p>{isPayer ? rich("{sum} to pay", { sum }) : rich("{sum} to collect", { sum })}</p>
      <p className={cx("text-sm", isLate ? "font-medium text-negative" : "text-muted")}>
        {isLate ? rich("Overdue since {day}", { day }) : rich("Due on {day}", { day })}
      </p>
    </div>
  );
}

function Actions({ invoice, money, isPayer }: Known & { isPayer: boolean }) {
  const { partnerId, openPaise, upiLink } = money;
  const khata = links.khataWith(partnerId);
  if (openPaise === 0) return <LinkButton to={khata}>{t("Khata")}</LinkButton>;
  return (
    <div className="flex flex-wrap gap-2">
      {isPayer && upiLink !== undefined && (
        // A computer has no payment app to open: it shows the code.
        <AnchorButton href={upiLink} variant="primary" className="md:hidden">
          {t("Pay {sum}", { sum: formatRupees(openPaise) })}
        </AnchorButton>
      )}
      <LinkButton to={`${khata}?pay=${invoice._id}`}>
        {isPayer ? t("I have paid") : t("Record payment")}
      </LinkButton>
    </div>
  );
}

/** Claims for this invoice that the distributor has not answered. */
function Waiting({ invoice, money, isPayer }: Known & { isPayer: boolean }) {
  const claims = money.payments.filter(({ payment }) => payment.state === "claimed");
  return claims.map(({ payment: { _id, amountPaise } }) => (
    <p key={_id} className="flex items-center gap-2 text-sm text-caution">
      <Clock aria-hidden className="size-4 shrink-0" />
      {isPayer
        ? t("{sum} waits for {distributor}'s confirmation.", {
            sum: formatRupees(amountPaise),
            distributor: invoice.distributor.name,
          })
        : t("{sum} claimed by {retailer} waits for your confirmation.", {
            sum: formatRupees(amountPaise),
            retailer: invoice.retailer.name,
          })}
    </p>
  ));
}

function HowToPay({ money }: { money: InvoiceMoney }) {
  const { openPaise, upiId, bankAccount } = money;
  const isLarge = openPaise > UPI_DAY_LIMIT_PAISE;
  return (
    <>
      {upiId !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">{t("UPI ID")}</span>
          <span className="min-w-0 font-medium wrap-anywhere">{upiId}</span>
          <CopyButton label={t("Copy UPI ID")} text={upiId} isSmall />
        </div>
      )}
      {isLarge && (
        <Notice
          kind="info"
          message={t(
            "UPI between persons takes at most ₹1,00,000 a day. Pay in parts, or by bank transfer.",
          )}
        />
      )}
      {bankAccount !== undefined && <BankDetails account={bankAccount} isOpen={isLarge} />}
    </>
  );
}
