/** One credit note, as printed: with the particulars of CGST rule 53 where its distributor has a GSTIN. Nothing on it changes. */
import type { Ref } from "react";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { Money } from "../../ui/Money";
import { SumRows } from "./InvoiceTax";
import { Sheet, SheetFacts, SheetTitle, sumLook } from "./SheetParts";
import { sumRows } from "./taxTexts";
import { noteFacts, type CreditNote } from "./creditNote";
import { t } from "../../../domain/language/texts";

export type CreditNoteSheetProps = { note: CreditNote; ref?: Ref<HTMLElement> };

export function CreditNoteSheet({ note, ref }: CreditNoteSheetProps) {
  return (
    <Sheet
      ref={ref}
      kind="creditNote"
      document={note}
      serialNo={note.noteNo}
      heading={<SheetTitle title={note.title} firstLine={note.tax?.firstLine} />}
      entries={[
        [t("Date of issue"), <DateText date={note.issuedAt} />],
        [t("Against invoice"), note.invoiceNumber],
        [t("Invoice date"), <DateText date={note.invoiceIssuedAt} />],
      ]}
    >
      <SheetFacts label={t("Details")} facts={noteFacts(note)}>
        {note.sentence !== undefined && <p className="mt-3 text-sm">{note.sentence}</p>}
      </SheetFacts>
      <Summary note={note} />
    </Sheet>
  );
}

function Summary({ note }: { note: CreditNote }) {
  return (
    <footer className="mt-6 flex justify-end border-t border-line pt-6 print:break-inside-avoid">
      <section aria-label={t("Sums")} className="min-w-[min(15rem,100%)] grow sm:grow-0">
        <dl className="grid grid-cols-[auto_auto] items-center justify-between gap-x-6 gap-y-2 @max-[16rem]:grid-cols-1">
          {note.tax !== undefined && <SumRows rows={sumRows(note.tax)} />}
          <dt className="text-muted">{t("Credited")}</dt>
          <dd className={cx("text-right", sumLook)}>
            <Money paise={note.totalPaise} />
          </dd>
          <dt className="text-muted">{t("Authorized signature")}</dt>
          <dd className="text-right font-medium italic">{note.authorizedSignature}</dd>
        </dl>
      </section>
    </footer>
  );
}
