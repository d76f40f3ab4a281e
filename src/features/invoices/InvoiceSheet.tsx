/** One invoice, as printed. Only the order's status and what is open are live; everything else is as issued. */
import type { ReactNode, Ref } from "react";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { DataTable, type Column } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import type { Invoice } from "./invoiceChoice";
import { PaymentQr } from "./PaymentQr";
import { mailtoHref } from "../../lib/mailtoHref";

type Line = Invoice["lines"][number];
type LineRow = Line & { readonly _id: string };

const columns: readonly Column<LineRow>[] = [
  { key: "product", header: "Product", primary: true, cell: (line) => line.productName },
  {
    key: "quantity",
    header: "Quantity",
    align: "right",
    cell: (line) => line.quantity.toLocaleString("en-IN"),
  },
  {
    key: "price",
    header: "Price",
    align: "right",
    cell: (line) => <Money paise={line.pricePaise} />,
  },
  {
    key: "total",
    header: "Total",
    align: "right",
    cell: (line) => <Money paise={line.totalPaise} className="font-medium" />,
  },
];

export type InvoiceSheetProps = { invoice: Invoice; ref?: Ref<HTMLElement> };

export function InvoiceSheet({ invoice, ref }: InvoiceSheetProps) {
  return (
    <article
      ref={ref}
      aria-label={`Invoice ${invoice.printedNumber}`}
      className="mx-auto max-w-4xl rounded-md border border-line bg-raised p-5 shadow-low sm:p-8 print:max-w-none print:border-0 print:p-0 print:shadow-none"
    >
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
        />
      </section>
      <Descriptions lines={invoice.lines} />
      <Summary invoice={invoice} />
    </article>
  );
}

function asRow(line: Line): LineRow {
  return { ...line, _id: line.orderId };
}

function Heading({ invoice }: { invoice: Invoice }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-5">
      <div>
        <p className="text-sm text-muted">Invoice number</p>
        <h2 className="text-lg font-semibold tabular-nums">{invoice.printedNumber}</h2>
        <p className="text-sm text-muted">No. {invoice.invoiceNo} of this financial year</p>
      </div>
      <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-1">
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

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </>
  );
}

type PartyDetails = { name: string; email: string; phone: string; address: string };

function Party({ title, who, trade }: { title: string; who: PartyDetails; trade: string }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <p className="mt-1 font-semibold">{trade}</p>
      <p>{who.name}</p>
      <address className="mt-1 text-muted not-italic">
        <span className="block whitespace-pre-line">{who.address}</span>
        <a href={`tel:${who.phone}`} className="block hover:underline">
          {who.phone}
        </a>
        <a href={mailtoHref(who.email)} className="block hover:underline">
          {who.email}
        </a>
      </address>
    </section>
  );
}

function Descriptions({ lines }: { lines: readonly Line[] }) {
  const isAlone = lines.length === 1;
  return (
    <section aria-label="Description" className="mt-6">
      {!isAlone && <h3 className="mb-2 text-sm font-medium text-muted">Description</h3>}
      <ul className={cx("grid gap-4", !isAlone && "sm:grid-cols-2")}>
        {lines.map((line) => (
          <li key={line.orderId} className="flex gap-4 print:break-inside-avoid">
            <Picture line={line} width={isAlone ? "w-28" : "w-20"} />
            <div className="min-w-0">
              {isAlone ? (
                <h3 className="text-sm font-medium text-muted">Description</h3>
              ) : (
                <p className="font-medium wrap-anywhere">{line.productName}</p>
              )}
              <p className={cx("whitespace-pre-line", isAlone ? "mt-1" : "text-sm text-muted")}>
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
      <section aria-label="Order summary" className="min-w-60 grow sm:grow-0">
        <h3 className="text-sm font-medium text-muted">Order summary</h3>
        <dl className="mt-2 grid grid-cols-[auto_auto] items-center justify-between gap-x-6 gap-y-2">
          <dt className="text-muted">Status</dt>
          <dd className="justify-self-end">
            <StatusBadge status={invoice.orderStatus} />
          </dd>
          <dt className="text-muted">Net amount</dt>
          <dd className="text-right text-lg font-semibold">
            <Money paise={invoice.netAmountPaise} />
          </dd>
          {invoice.payablePaise !== invoice.netAmountPaise && (
            <>
              <dt className="text-muted">To pay</dt>
              <dd className="text-right text-lg font-semibold">
                <Money paise={invoice.payablePaise} />
              </dd>
            </>
          )}
          <dt className="text-muted">Authorized signature</dt>
          <dd className="text-right font-medium italic">{invoice.authorizedSignature}</dd>
        </dl>
      </section>
    </footer>
  );
}
