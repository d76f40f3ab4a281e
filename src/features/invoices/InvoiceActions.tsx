/** The actions on an invoice: on its paper, its timeline, and for its distributor a credit note. */
import type { RefObject } from "react";
import type { Copy } from "../../../domain/gst/copies";
import { useShownUser } from "../../live/useSession";
import { copiesOf, CopySelect, type CopyChoice } from "./CopyChoice";
import { fileName } from "./fileName";
import type { Invoice } from "./invoiceChoice";
import { InvoiceTimeline } from "./InvoiceTimeline";
import { IssueButton } from "./IssueButton";
import { PaperActions } from "./PaperActions";

async function pdfOf(invoice: Invoice, copies: readonly Copy[]): Promise<ArrayBuffer> {
  const [{ invoicePdf }, { browserParts }] = await Promise.all([
    import("./invoicePdf"),
    import("./pdfParts"),
  ]);
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
      title={`Invoice ${printedNumber}`}
      fileName={fileName("invoice", printedNumber)}
      sheet={sheet}
      makePdf={() => pdfOf(invoice, copiesOf(copies))}
    >
      {isSupplier && tax !== undefined && <CopySelect value={copies} onChange={onCopies} />}
      <InvoiceTimeline invoice={invoice} />
      <IssueButton invoice={invoice} />
    </PaperActions>
  );
}
