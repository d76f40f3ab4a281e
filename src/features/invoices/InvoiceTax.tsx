/** The parts of an invoice's page that the law wants of a distributor with a GSTIN. */
import { cx } from "../../lib/cx";
import { Money } from "../../ui/Money";
import type { Invoice } from "./invoiceChoice";
import { copyMark, documentFacts, type SumRow } from "./taxTexts";

type TaxProps = { tax: NonNullable<Invoice["tax"]> };

/** The title of the document, below the line that stands above everything else. */
export function TaxHeading({ tax }: TaxProps) {
  const mark = copyMark(tax);
  return (
    <div className="mb-5 text-center">
      {tax.firstLine !== undefined && <p className="mb-2 text-sm">{tax.firstLine}</p>}
      <p className="text-xl font-semibold">{tax.title}</p>
      {mark !== null && <p className="text-sm text-muted">{mark}</p>}
    </div>
  );
}

export function TaxFacts({ tax }: TaxProps) {
  return (
    <section aria-label="Tax details" className="mt-6 border-t border-line pt-4">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {documentFacts(tax).map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Rows of the list of sums. */
export function SumRows({ rows }: { rows: readonly SumRow[] }) {
  return rows.map(({ label, paise, isSum }) => (
    <div key={label} className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className={cx("text-right", isSum && "text-lg font-semibold")}>
        <Money paise={paise} />
      </dd>
    </div>
  ));
}
