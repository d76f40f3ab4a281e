/** Parts that the sheets of invoices and credit notes share: their look, the columns of the lines, the parties, and dates by name. */
import type { ReactNode } from "react";
import { telHref, mailtoHref } from "../../device/contactLinks";
import type { Column } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import type { Invoice } from "./invoiceChoice";
import {
  codeTexts,
  type DocumentLine,
  partyTaxTexts,
  quantityText,
  type TaxColumn,
  taxColumns,
} from "./taxTexts";

/** A sheet of paper on the screen; on paper, the paper itself. */
export const SHEET_LOOK =
  "@container mx-auto max-w-[840px] rounded-md border border-line bg-raised p-5 shadow-low max-md:mb-16 sm:p-8 print:max-w-none print:border-0 print:p-0 print:shadow-none";

export type LineRow = DocumentLine & { readonly _id: string };

const product: Column<LineRow> = {
  key: "product",
  header: "Product",
  primary: true,
  // Large figures leave names room for a word or two.
  className: "rows:min-w-28",
  cell: (line) => (
    <>
      {line.productName}
      {codeTexts(line).map((text) => (
        <span key={text} className="block text-sm font-normal text-muted tabular-nums">
          {text}
        </span>
      ))}
    </>
  ),
};

const quantity: Column<LineRow> = {
  key: "quantity",
  header: "Quantity",
  align: "right",
  cell: quantityText,
};

const price: Column<LineRow> = {
  key: "price",
  header: "Price",
  align: "right",
  cell: (line) => <Money paise={line.pricePaise} />,
};

const total: Column<LineRow> = {
  key: "total",
  header: "Total",
  align: "right",
  cell: (line) => <Money paise={line.totalPaise} className="font-medium" />,
};

function toColumn({ key, header, cellOf }: TaxColumn): Column<LineRow> {
  const cell = (line: LineRow) => {
    const { text, rate } = cellOf(line);
    return (
      <>
        <span className="block whitespace-nowrap">{text}</span>
        {rate !== undefined && <span className="block text-sm text-muted">{rate}</span>}
      </>
    );
  };
  return { key, header, align: "right", cell };
}

/** Columns of the lines: on tax invoices with the value and each tax, amount above rate. */
export function columnsOf(tax: Invoice["tax"]): readonly Column<LineRow>[] {
  return [product, quantity, price, ...taxColumns(tax).map(toColumn), total];
}

/** The table of lines on a sheet of paper: many columns are smaller there. */
export const LINES_LOOK =
  "print:[&_:is(th,td)]:px-1! print:[&_:is(th,td)]:text-xs! rows:[&_:is(th,td)]:px-2";

export function asRow(line: DocumentLine): LineRow {
  return { ...line, _id: line.lineId };
}

export function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </>
  );
}

type PartyDetails = Invoice["distributor"] | Invoice["retailer"];

export function Party({ title, who, trade }: { title: string; who: PartyDetails; trade: string }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <p className="mt-1 font-semibold">{trade}</p>
      <p>{who.name}</p>
      <address className="mt-1 text-muted not-italic">
        <span className="block whitespace-pre-line">{who.address}</span>
        {partyTaxTexts(who).map((text) => (
          <span key={text} className="block tabular-nums">
            {text}
          </span>
        ))}
        <a
          href={telHref(who.phone)}
          className="flex min-h-6 items-center hover:underline max-md:min-h-11 print:min-h-0"
        >
          {who.phone}
        </a>
        <a
          href={mailtoHref(who.email)}
          className="flex min-h-6 items-center hover:underline max-md:min-h-11 print:min-h-0"
        >
          {who.email}
        </a>
      </address>
    </section>
  );
}
