/** /invoicepage: the caller's invoices, newest first; the newest lies open until another is picked. */
import { useRef } from "react";
import { FileText } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { type LiveRows, useLiveList } from "../../lib/useLiveList";
import { useSession } from "../../lib/useSession";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { LiveValue } from "../../ui/LiveValue";
import { PageHeader } from "../../ui/PageHeader";
import { Select } from "../../ui/Select";
import { SidePanelProvider } from "../../ui/SidePanel";
import { InvoiceActions } from "./InvoiceActions";
import { chosenInvoice, invoiceOption, type Invoice, type InvoiceRow } from "./invoiceChoice";
import { InvoicePayment } from "./InvoicePayment";
import { InvoiceSheet } from "./InvoiceSheet";
import { InvoiceSkeleton } from "./InvoiceSkeleton";

function failureText(error: Error | null): string {
  return `Failed to fetch invoices: ${errorMessage(error, "the server did not answer as expected.")}`;
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
          title="Invoices"
          action={chosen !== undefined && <Choice list={list} chosen={chosen} onPick={pick} />}
        />
        {list.error !== null && (
          <ErrorNotice className="mb-4" message={failureText(list.error)} onRetry={list.retry} />
        )}
      </div>
      {chosen === undefined ? <NothingChosen list={list} /> : <ChosenInvoice invoiceId={chosen} />}
    </>
  );
}

type ChoiceProps = {
  list: LiveRows<InvoiceRow>;
  chosen: string;
  onPick: (invoiceId: string) => void;
};

function Choice({ list, chosen, onPick }: ChoiceProps) {
  return (
    <>
      <Select
        label="Invoice"
        value={chosen}
        onChange={onPick}
        options={list.results.map(invoiceOption)}
        placeholder="An older invoice"
        className="w-112 max-w-[calc(100vw-2rem)]"
        listClassName="max-h-60"
      />
      {list.status === "CanLoadMore" && (
        <Button onClick={() => list.loadMore(24)}>Older invoices</Button>
      )}
    </>
  );
}

function NothingChosen({ list }: { list: LiveRows<InvoiceRow> }) {
  const session = useSession();
  if (list.error !== null) return null;
  if (list.status === "LoadingFirstPage") return <InvoiceSkeleton />;
  const isDistributor = session.state === "signedIn" && session.me.role === "distributor";
  return (
    <EmptyState
      icon={FileText}
      title="No invoices found"
      hint={
        isDistributor
          ? "Accepting an order issues its invoice."
          : "An invoice comes with every order that a distributor accepts."
      }
      action={
        <LinkButton to={isDistributor ? "/pendingorders_dist" : "/pendingretail"}>
          Pending Orders
        </LinkButton>
      }
    />
  );
}

function ChosenInvoice({ invoiceId }: { invoiceId: string }) {
  const invoice = useLiveQuery(api.invoices.one, { invoiceId });
  return (
    <LiveValue
      answer={invoice}
      skeleton={<InvoiceSkeleton />}
      errorMessage={failureText(invoice.error)}
    >
      {(known) => (known === null ? <NoSuchInvoice /> : <OpenInvoice invoice={known} />)}
    </LiveValue>
  );
}

function NoSuchInvoice() {
  return (
    <EmptyState
      icon={FileText}
      title="There is no such invoice."
      hint="The address may be another account's, or not complete."
      action={<LinkButton to="/invoicepage">Newest invoice</LinkButton>}
    />
  );
}

function OpenInvoice({ invoice }: { invoice: Invoice }) {
  const sheet = useRef<HTMLElement>(null);
  return (
    <SidePanelProvider>
      <InvoiceActions invoice={invoice} sheet={sheet} />
      <InvoicePayment invoice={invoice} />
      <InvoiceSheet ref={sheet} invoice={invoice} />
    </SidePanelProvider>
  );
}
