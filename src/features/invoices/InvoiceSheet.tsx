/** One invoice, as printed. Only the order's status and what is open are live; everything else is as issued. */
import { useMemo, type Ref } from "react";
import type { Copy } from "../../../domain/gst/copies";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { DataTable } from "../../ui/DataTable";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import type { Invoice } from "./invoiceChoice";
import { PaymentQr } from "./PaymentQr";
import { PageMark, SumRows, TaxFacts, TaxHeading } from "./InvoiceTax";
import { invoiceSums } from "./taxTexts";
import { asRow, columnsOf, Entry, LINES_LOOK, Party, SHEET_LOOK } from "./SheetParts";

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
  const columns = useMemo(() => columnsOf(tax), [tax]);
  return (
    <article
      ref={ref}
      aria-label={`Invoice ${invoice.printedNumber}`}
      className={cx(SHEET_LOOK, tax !== undefined && COPY_LOOK)}
    >
      {tax !== undefined && <PageMark copy={copy} />}
      {tax !== undefined && <TaxHeading tax={tax} copy={copy} />}
      <Heading invoice={invoice} />
      <div className="mt-6 grid gap-5 sm:grid-cols-2">
        <Party
          title="Distributor"
          who={invoice.distributor}
          trade={invoice.distributor.companyName}
        />
        <Party title="Retailer" who={invoice.retailer} trade={invoice.retailer.shopName} />
      </div>
      <section aria-label="Products" className="mt-6">
        <DataTable
          caption="Products of this invoice"
          columns={columns}
          rows={invoice.lines.map(asRow)}
          hasAll
          hasManyColumns={columns.length > 5}
          className={LINES_LOOK}
        />
      </section>
      <Descriptions lines={invoice.lines} />
      {tax !== undefined && <TaxFacts tax={tax} />}
      <Summary invoice={invoice} />
    </article>
  );
}

function Heading({ invoice }: { invoice: Invoice }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-5">
      <div>
        <p className="text-sm text-muted">Invoice number</p>
        <h2 className="text-lg font-semibold tabular-nums">{invoice.printedNumber}</h2>
        <p className="text-sm text-muted">No. {invoice.invoiceNo} of this financial year</p>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-1 @max-[16rem]:grid-cols-1">
        <Entry label="Date of issue">
          <DateText date={invoice.createdAt} />
        </Entry>
        <Entry label="Order date">
          <DateText date={invoice.orderDate} />
        </Entry>
        <Entry label="Acceptance date">
          <DateText date={invoice.acceptedAt} />
        </Entry>
        <Entry label="Delivery before">
          <DateText date={invoice.deliveryBefore} />
        </Entry>
      </dl>
    </header>
  );
}

function Descriptions({ lines }: { lines: readonly Line[] }) {
  const isAlone = lines.length === 1;
  return (
    <section aria-label="Description" className="mt-6">
      {!isAlone && <h3 className="mb-2 text-sm font-medium text-muted">Description</h3>}
      <ul className={cx("grid gap-4", !isAlone && "sm:grid-cols-2")}>
        {lines.map((line) => (
          <li key={line.lineId} className="flex gap-4 print:break-inside-avoid">
            <Picture line={line} width={isAlone ? "w-[min(7rem,40%)]" : "w-[min(5rem,30%)]"} />
            <div className="min-w-0">
              {isAlone ? (
                <h3 className="text-sm font-medium text-muted">Description</h3>
              ) : (
                <p className="font-medium wrap-anywhere">{line.productName}</p>
              )}
              <p
                className={cx(
                  "max-w-text whitespace-pre-line",
                  isAlone ? "mt-1" : "text-sm text-muted",
                )}
              >
                {line.description === "" ? "No description available" : line.description}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ line, width }: { line: Line; width: string }) {
  if (line.imageUrl === null) {
    return (
      <p
        className={`grid aspect-4/3 ${width} shrink-0 place-items-center self-start rounded-sm bg-sunken p-1 text-center text-xs text-muted`}
      >
        No image available
      </p>
    );
  }
  return (
    <ProductPicture
      src={line.imageUrl}
      alt={line.productName}
      className={`${width} shrink-0 self-start rounded-sm`}
    />
  );
}

function Summary({ invoice }: { invoice: Invoice }) {
  return (
    <footer className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-6 border-t border-line pt-6 print:break-inside-avoid">
      <PaymentQr invoice={invoice} />
      <section aria-label="Order summary" className="min-w-[min(15rem,100%)] grow sm:grow-0">
        <h3 className="text-sm font-medium text-muted">Order summary</h3>
        <dl className="mt-2 grid grid-cols-[auto_auto] items-center justify-between gap-x-6 gap-y-2 @max-[16rem]:grid-cols-1">
          <dt className="text-muted">Status</dt>
          <dd className="justify-self-end">
            <StatusBadge status={invoice.orderStatus} />
          </dd>
          <SumRows rows={invoiceSums(invoice)} />
          <dt className="text-muted">Authorized signature</dt>
          <dd className="text-right font-medium italic">{invoice.authorizedSignature}</dd>
        </dl>
      </section>
    </footer>
  );
}
