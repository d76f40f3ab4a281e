/** /creditnote/:noteId: one credit note, for the two parties of its invoice. */
import * as links from "../../../domain/links";
import { FileMinus } from "lucide-react";
import { useRef } from "react";
import { Link, useParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveValue } from "../../ui/LiveValue";
import { PageHeader } from "../../ui/PageHeader";
import { fileName, PaperActions } from "./PaperActions";
import { InvoiceSkeleton } from "./InvoiceSkeleton";
import type { CreditNote } from "./creditNote";
import { CreditNoteSheet } from "./CreditNoteSheet";
import { t } from "../../../domain/language/texts";

export function CreditNotePage() {
  const { noteId = "" } = useParams();
  const answer = useLiveQuery(api.creditNotes.one, { noteId });
  return (
    <>
      <div className="print:hidden">
        <PageHeader title={t("Credit note")} lead={<Lead note={answer.value ?? null} />} />
      </div>
      <LiveValue
        answer={answer}
        skeleton={<InvoiceSkeleton />}
        errorMessage={t("The credit note could not be loaded.")}
      >
        {(note) => (note === null ? <NoSuchNote /> : <OpenNote note={note} />)}
      </LiveValue>
    </>
  );
}

function Lead({ note }: { note: CreditNote | null }) {
  return (
    <Link
      to={note === null ? links.INVOICES : links.invoice(note.invoiceId)}
      className="tap underline underline-offset-2"
    >
      {note === null ? t("Invoices") : t("Invoice {number}", { number: note.invoiceNumber })}
    </Link>
  );
}

function NoSuchNote() {
  return (
    <EmptyState
      icon={FileMinus}
      title={t("There is no such credit note.")}
      hint={t("The address may be another account's, or not complete.")}
      action={<LinkButton to={links.INVOICES}>{t("Newest invoice")}</LinkButton>}
    />
  );
}

async function pdfOf(note: CreditNote): Promise<ArrayBuffer> {
  const [{ creditNotePdf }, { browserType }] = await Promise.all([
    import("./creditNotePdf"),
    import("../../files/pdf/typeParts"),
  ]);
  return creditNotePdf(note, await browserType());
}

function OpenNote({ note }: { note: CreditNote }) {
  const sheet = useRef<HTMLElement>(null);
  const { printedNumber } = note;
  return (
    <>
      <PaperActions
        title={t("Credit note {number}", { number: printedNumber })}
        fileName={fileName("credit-note", printedNumber)}
        sheet={sheet}
        makePdf={() => pdfOf(note)}
      />
      <CreditNoteSheet ref={sheet} note={note} />
    </>
  );
}
