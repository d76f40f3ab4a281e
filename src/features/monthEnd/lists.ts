/** Lists of documents that the page opens: of a table, of the e-invoices, of the vouchers, and of what is in no table. */
import type { MonthDocument } from "../../../domain/gst/return/document";
import type { EInvoices } from "../../../domain/gst/return/eInvoice";
import { type Gstr1, GSTR1_TABLES, type Gstr1Table } from "../../../domain/gst/return/gstr1";
import { t } from "../../../domain/language/texts";

/** The names of the portal's own sheets. */
export const SHEET_NAMES = {
  b2b: "b2b",
  b2cl: "b2cl",
  b2cs: "b2cs",
  cdnr: "cdnr",
  cdnur: "cdnur",
  exemp: "exemp",
  hsnB2b: "hsn(b2b)",
  hsnB2c: "hsn(b2c)",
  docs: "docs",
} as const satisfies Record<Gstr1Table, string>;

/** All that the page makes of the documents. */
export type Month = {
  readonly month: string;
  readonly documents: readonly MonthDocument[];
  /** Null by composition. */
  readonly tables: Gstr1 | null;
  readonly eInvoices: EInvoices | null;
};

const OTHER_LISTS = {
  eInvoices: t("E-invoices"),
  lacking: t("Without an e-invoice"),
  vouchers: t("Vouchers"),
  leftOut: t("Not in GSTR-1"),
} as const;
type OtherList = keyof typeof OTHER_LISTS;

export type ListName = Gstr1Table | OtherList;

const NAMES: readonly string[] = [...GSTR1_TABLES, ...Object.keys(OTHER_LISTS)];

export function listName(name: string | null): ListName | null {
  return name !== null && NAMES.includes(name) ? (name as ListName) : null;
}

export function listTitle(list: ListName): string {
  return list in OTHER_LISTS ? OTHER_LISTS[list as OtherList] : SHEET_NAMES[list as Gstr1Table];
}

export function documentsOf({ documents, tables, eInvoices }: Month, list: ListName) {
  switch (list) {
    case "vouchers":
      return documents;
    case "leftOut":
      return tables?.leftOut ?? [];
    case "eInvoices":
      return eInvoices?.documents ?? [];
    case "lacking":
      return (eInvoices?.lacking ?? []).map(({ document }) => document);
    default:
      return tables?.documents[list] ?? [];
  }
}
