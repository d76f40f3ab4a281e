/** The parts of an invoice's page that the law wants of a distributor with a GSTIN. */
import { COPY_MARKS, type Copy } from "../../../domain/gst/copies";
import { useState } from "react";
import { cx } from "../../lib/cx";
import { Money } from "../../ui/Money";
import type { Invoice } from "./invoiceChoice";
import { SheetTitle, sumLook } from "./SheetParts";
import type { SumRow } from "./taxTexts";
import { todayIst } from "../../../domain/dates";
import { consignmentPaise, eWayBillLimit } from "../../../domain/gst/eWayBill";
import { formatRupees } from "../../../domain/money";
import { useShownUser } from "../../live/useSession";
import { Notice } from "../../ui/Notice";
import { t } from "../../../domain/language/texts";

/** The copy is marked on each printed page, since a table's head is repeated; screens have the mark below the title. */
export function TaxHeading({ tax, copy }: { tax: NonNullable<Invoice["tax"]>; copy: Copy }) {
  const mark = t(COPY_MARKS[copy]);
  return (
    <>
      <div className="hidden print:table-header-group print:break-inside-avoid">
        <p className="pb-1 text-right text-sm font-semibold">{mark}</p>
      </div>
      <SheetTitle title={tax.title} firstLine={tax.firstLine}>
        <p className="text-sm text-muted print:hidden">{mark}</p>
      </SheetTitle>
    </>
  );
}

export function SumRows({ rows }: { rows: readonly SumRow[] }) {
  return rows.map(({ label, paise, isSum }) => (
    <div key={label} className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className={cx("text-right", isSum && sumLook)}>
        <Money paise={paise} />
      </dd>
    </div>
  ));
}

/** Tells the distributor of a tax document that goods of its value need an e-way bill. */
export function EWayBillHint({ invoice }: { invoice: Invoice }) {
  const isSupplier = useShownUser()?.role === "distributor";
  // Folded on phones, so that the first line is in view; a reader's own choice stays.
  const [isOpen] = useState(() => window.matchMedia("(width >= 40rem)").matches);
  if (!isSupplier || invoice.tax === undefined) return null;
  const paise = consignmentPaise(invoice.lines);
  const limit = eWayBillLimit(paise, todayIst(invoice.createdAt));
  if (limit === null) return null;
  return (
    <Notice
      kind="info"
      message={
        <details open={isOpen}>
          <summary className="cursor-pointer font-semibold text-info touch:-my-3 touch:py-3">
            {t("E-way bill")}
          </summary>
          {t(
            "The taxable goods of this invoice are worth {value} with their tax. Goods of more than {limit} need an e-way bill before they move. States may set other limits for movements inside them. Mandi gives no legal or tax advice.",
            { value: formatRupees(paise), limit: formatRupees(limit) },
          )}
        </details>
      }
      className="mx-auto mb-4 max-w-[840px] print:hidden"
    />
  );
}
