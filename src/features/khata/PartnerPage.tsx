/** /khata/:partnerId: balance, dues and payments with one partner, and all entries that led to them. */
import * as links from "../../../domain/links";
import { UserRoundX } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import { sumsUntil } from "../../../domain/weeks";
import { refusalOf } from "../../live/convexError";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useNow, useToday } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveValue, type LiveValueSource } from "../../ui/LiveValue";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { Sparkline } from "../../ui/Sparkline";
import { BalanceCard } from "./BalanceCard";
import {
  type Correction,
  CorrectionContext,
  isWide,
  TradeRoleContext,
  useSessionRole,
  useTradeRole,
} from "./pageContext";
import { DuesCard } from "./DuesCard";
import { KhataActions } from "./KhataActions";
import { khataName, type Khata } from "./khataTexts";
import { PartnerSkeleton } from "./KhataSkeleton";
import { OpeningNote } from "./OpeningNote";
import { Ledger } from "./Ledger";
import { PaymentPrompts } from "./PaymentPrompts";
import { Payments, type PaymentsProps, usePayments } from "./Payments";
import { WhatsAppReminder } from "./statement/WhatsAppReminder";
import { UnsentClaims } from "./UnsentClaims";
import { t } from "../../../domain/language/texts";

export function PartnerPage() {
  const { partnerId = "" } = useParams();
  const role = useSessionRole();
  const today = todayIst(useNow());
  const answer = useLiveQuery(api.khata.account, { partnerId }, { isKeptOffline: true });
  const money = useLiveQuery(api.khata.ageing, { partnerId, today }, { isKeptOffline: true });
  const payments = usePayments(partnerId);
  const { value: khata, error } = answer;
  // Shown together, so that dues and payments don't push down what stands below them.
  const isKnown =
    (money.value !== undefined || money.error !== null) &&
    (payments.status !== "LoadingFirstPage" || payments.error !== null);
  if (khata === undefined && refusalOf(error)?.code === "NOT_FOUND") return <NoKhata />;
  return (
    <TradeRoleContext value={role}>
      <PaymentPrompts>
        <PageHeader
          title={khata === undefined ? t("Khata") : khataName(khata)}
          lead={<Lead khata={khata} />}
        />
        <LiveValue
          answer={isKnown ? answer : { ...answer, value: undefined }}
          skeleton={<PartnerSkeleton />}
          errorMessage={t("The khata could not be loaded.")}
        >
          {(value) => <KhataOf khata={value} money={money} payments={payments} today={today} />}
        </LiveValue>
      </PaymentPrompts>
    </TradeRoleContext>
  );
}

function Lead({ khata }: { khata: Khata | undefined }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Link to={links.KHATA} className="underline underline-offset-2 touch:min-h-11 touch:py-3">
        {t("All partners")}
      </Link>
      {khata !== undefined && (
        <>
          <span>{khata.partnerName}</span>
          <Link
            to={links.chatWith(khata.partnerEmail)}
            className="underline underline-offset-2 touch:min-h-11 touch:py-3"
          >
            {t("Message")}
          </Link>
          <Traded partnerId={khata.partnerId} />
        </>
      )}
    </span>
  );
}

/** The twelve weeks of orders with the partner; nothing without an accepted one. It is as high as the line, so that it moves nothing. */
function Traded({ partnerId }: { partnerId: string }) {
  const { value: facts } = useLiveQuery(api.khata.facts, { partnerId });
  const today = useToday();
  const weeks = facts?.weeks ?? [];
  if (weeks.length === 0) return null;
  return <Sparkline weeks={sumsUntil(weeks, today)} className="ml-auto h-5 w-auto" />;
}

function NoKhata() {
  return (
    <>
      <PageHeader title={t("Khata")} />
      <EmptyState
        icon={UserRoundX}
        title={t("There is no khata with this partner.")}
        hint={t("It begins with a connection, or with the first order.")}
        action={
          <LinkButton variant="primary" to={links.KHATA}>
            {t("All partners")}
          </LinkButton>
        }
      />
    </>
  );
}

type KhataOfProps = Pick<PaymentsProps, "payments"> & {
  khata: Khata;
  money: LiveValueSource<FunctionReturnType<typeof api.khata.ageing>>;
  today: string;
};

function KhataOf({ khata, money, payments, today }: KhataOfProps) {
  const { partnerId } = khata;
  const isSeller = useTradeRole() === "distributor";
  const [correction, setCorrection] = useState<Correction | null>(null);
  return (
    <CorrectionContext value={isSeller ? null : setCorrection}>
      {khata.isClosed && (
        <Notice
          className="mb-4"
          kind="warning"
          message={t("This account is closed. What is open stays open.")}
        />
      )}
      <UnsentClaims partnerId={partnerId} />
      <div className="grid grid-cols-1 items-start gap-3 max-md:pb-16 md:gap-4 lg:grid-cols-12">
        <div className="flex min-w-0 flex-col gap-3 md:gap-4 lg:col-span-5 xl:col-span-4">
          <BalanceCard khata={khata}>
            <KhataActions
              key={partnerId}
              khata={khata}
              dues={money.value?.dues}
              today={today}
              correction={correction}
              onCorrected={() => setCorrection(null)}
            >
              {money.value !== undefined && (
                <WhatsAppReminder account={khata} aged={money.value} today={today} />
              )}
            </KhataActions>
          </BalanceCard>
          <OpeningNote khata={khata} />
          <DuesCard answer={money} today={today} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 md:gap-4 lg:col-span-7 xl:col-span-8">
          <Payments
            payments={payments}
            waiting={khata.claims.length === 0 ? null : String(khata.claims.length)}
            startsOpen={isWide()}
            columns="md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2"
          />
          <Section title={t("Entries")}>
            <Ledger partnerId={partnerId} />
          </Section>
        </div>
      </div>
    </CorrectionContext>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-md font-semibold">{title}</h2>
      {children}
    </section>
  );
}
