/** The actions on an invoice: on its paper, its timeline, and for its distributor a credit note. */
import { type RefObject, useMemo, useState } from "react";
import { type Copy, COPIES, COPY_MARKS } from "../../../domain/gst/copies";
import { useShownUser } from "../../live/useSession";
import { fileName, PaperActions } from "./PaperActions";
import type { Invoice } from "./invoiceChoice";
import { Select } from "../../ui/Select";
import { api } from "../../../convex/_generated/api";
import { partyIn, timelineSteps } from "../../market/timeline";
import { useLiveQuery } from "../../live/useLiveQuery";
import { LiveTimeline, TimelineButton } from "../../ui/Timeline";
import { FileMinus } from "lucide-react";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyPart";
import { t } from "../../../domain/language/texts";

export type CopyChoice = Copy | "all";

const OPTIONS = [
  ...COPIES.map((value) => ({ value, label: t(COPY_MARKS[value]) })),
  { value: "all" as const, label: t("All three copies") },
];

/** Returns the copies that are printed and saved as PDF, for the distributor of a document that has marked ones. */
export function copiesOf(choice: CopyChoice): readonly Copy[] {
  return choice === "all" ? COPIES : [choice];
}

type CopySelectProps = { value: CopyChoice; onChange: (choice: CopyChoice) => void };

function CopySelect(props: CopySelectProps) {
  return (
    <Select<CopyChoice>
      {...props}
      label={t("Copies")}
      options={OPTIONS}
      className="w-60 max-md:w-auto max-md:flex-1 max-md:basis-52"
    />
  );
}

async function pdfOf(invoice: Invoice, copies: readonly Copy[]): Promise<ArrayBuffer> {
  const { browserParts, invoicePdf } = await import("./invoicePdf");
  return invoicePdf(invoice, await browserParts(invoice), copies);
}

export type InvoiceActionsProps = {
  invoice: Invoice;
  sheet: RefObject<HTMLElement | null>;
  copies: CopyChoice;
  onCopies: (choice: CopyChoice) => void;
};

export function InvoiceActions({ invoice, sheet, copies, onCopies }: InvoiceActionsProps) {
  const { printedNumber, tax } = invoice;
  const isSupplier = useShownUser()?.role === "distributor";
  return (
    <PaperActions
      title={t("Invoice {number}", { number: printedNumber })}
      fileName={fileName("invoice", printedNumber)}
      sheet={sheet}
      makePdf={() => pdfOf(invoice, copiesOf(copies))}
      timeline={<InvoiceTimeline invoice={invoice} />}
    >
      {isSupplier && tax !== undefined && <CopySelect value={copies} onChange={onCopies} />}
      <IssueButton invoice={invoice} />
    </PaperActions>
  );
}

/** The button of an invoice's timeline: what happened to its order, its payments and credit notes, in the page's side panel. */
function InvoiceTimeline({ invoice }: { invoice: Invoice }) {
  const subject = t("Invoice {number}", { number: invoice.printedNumber });
  return <TimelineButton subject={subject} body={<Steps invoice={invoice} />} look="inBar" />;
}

function Steps({ invoice }: { invoice: Invoice }) {
  const { _id: invoiceId, distributor, retailer } = invoice;
  const { value: events, ...answer } = useLiveQuery(api.invoices.timeline, { invoiceId });
  const party = partyIn(useShownUser()?.role);
  const value = useMemo(() => {
    const names = { retailer: retailer.name, distributor: distributor.name };
    return events && { steps: timelineSteps(events, { names, party }) };
  }, [events, distributor.name, retailer.name, party]);
  return <LiveTimeline answer={{ ...answer, value }} />;
}

const IssueDialog = lazyDialog(
  async () => (await import("./IssueDialog")).IssueDialog,
  t("The dialog could not be loaded."),
);

/** "Issue credit note", for the distributor of the invoice. The dialog is fetched when it is opened. */
function IssueButton({ invoice }: { invoice: Invoice }) {
  const isIssuer = useShownUser()?.role === "distributor";
  const [isOpen, setOpen] = useState(false);
  if (!isIssuer) return null;
  return (
    <>
      <Button className="max-md:px-2 max-md:text-sm" onClick={() => setOpen(true)}>
        <FileMinus aria-hidden className="max-md:hidden" />
        {t("Issue credit note")}
      </Button>
      {isOpen && <IssueDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}
