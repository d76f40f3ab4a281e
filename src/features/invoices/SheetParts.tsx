/** The sheet of paper that invoices and credit notes share: number and dates, the parties, the lines, and lists of facts. */
import { type ReactNode, type Ref, useMemo } from "react";
import { telHref, mailtoHref } from "../../device/contactLinks";
import { cx } from "../../lib/cx";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import type { Invoice } from "./invoiceChoice";
import {
  codeTexts,
  type DocumentLine,
  partyTaxTexts,
  quantityText,
  type TaxColumn,
  taxColumns,
} from "./taxTexts";
import { msg, t } from "../../../domain/language/texts";

/** A sheet of paper on the screen; on paper, the paper itself. */
const LOOK =
  "@container mx-auto max-w-[840px] rounded-md border border-line bg-raised p-5 shadow-low max-md:mb-16 sm:p-8 not-print:max-sm:flex not-print:max-sm:flex-col print:max-w-none print:border-0 print:p-0 print:text-sm print:shadow-none";

/** The class of the sum that counts: as large as the sheet has room for, where letters are of twice the size. */
export const sumLook = "text-[min(var(--text-lg),7.5cqi)] font-semibold";

/** The class of what stands below lines and sums on phones: it is the same on each document, or looked up now and then. */
export const BELOW_SUMS = "not-print:max-sm:order-1";

type LineRow = DocumentLine & { readonly _id: string };

const product: Column<LineRow> = {
  key: "product",
  header: t("Product"),
  primary: true,
  // Large figures leave names room for a word or two.
  className: "rows:min-w-28",
  cell: (line) => (
    <div className="flex items-start gap-2">
      {line.imageUrl !== undefined && (
        <ProductPicture
          src={line.imageUrl}
          alt=""
          eager
          className="mt-0.5 w-10 shrink-0 rounded-sm print:w-8"
        />
      )}
      <div className="min-w-0">
        {line.productName}
        {codeTexts(line).map((text) => (
          <span key={text} className="block text-sm font-normal text-muted tabular-nums">
            {text}
          </span>
        ))}
      </div>
    </div>
  ),
};

const quantity: Column<LineRow> = {
  key: "quantity",
  header: t("Quantity"),
  align: "right",
  cell: quantityText,
};

const price: Column<LineRow> = {
  key: "price",
  header: t("Price"),
  align: "right",
  cell: (line) => <Money paise={line.pricePaise} />,
};

const total: Column<LineRow> = {
  key: "total",
  header: t("Total"),
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

/** Returns the columns of the lines: on tax invoices with the value and each tax, amount above rate. */
function columnsOf(tax: Invoice["tax"]): readonly Column<LineRow>[] {
  return [product, quantity, price, ...taxColumns(tax).map(toColumn), total];
}

/** The table of lines on a sheet of paper: many columns are smaller there. */
const LINES_LOOK =
  "print:[&_:is(th,td)]:px-1! print:[&_:is(th,td)]:py-1! print:[&_:is(th,td)_*]:text-xs! rows:[&_:is(th,td)]:px-2";

function asRow(line: DocumentLine): LineRow {
  return { ...line, _id: line.lineId };
}

const KIND_TEXTS = {
  invoice: {
    name: (number: string) => t("Invoice {number}", { number }),
    number: t("Invoice number"),
    products: t("Products of this invoice"),
  },
  creditNote: {
    name: (number: string) => t("Credit note {number}", { number }),
    number: t("Credit note number"),
    products: t("Products of this credit note"),
  },
} as const;

type SheetProps = {
  kind: keyof typeof KIND_TEXTS;
  document: Pick<Invoice, "printedNumber" | "distributor" | "retailer" | "tax"> & {
    readonly lines: readonly DocumentLine[];
  };
  /** Its number within the financial year. */
  serialNo: string;
  /** Stands above everything. */
  heading: ReactNode;
  /** Dates and other documents. */
  entries: readonly (readonly [label: string, value: ReactNode])[];
  className?: string | false;
  ref?: Ref<HTMLElement> | undefined;
  children: ReactNode;
};

export function Sheet(props: SheetProps) {
  const { kind, document, serialNo, heading, entries, className, ref, children } = props;
  const { printedNumber, distributor, retailer, tax, lines } = document;
  const columns = useMemo(() => columnsOf(tax), [tax]);
  const texts = KIND_TEXTS[kind];
  return (
    <article ref={ref} aria-label={texts.name(printedNumber)} className={cx(LOOK, className)}>
      {heading}
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-line pb-5 not-print:max-sm:contents sm:border-b print:border-b print:pb-3">
        <div>
          <p className="text-sm text-muted">{texts.number}</p>
          <h2 className="text-lg font-semibold tabular-nums">{printedNumber}</h2>
          <p className="text-sm text-muted">
            {t("No. {number} of this financial year", { number: serialNo })}
          </p>
        </div>
        <dl
          className={cx(
            "grid grid-cols-[auto_auto] gap-x-5 gap-y-1 not-print:max-sm:mt-6 not-print:max-sm:border-t not-print:max-sm:border-line not-print:max-sm:pt-4 @max-[16rem]:grid-cols-1 print:grid-cols-[repeat(4,auto)]",
            BELOW_SUMS,
          )}
        >
          {entries.map(([label, value], index) => (
            <div key={index} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div
        className={cx(
          "mt-6 grid grid-cols-1 gap-5 wrap-anywhere sm:grid-cols-2 print:mt-4",
          BELOW_SUMS,
        )}
      >
        <Party title={t("Distributor")} who={distributor} trade={distributor.companyName} />
        <Party title={t("Retailer")} who={retailer} trade={retailer.shopName} />
      </div>
      <section aria-label={t("Products")} className="mt-6 print:mt-4">
        <DataTable
          caption={texts.products}
          columns={columns}
          rows={lines.map(asRow)}
          hasAll
          hasManyColumns={columns.length > 5}
          className={LINES_LOOK}
        />
      </section>
      {children}
    </article>
  );
}

export type SheetTitleProps = {
  title: string;
  firstLine: string | undefined;
  children?: ReactNode;
};

/** The title of the document, below the line that stands above everything else. */
export function SheetTitle({ title, firstLine, children }: SheetTitleProps) {
  return (
    <div className="mb-5 text-center print:mb-3">
      {firstLine !== undefined && <p className="mb-2 text-sm">{firstLine}</p>}
      <p className="text-xl font-semibold">{t(msg(title))}</p>
      {children}
    </div>
  );
}

type SheetFactsProps = {
  label: string;
  facts: readonly (readonly [label: string, text: string])[];
  children?: ReactNode;
};

export function SheetFacts({ label, facts, children }: SheetFactsProps) {
  return (
    <section aria-label={label} className="mt-6 border-t border-line pt-4 print:mt-4 print:pt-3">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

type PartyDetails = Invoice["distributor"] | Invoice["retailer"];

function Party({ title, who, trade }: { title: string; who: PartyDetails; trade: string }) {
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
