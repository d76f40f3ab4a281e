/**
 * Documents issued in a month (table 13 of GSTR-1), by runs of numbers. Mandi cancels no document and leaves no gap; a number that is
 * missing all the same counts as cancelled. A changed prefix begins a new run, and so does a bill without tax in between, which is no
 * document of the return.
 */
import { type Series, seriesOf } from "../series";
import type { MonthDocument } from "./document";

export const NATURES = {
  invoice: "Invoices for outward supply",
  creditNote: "Credit Note",
} as const satisfies Record<MonthDocument["type"], string>;

export type IssuedRow = {
  readonly type: MonthDocument["type"];
  readonly from: string;
  readonly to: string;
  /** The number with the cancelled ones. */
  readonly total: number;
  readonly cancelled: number;
};

/** "ASH/26-27/" of "ASH/26-27/00042"; a printed number has at most sixteen characters. */
function prefixOf({ printedNumber }: MonthDocument): string {
  return printedNumber.replace(/\d{1,16}$/, "");
}

function seriesName({ type, kind }: MonthDocument): Series {
  return type === "creditNote" ? "CN" : seriesOf(kind ?? "bill");
}

/** Documents of one series, by number, in runs. */
function runsOf(series: readonly MonthDocument[], isOwn: (document: MonthDocument) => boolean) {
  const runs: MonthDocument[][] = [];
  let last: MonthDocument | undefined;
  for (const document of series) {
    const run = runs.at(-1);
    const follows = last !== undefined && isOwn(last) && prefixOf(last) === prefixOf(document);
    if (isOwn(document)) {
      if (follows && run !== undefined) run.push(document);
      else runs.push([document]);
    }
    last = document;
  }
  return runs;
}

function toRow(run: readonly MonthDocument[]): IssuedRow[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const total = last.number - first.number + 1;
  const cancelled = total - run.length;
  const { type, printedNumber: from } = first;
  return [{ type, from, to: last.printedNumber, total, cancelled }];
}

/** Expects all documents of the month; those that are not the return's `own` only end runs. */
export function issuedRows(
  documents: readonly MonthDocument[],
  isOwn: (document: MonthDocument) => boolean,
): IssuedRow[] {
  return (["INV", "BS", "CN"] satisfies Series[]).flatMap((name) => {
    const series = documents.filter((document) => seriesName(document) === name);
    const ascending = series.sort((a, b) => a.number - b.number);
    return runsOf(ascending, isOwn).flatMap(toRow);
  });
}
