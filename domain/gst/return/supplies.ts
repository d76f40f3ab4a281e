/**
 * Taxed supplies of a month by table of GSTR-1: one row per document and rate, or, of small sales without a GSTIN, per place and rate.
 * No rate is ever blended. Credit notes of those small sales lower their rows, which can so fall below zero.
 */
import {
  isRegistered,
  type MonthDocument,
  type MonthLine,
  signOf,
  taxedLines,
  taxOf,
} from "./document";
import { isLargeSale } from "./largeSale";

export type SupplyTable = "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur";

/** The sums of one rate in basis points. */
export type RateSum = {
  readonly rateBp: number;
  readonly taxablePaise: number;
  readonly taxPaise: number;
};

export type DocumentRow = RateSum & { readonly document: MonthDocument };
export type PlaceRow = RateSum & { readonly placeOfSupply: string };

/** True if the sale, or the one that a note is of, is reported by itself though its buyer has no GSTIN. */
function isLarge({ isInterState, payablePaise, day, against }: MonthDocument): boolean {
  const sale = against ?? { payablePaise, day };
  return isInterState && isLargeSale(sale.payablePaise, sale.day);
}

/** The table of a document's taxed lines; null for one without. */
export function supplyTableOf(document: MonthDocument): SupplyTable | null {
  if (taxedLines(document).length === 0) return null;
  const isNote = document.type === "creditNote";
  if (isRegistered(document)) return isNote ? "cdnr" : "b2b";
  if (!isLarge(document)) return "b2cs";
  return isNote ? "cdnur" : "b2cl";
}

function rateOf({ gstRateBp = 0 }: MonthLine): number {
  return gstRateBp;
}

/** Sums of a document's taxed lines, by rate, ascending. */
export function rateSums(document: MonthDocument): RateSum[] {
  const lines = taxedLines(document);
  const rates = [...new Set(lines.map(rateOf))].sort((a, b) => a - b);
  return rates.map((rateBp) => {
    const ofRate = lines.filter((line) => rateOf(line) === rateBp);
    return {
      rateBp,
      taxablePaise: ofRate.reduce((sum, line) => sum + line.taxablePaise, 0),
      taxPaise: ofRate.reduce((sum, line) => sum + taxOf(line), 0),
    };
  });
}

/** A row per document and rate. */
export function documentRows(documents: readonly MonthDocument[]): DocumentRow[] {
  return documents.flatMap((document) => rateSums(document).map((sum) => ({ ...sum, document })));
}

/** A row per place and rate, less credit notes. */
export function placeRows(documents: readonly MonthDocument[]): PlaceRow[] {
  const rows = new Map<string, PlaceRow>();
  for (const document of documents) {
    const { placeOfSupply = "" } = document;
    const sign = signOf(document);
    for (const { rateBp, taxablePaise, taxPaise } of rateSums(document)) {
      const key = `${placeOfSupply} ${rateBp}`;
      const before = rows.get(key) ?? { placeOfSupply, rateBp, taxablePaise: 0, taxPaise: 0 };
      rows.set(key, {
        ...before,
        taxablePaise: before.taxablePaise + sign * taxablePaise,
        taxPaise: before.taxPaise + sign * taxPaise,
      });
    }
  }
  return [...rows.values()].sort(
    (a, b) => a.placeOfSupply.localeCompare(b.placeOfSupply) || a.rateBp - b.rateBp,
  );
}
