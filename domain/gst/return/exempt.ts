/** Nil-rated and exempt supplies (table 8 of GSTR-1): four rows, each there even when it is zero, less credit notes. */
import { isRegistered, type MonthDocument, signOf, untaxedLines } from "./document";

export type ExemptRow = {
  readonly isInterState: boolean;
  readonly isRegistered: boolean;
  readonly nilPaise: number;
  readonly exemptPaise: number;
};

const ROWS = [
  { isInterState: true, isRegistered: true },
  { isInterState: false, isRegistered: true },
  { isInterState: true, isRegistered: false },
  { isInterState: false, isRegistered: false },
] as const;

export function hasUntaxedLines(document: MonthDocument): boolean {
  return untaxedLines(document).length > 0;
}

function sumOf(documents: readonly MonthDocument[], isNil: boolean): number {
  return documents.reduce((sum, document) => {
    const lines = untaxedLines(document).filter(({ taxKind }) => (taxKind === "nil") === isNil);
    return sum + signOf(document) * lines.reduce((all, line) => all + line.untaxedPaise, 0);
  }, 0);
}

export function exemptRows(documents: readonly MonthDocument[]): ExemptRow[] {
  return ROWS.map((row) => {
    const own = documents.filter(
      (document) =>
        document.isInterState === row.isInterState && isRegistered(document) === row.isRegistered,
    );
    return { ...row, nilPaise: sumOf(own, true), exemptPaise: sumOf(own, false) };
  });
}
