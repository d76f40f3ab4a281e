/**
 * Series of document numbers, each consecutive in a financial year of its own (CGST rule 46(b)), at most 16 characters. Bills and tax
 * invoices share one, so that a distributor who registers in mid-year repeats no number.
 */
import { invoicePrefix, printedInvoiceNumber } from "../invoiceNumber";
import type { DocumentKind } from "./documentKind";

/** Invoices, bills of supply, credit notes. */
export type Series = "INV" | "BS" | "CN";

/** When the distributor's own prefix may not begin an e-invoice's number. */
const FALLBACK_PREFIX = "INV";

export function seriesOf(kind: DocumentKind): Series {
  return kind === "billOfSupply" ? "BS" : "INV";
}

/** The e-invoice schema (INV-01) refuses document numbers that begin with 0. */
function documentPrefix(series: Series, ownPrefix: string | undefined, company: string): string {
  if (series !== "INV") return series;
  const prefix = invoicePrefix(ownPrefix, company);
  return prefix.startsWith("0") ? FALLBACK_PREFIX : prefix;
}

export type DocumentNumber = {
  readonly series: Series;
  readonly ownPrefix?: string | undefined;
  readonly companyName: string;
  readonly financialYear: string;
  readonly number: number;
};

/** "BS/26-27/00042": the number on a document of a distributor who is registered for GST. */
export function printedDocumentNumber(documentNumber: DocumentNumber): string {
  const { series, ownPrefix, companyName, financialYear, number } = documentNumber;
  const prefix = documentPrefix(series, ownPrefix, companyName);
  return printedInvoiceNumber(prefix, financialYear, number);
}
