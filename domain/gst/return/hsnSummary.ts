/**
 * The summary by HSN code (table 12 of GSTR-1): a row per code, unit and rate, less credit notes. Nil-rated and exempt goods stand at
 * rate 0 with their value. Goods without a code, which small sellers may leave out, have a row without one: so the sums hold.
 */
import { isTaxed } from "../kinds";
import { DEFAULT_UNIT } from "../units";
import { type MonthDocument, type MonthLine, type Parts, signOf, taxOf } from "./document";

export type HsnRow = Omit<Parts, "untaxedPaise"> & {
  /** "" for goods without a code. */
  readonly hsn: string;
  readonly uqc: string;
  readonly rateBp: number;
  readonly quantity: number;
  /** The sum with the taxes, without rounding to rupees. */
  readonly totalPaise: number;
};

function emptyRow({ hsn = "", uqc = DEFAULT_UNIT, taxKind, gstRateBp = 0 }: MonthLine): HsnRow {
  const rateBp = isTaxed(taxKind ?? "exempt") ? gstRateBp : 0;
  const parts = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  return { hsn, uqc, rateBp, quantity: 0, totalPaise: 0, ...parts };
}

function withLine(row: HsnRow, line: MonthLine, sign: 1 | -1): HsnRow {
  const value = line.taxablePaise + line.untaxedPaise;
  return {
    ...row,
    quantity: row.quantity + sign * line.quantity,
    totalPaise: row.totalPaise + sign * (value + taxOf(line)),
    taxablePaise: row.taxablePaise + sign * value,
    cgstPaise: row.cgstPaise + sign * line.cgstPaise,
    sgstPaise: row.sgstPaise + sign * line.sgstPaise,
    igstPaise: row.igstPaise + sign * line.igstPaise,
  };
}

function compareRows(a: HsnRow, b: HsnRow): number {
  return a.hsn.localeCompare(b.hsn) || a.uqc.localeCompare(b.uqc) || a.rateBp - b.rateBp;
}

export function hsnRows(documents: readonly MonthDocument[]): HsnRow[] {
  const rows = new Map<string, HsnRow>();
  for (const document of documents)
    for (const line of document.lines) {
      const empty = emptyRow(line);
      const key = `${empty.hsn} ${empty.uqc} ${empty.rateBp}`;
      rows.set(key, withLine(rows.get(key) ?? empty, line, signOf(document)));
    }
  return [...rows.values()].sort(compareRows);
}
