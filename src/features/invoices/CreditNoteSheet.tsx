/** One credit note, as printed: with the particulars of CGST rule 53 where its distributor has a GSTIN. Nothing on it changes. */
import { useMemo, type Ref } from "react";
import { DataTable } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { SumRows } from "./InvoiceTax";
import { asRow, columnsOf, Entry, LINES_LOOK, Party, SHEET_LOOK } from "./SheetParts";
import { sumRows } from "./taxTexts";
import { noteFacts, type CreditNote } from "./creditNote";

export type CreditNoteSheetProps = { note: CreditNote; ref?: Ref<HTMLElement> };

export function CreditNoteSheet({ note, ref }: CreditNoteSheetProps) {
  const { tax, distributor, retailer } = note;
  const columns = useMemo(() => columnsOf(tax), [tax]);
  return (
    <article ref={ref} aria-label={`Credit note ${note.printedNumber}`} className={SHEET_LOOK}>
      <div className="mb-5 text-center">
        {tax?.firstLine !== undefined && <p className="mb-2 text-sm">{tax.firstLine}</p>}
        <p className="text-xl font-semibold">{note.title}</p>
      </div>
      <Heading note={note} />
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <Party title="Distributor" who={distributor} trade={distributor.companyName} />
        <Party title="Retailer" who={retailer} trade={retailer.shopName} />
      </div>
      <section aria-label="Products" className="mt-6">
        <DataTable
          caption="Products of this credit note"
          columns={columns}
          rows={note.lines.map(asRow)}
          hasAll
          hasManyColumns={columns.length > 5}
          className={LINES_LOOK}
        />
      </section>
      <Facts note={note} />
      <Summary note={note} />
    </article>
  );
}

function Heading({ note }: { note: CreditNote }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-5">
      <div>
        <p className="text-sm text-muted">Credit note number</p>
        <h2 className="text-lg font-semibold tabular-nums">{note.printedNumber}</h2>
        <p className="text-sm text-muted">No. {note.noteNo} of this financial year</p>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-1 @max-[16rem]:grid-cols-1">
        <Entry label="Date of issue">
          <DateText date={note.issuedAt} />
        </Entry>
        <Entry label="Against invoice">{note.invoiceNumber}</Entry>
        <Entry label="Invoice date">
          <DateText date={note.invoiceIssuedAt} />
        </Entry>
      </dl>
    </header>
  );
}

function Facts({ note }: { note: CreditNote }) {
  return (
    <section aria-label="Details" className="mt-6 border-t border-line pt-4">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {noteFacts(note).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
      {note.sentence !== undefined && <p className="mt-3 text-sm">{note.sentence}</p>}
    </section>
  );
}

function Summary({ note }: { note: CreditNote }) {
  return (
    <footer className="mt-6 flex justify-end border-t border-line pt-6 print:break-inside-avoid">
      <section aria-label="Sums" className="min-w-[min(15rem,100%)] grow sm:grow-0">
        <dl className="grid grid-cols-[auto_auto] items-center justify-between gap-x-6 gap-y-2 @max-[16rem]:grid-cols-1">
          {note.tax !== undefined && <SumRows rows={sumRows(note.tax)} />}
          <dt className="text-muted">Credited</dt>
          <dd className="text-right text-lg font-semibold">
            <Money paise={note.totalPaise} />
          </dd>
          <dt className="text-muted">Authorized signature</dt>
          <dd className="text-right font-medium italic">{note.authorizedSignature}</dd>
        </dl>
      </section>
    </footer>
  );
}
