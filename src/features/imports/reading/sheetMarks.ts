/**
 * Marks in a sheet's XML of cells, beside their values: formulas whose result was never saved, errors, and merged cells. Such
 * cells are emptied, because the reader of values would refuse the whole file for them.
 */
import type { CellFault } from "../../../../domain/import/sheet";
import { FileError } from "../../../../domain/import/sheet";
import { IMPORT_COLUMNS_MAX, IMPORT_LINE_MAX } from "../../../../domain/limits";

/** Faults by row and column, both from 0. */
export type Marks = Map<number, Record<number, CellFault>>;

const TOKEN = /<(?:\w+:)?row\b([^<>]*)>|<(?:\w+:)?c\b([^<>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const MERGED = /<(?:\w+:)?mergeCell\b[^<>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
const REFERENCE = /\br="([A-Z]{1,3})(\d{1,7})"/;
const ROW = /\br="(\d{1,7})"/;
const FORMULA = /<(?:\w+:)?f\b/;
const VALUE = /<(?:\w+:)?v\b[^<>]*>[^<]/;
const EMPTY_VALUE = /<(?:\w+:)?v\b/;
/** Merged cells that are told apart; a sheet with more is no list of products. */
const MERGED_CELLS_MAX = 1_000_000;

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function mark(marks: Marks, [row, column]: readonly [number, number], fault: CellFault): void {
  const of = marks.get(row);
  if (of === undefined) marks.set(row, { [column]: fault });
  else of[column] = fault;
}

function markMerged(marks: Marks, xml: string): void {
  let count = 0;
  for (const [, left = "", top = "", right = "", bottom = ""] of xml.matchAll(MERGED)) {
    const lastRow = Math.min(Number(bottom), IMPORT_LINE_MAX);
    const lastColumn = Math.min(columnOf(right), IMPORT_COLUMNS_MAX);
    for (let row = Number(top) - 1; row < lastRow; row += 1)
      for (let column = columnOf(left); column <= lastColumn; column += 1) {
        count += 1;
        if (count > MERGED_CELLS_MAX) throw new FileError("UNREADABLE");
        mark(marks, [row, column], "merged");
      }
  }
}

function faultOf(attributes: string, body: string): CellFault | "empty" | undefined {
  if (/\bt="e"/.test(attributes)) return "error";
  if (/\bt="d"/.test(attributes)) return "date";
  if (VALUE.test(body) || /\bt="inlineStr"/.test(attributes)) return undefined;
  // A formula may have the empty text for a result.
  const isEmptyText = /\bt="str"/.test(attributes) && EMPTY_VALUE.test(body);
  return FORMULA.test(body) && !isEmptyText ? "formula" : "empty";
}

/** Returns the sheet with its faulty cells emptied, and where they are. */
export function markSheet(xml: string): { readonly xml: string; readonly marks: Marks } {
  const marks: Marks = new Map();
  let [row, column] = [-1, -1];
  const clean = xml.replaceAll(TOKEN, (token, rowTag?: string, cellTag?: string, body = "") => {
    if (rowTag !== undefined) {
      row = Number(ROW.exec(rowTag)?.[1] ?? row + 2) - 1;
      column = -1;
      return token;
    }
    const attributes = cellTag ?? "";
    const [, letters, number] = REFERENCE.exec(attributes) ?? [];
    column = letters === undefined ? column + 1 : columnOf(letters);
    if (number !== undefined) row = Number(number) - 1;
    const fault = faultOf(attributes, body as string);
    if (fault === undefined) return token;
    if (fault !== "empty") mark(marks, [row, column], fault);
    const name = /^<((?:\w+:)?c)/.exec(token)?.[1] ?? "c";
    return letters === undefined ? `<${name}/>` : `<${name} r="${letters}${row + 1}"/>`;
  });
  markMerged(marks, xml);
  return { xml: clean, marks };
}
