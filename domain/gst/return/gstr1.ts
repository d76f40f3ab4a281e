/** The tables of GSTR-1 for a month, and the documents that each is made of. Pure: the files and the page show the same. */
import { isOfReturn, isRegistered, type MonthDocument } from "./document";
import { type ExemptRow, exemptRows, hasUntaxedLines } from "./exempt";
import { type HsnRow, hsnRows } from "./hsnSummary";
import { type IssuedRow, issuedRows } from "./issued";
import {
  type DocumentRow,
  documentRows,
  type PlaceRow,
  placeRows,
  type SupplyTable,
  supplyTableOf,
} from "./supplies";

/** The tables in the portal's order. */
export const GSTR1_TABLES = [
  "b2b",
  "b2cl",
  "b2cs",
  "cdnr",
  "cdnur",
  "exemp",
  "hsnB2b",
  "hsnB2c",
  "docs",
] as const;
export type Gstr1Table = (typeof GSTR1_TABLES)[number];

export type Gstr1Rows = {
  readonly b2b: readonly DocumentRow[];
  readonly b2cl: readonly DocumentRow[];
  readonly b2cs: readonly PlaceRow[];
  readonly cdnr: readonly DocumentRow[];
  readonly cdnur: readonly DocumentRow[];
  readonly exemp: readonly ExemptRow[];
  readonly hsnB2b: readonly HsnRow[];
  readonly hsnB2c: readonly HsnRow[];
  readonly docs: readonly IssuedRow[];
};

export type Gstr1 = {
  readonly rows: Gstr1Rows;
  readonly documents: Readonly<Record<Gstr1Table, readonly MonthDocument[]>>;
  /** The documents of the month that are in no table: bills from before the registration, of another one, and by composition. */
  readonly leftOut: readonly MonthDocument[];
};

function compare(a: MonthDocument, b: MonthDocument): number {
  return a.day.localeCompare(b.day) || a.printedNumber.localeCompare(b.printedNumber);
}

function byTable(own: readonly MonthDocument[]): Gstr1["documents"] {
  const tables = own.map(supplyTableOf);
  const supplies = (table: SupplyTable) => own.filter((_, index) => tables[index] === table);
  return {
    b2b: supplies("b2b"),
    b2cl: supplies("b2cl"),
    b2cs: supplies("b2cs"),
    cdnr: supplies("cdnr"),
    cdnur: supplies("cdnur"),
    exemp: own.filter(hasUntaxedLines),
    hsnB2b: own.filter(isRegistered),
    hsnB2c: own.filter((document) => !isRegistered(document)),
    docs: own,
  };
}

/** Expects all documents of the month, in any order, and the seller's registration. */
export function gstr1(all: readonly MonthDocument[], gstin: string): Gstr1 {
  const sorted = [...all].sort(compare);
  const isOwn = (document: MonthDocument) => isOfReturn(document, gstin);
  const documents = byTable(sorted.filter(isOwn));
  const rows = {
    b2b: documentRows(documents.b2b),
    b2cl: documentRows(documents.b2cl),
    b2cs: placeRows(documents.b2cs),
    cdnr: documentRows(documents.cdnr),
    cdnur: documentRows(documents.cdnur),
    exemp: exemptRows(documents.exemp),
    hsnB2b: hsnRows(documents.hsnB2b),
    hsnB2c: hsnRows(documents.hsnB2c),
    docs: issuedRows(sorted, isOwn),
  };
  return { rows, documents, leftOut: sorted.filter((document) => !isOwn(document)) };
}
