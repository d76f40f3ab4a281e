/**
 * Which document the law wants for a sale: a tax invoice (CGST rule 46), a bill of supply (rule 49), both in one (rule 46A), or, of
 * somebody who is not registered for GST, an ordinary bill.
 */
import { isTaxed, type TaxKind } from "./kinds";
import { type Message, msg } from "../language/texts";

export const DOCUMENT_KINDS = [
  "bill",
  "taxInvoice",
  "billOfSupply",
  "invoiceCumBillOfSupply",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
/** Documents of somebody who is registered. */
export type TaxDocumentKind = Exclude<DocumentKind, "bill">;

/** Composition: a small business that pays tax on its turnover and charges none. */
export const GST_SCHEMES = ["regular", "composition"] as const;
export type GstScheme = (typeof GST_SCHEMES)[number];

export type Sale = {
  /** Absent: the seller is not registered. */
  readonly sellerGstin?: string | undefined;
  readonly scheme: GstScheme;
  readonly buyerGstin?: string | undefined;
  /** The kind of each line. */
  readonly taxKinds: readonly TaxKind[];
};

export function documentKind({ sellerGstin, scheme, buyerGstin, taxKinds }: Sale): DocumentKind {
  if (sellerGstin === undefined) return "bill";
  const taxed = taxKinds.filter(isTaxed).length;
  if (scheme === "composition" || taxed === 0) return "billOfSupply";
  const isMixed = taxed < taxKinds.length;
  return isMixed && buyerGstin === undefined ? "invoiceCumBillOfSupply" : "taxInvoice";
}

/** The title on paper. A bill keeps the title that it has always had. */
export const DOCUMENT_TITLES = {
  bill: msg("Invoice"),
  taxInvoice: msg("Tax Invoice"),
  billOfSupply: msg("Bill of Supply"),
  invoiceCumBillOfSupply: msg("Invoice-cum-Bill of Supply"),
} as const satisfies Record<DocumentKind, Message>;

/** Rule 5(1)(f): at the top of each of their bills of supply, in these words. */
const COMPOSITION_LINE = "Composition taxable person, not eligible to collect tax on supplies";

/** The line above everything else; undefined where none is wanted. */
export function firstLine(kind: DocumentKind, scheme: GstScheme): string | undefined {
  return kind === "billOfSupply" && scheme === "composition" ? COMPOSITION_LINE : undefined;
}
