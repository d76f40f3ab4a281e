/** One invoice, as printed. Only the order's status and what is open are live; everything else is as issued. */
import type { Ref } from "react";
import type { Copy } from "../../../domain/gst/copies";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import type { Invoice } from "./invoiceChoice";
import { PaymentQr } from "./PaymentQr";
import { SumRows, TaxHeading } from "./InvoiceTax";
import { documentFacts, invoiceSums } from "./taxTexts";
import { Sheet, SheetFacts } from "./SheetParts";

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
      kind="Invoice"
      document={invoice}
      serialNo={invoice.invoiceNo}
      className={tax !== undefined && COPY_LOOK}
      heading={tax !== undefined && <TaxHeading tax={tax} copy={copy} />}
      entries={{
        "Date of issue": <DateText date={invoice.createdAt} />,
        "Order date": <DateText date={invoice.orderDate} />,
        "Acceptance date": <DateText date={invoice.acceptedAt} />,
        "Delivery before": <DateText date={invoice.deliveryBefore} />,
      }}
    >
      <Descriptions lines={invoice.lines} />
      {tax !== undefined && <SheetFacts label="Tax details" facts={documentFacts(tax)} />}
      <Summary invoice={invoice} />
    </Sheet>
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
