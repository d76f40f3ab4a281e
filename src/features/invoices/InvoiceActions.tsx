/** The actions on an invoice: on its paper, its timeline, and for its distributor a credit note. */
import type { RefObject } from "react";
import { fileName } from "./fileName";
import type { Invoice } from "./invoiceChoice";
import { InvoiceTimeline } from "./InvoiceTimeline";
import { IssueButton } from "./IssueButton";
import { PaperActions } from "./PaperActions";

async function pdfOf(invoice: Invoice): Promise<ArrayBuffer> {
  const [{ invoicePdf }, { browserParts }] = await Promise.all([
    import("./invoicePdf"),
    import("./pdfParts"),
  ]);
  return invoicePdf(invoice, await browserParts(invoice));
}

export type InvoiceActionsProps = { invoice: Invoice; sheet: RefObject<HTMLElement | null> };

export function InvoiceActions({ invoice, sheet }: InvoiceActionsProps) {
  const { printedNumber } = invoice;
  return (
    <PaperActions
      title={`Invoice ${printedNumber}`}
      fileName={fileName("invoice", printedNumber)}
      sheet={sheet}
      makePdf={() => pdfOf(invoice)}
    >
      <InvoiceTimeline invoice={invoice} />
      <IssueButton invoice={invoice} />
    </PaperActions>
  );
}
