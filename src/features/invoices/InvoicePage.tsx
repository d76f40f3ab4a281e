/** /invoicepage: the caller's invoices, newest first; the newest lies open until another is picked. */
import * as links from "../../../domain/links";
import { useRef, useState, type RefObject } from "react";
import { FileText } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../live/convexError";
import { ExportButton } from "../../files/exports/ExportButton";
import { useHasMonthEnd } from "../../market/useHasMonthEnd";
import { useSession } from "../../live/useSession";
import { useLiveQuery } from "../../live/useLiveQuery";
import { type LiveRows, useLiveList } from "../../live/useLiveList";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LiveValue } from "../../ui/LiveValue";
import { PageHeader } from "../../ui/PageHeader";
import { Select } from "../../ui/Select";
import { Skeleton } from "../../ui/Skeleton";
import { SidePanelProvider } from "../../ui/SidePanel";
import { usePrinting } from "../../ui/usePrinting";
import { copiesOf, type CopyChoice, InvoiceActions } from "./InvoiceActions";
import { EWayBillHint } from "./InvoiceTax";
import { chosenInvoice, invoiceOption, type Invoice, type InvoiceRow } from "./invoiceChoice";
import { InvoiceList } from "./InvoiceList";
import { InvoicePayment, type MoneyAnswer } from "./InvoicePayment";
import { InvoiceSheet } from "./InvoiceSheet";
import { InvoiceSkeleton } from "./InvoiceSkeleton";
import { CreditNotes } from "./CreditNotes";
import { t } from "../../../domain/language/texts";

function failureText(error: Error | null): string {
  return t("Failed to fetch invoices: {reason}", {
    reason: errorMessage(error, t("the server did not answer as expected.")),
  });
}

export function InvoicePage() {
  const list = useLiveList(api.invoices.mine, {});
  const [params, setParams] = useSearchParams();
  const picked = params.get("invoice");
  const chosen = chosenInvoice(picked, list.results);
  const pick = (invoice: string) => setParams({ invoice }, { replace: true });
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t("Invoices")}
          choice={<Choice list={list} chosen={chosen} onPick={pick} />}
          action={
            <>
              <MonthEndLink />
              <ExportButton subject="invoices" />
            </>
          }
        />
        {list.error !== null && (
          <ErrorNotice className="mb-4" message={failureText(list.error)} onRetry={list.retry} />
        )}
      </div>
      {chosen === undefined && list.status !== "LoadingFirstPage" ? (
        <NoInvoices list={list} />
      ) : (
        <div className="gap-6 xl:grid xl:grid-cols-[360px_minmax(0,840px)]">
          <InvoiceList list={list} chosen={chosen} />
          <div className="min-w-0">
            {chosen === undefined ? <InvoiceSkeleton /> : <ChosenInvoice invoiceId={chosen} />}
          </div>
        </div>
      )}
    </>
  );
}

function MonthEndLink() {
  if (!useHasMonthEnd()) return null;
  return (
    <LinkButton size="head" to={links.MONTH_END}>
      {t("Month's end")}
    </LinkButton>
  );
}

/** The option that loads more of them: a button for it would move the page when it comes. */
const OLDER = "older";

type ChoiceProps = {
  list: LiveRows<InvoiceRow>;
  chosen: string | undefined;
  onPick: (invoiceId: string) => void;
};

function Choice({ list, chosen, onPick }: ChoiceProps) {
  if (chosen === undefined) {
    // Its room, so that the page does not move when it comes.
    const isWaiting = list.status === "LoadingFirstPage" && list.error === null;
    return isWaiting && <Skeleton className="h-10 w-full touch:h-11" />;
  }
  const options = list.results.map(invoiceOption);
  if (list.status === "CanLoadMore") options.push({ value: OLDER, label: t("Older invoices") });
  return (
    <Select
      label={t("Invoice")}
      value={chosen}
      onChange={(picked) => (picked === OLDER ? list.loadMore(24) : onPick(picked))}
      options={options}
      placeholder={t("An older invoice")}
      className="w-full [&::picker(select)]:max-h-60"
    />
  );
}

function NoInvoices({ list }: { list: LiveRows<InvoiceRow> }) {
  const session = useSession();
  if (list.error !== null) return null;
  const isDistributor = session.state === "signedIn" && session.me.role === "distributor";
  return (
    <EmptyState
      icon={FileText}
      title={t("No invoices found")}
      hint={
        isDistributor
          ? t("Accepting an order issues its invoice.")
          : t("An invoice comes with every order that a distributor accepts.")
      }
      action={
        <LinkButton
          to={
            isDistributor
              ? links.ORDER_PAGES.distributor.pending
              : links.ORDER_PAGES.retailer.pending
          }
        >
          {t("Pending Orders")}
        </LinkButton>
      }
    />
  );
}

function ChosenInvoice({ invoiceId }: { invoiceId: string }) {
  const invoice = useLiveQuery(api.invoices.one, { invoiceId });
  const money = useLiveQuery(api.payments.ofInvoice, { invoiceId });
  // Shown together, so that the sheet does not move down when the payment comes.
  const isMoneyKnown = money.value !== undefined || money.error !== null;
  return (
    <LiveValue
      answer={isMoneyKnown ? invoice : { ...invoice, value: undefined }}
      skeleton={<InvoiceSkeleton />}
      errorMessage={failureText(invoice.error)}
    >
      {(value) =>
        value === null ? (
          <NoSuchInvoice />
        ) : (
          <OpenInvoice key={value._id} invoice={value} money={money} />
        )
      }
    </LiveValue>
  );
}

function NoSuchInvoice() {
  return (
    <EmptyState
      icon={FileText}
      title={t("There is no such invoice.")}
      hint={t("The address may be another account's, or not complete.")}
      action={<LinkButton to={links.INVOICES}>{t("Newest invoice")}</LinkButton>}
    />
  );
}

/** Mounted anew for each invoice, so that a choice of copies belongs to it. */
function OpenInvoice({ invoice, money }: { invoice: Invoice; money: MoneyAnswer }) {
  const sheet = useRef<HTMLElement>(null);
  const [copies, setCopies] = useState<CopyChoice>("original");
  return (
    <SidePanelProvider>
      <InvoiceActions invoice={invoice} sheet={sheet} copies={copies} onCopies={setCopies} />
      <EWayBillHint invoice={invoice} />
      <InvoicePayment invoice={invoice} answer={money} />
      <CreditNotes invoice={invoice} />
      <Sheets invoice={invoice} copies={copies} sheet={sheet} />
    </SidePanelProvider>
  );
}

type SheetsProps = { invoice: Invoice; copies: CopyChoice; sheet: RefObject<HTMLElement | null> };

/** The original on screen, the chosen copies on paper. */
function Sheets({ invoice, copies, sheet }: SheetsProps) {
  const isPrinting = usePrinting();
  const [first, ...more] = copiesOf(isPrinting ? copies : "original");
  return (
    <div>
      <InvoiceSheet ref={sheet} invoice={invoice} copy={first} />
      {more.map((copy) => (
        <InvoiceSheet key={copy} invoice={invoice} copy={copy} />
      ))}
    </div>
  );
}
