/** One invoice, as printed. Only the order's status and what is open are live; everything else is as issued. */
import type { Ref } from "react";
import type { Copy } from "../../../domain/gst/copies";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { StatusBadge } from "../../ui/StatusBadge";
import type { Invoice } from "./invoiceChoice";
import { PaymentQr } from "./PaymentQr";
import { SumRows, TaxHeading } from "./InvoiceTax";
import { documentFacts, invoiceSums } from "./taxTexts";
import { BELOW_SUMS, Sheet, SheetFacts } from "./SheetParts";
import { t } from "../../../domain/language/texts";

type Line = Invoice["lines"][number];

export type InvoiceSheetProps = {
  invoice: Invoice;
  /** The copy of a tax document that this is. */
  copy?: Copy;
  ref?: Ref<HTMLElement>;
};

/** Each copy begins on a page of its own. */
const COPY_LOOK = "print:table print:w-full print:not-first:break-before-page";

export function InvoiceSheet({ invoice, copy = "original", ref }: InvoiceSheetProps) {
  const { tax } = invoice;
  return (
    <Sheet
      ref={ref}
      kind="invoice"
      document={invoice}
      serialNo={invoice.invoiceNo}
      className={tax !== undefined && COPY_LOOK}
      heading={tax !== undefined && <TaxHeading tax={tax} copy={copy} />}
      entries={[
        [t("Date of issue"), <DateText date={invoice.createdAt} />],
        [t("Order date"), <DateText date={invoice.orderDate} />],
        [t("Acceptance date"), <DateText date={invoice.acceptedAt} />],
        [t("Delivery before"), <DateText date={invoice.deliveryBefore} />],
      ]}
    >
      <Descriptions lines={invoice.lines} />
      {tax !== undefined && <SheetFacts label={t("Tax details")} facts={documentFacts(tax)} />}
      <Summary invoice={invoice} />
    </Sheet>
  );
}

function Descriptions({ lines }: { lines: readonly Line[] }) {
  const isAlone = lines.length === 1;
  return (
    <section aria-label={t("Description")} className={cx("mt-6 print:mt-4", BELOW_SUMS)}>
      <h3 className="text-sm font-medium text-muted">{t("Description")}</h3>
      <ul className="mt-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2 print:grid-cols-3 print:text-xs">
        {lines.map(({ lineId, productName, description, imageUrl }) => (
          <li key={lineId} className="print:break-inside-avoid">
            {!isAlone && <p className="font-medium wrap-anywhere">{productName}</p>}
            <p className="max-w-text whitespace-pre-line text-muted">
              {description === "" ? t("No description available") : description}
            </p>
            {imageUrl === null && <p className="text-muted">{t("No image available")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Summary({ invoice }: { invoice: Invoice }) {
  return (
    <footer className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-6 border-t border-line pt-6 print:mt-4 print:break-inside-avoid print:pt-4">
      <PaymentQr invoice={invoice} />
      <section aria-label={t("Order summary")} className="min-w-[min(15rem,100%)] grow sm:grow-0">
        <h3 className="text-sm font-medium text-muted">{t("Order summary")}</h3>
        <dl className="mt-2 grid grid-cols-[auto_auto] items-center justify-between gap-x-6 gap-y-2 @max-[16rem]:grid-cols-1 print:gap-y-1">
          <dt className="text-muted">{t("Status")}</dt>
          <dd className="justify-self-end">
            <StatusBadge status={invoice.orderStatus} />
          </dd>
          <SumRows rows={invoiceSums(invoice)} />
          <dt className="text-muted">{t("Authorized signature")}</dt>
          <dd className="text-right font-medium italic">{invoice.authorizedSignature}</dd>
        </dl>
      </section>
    </footer>
  );
}
