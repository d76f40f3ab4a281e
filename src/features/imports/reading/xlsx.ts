/** Reads the first sheet of an XLSX file that is not hidden. */
import { readSheet } from "read-excel-file/universal";
import { type CellFault, FileError, type SheetRow } from "../../../../domain/import/sheet";
import { IMPORT_INFLATED_BYTES_MAX } from "../../../../domain/limits";
import { markSheet } from "./sheetMarks";
import { type Entries, packStored, unpack } from "./zip";

const WORKBOOK = "xl/workbook.xml";
const RELATIONS = "xl/_rels/workbook.xml.rels";
/** Digits that a spreadsheet shows; the others are remains of binary fractions. */
const SHOWN_DIGITS = 15;
/** The number from which on a spreadsheet has put zeros in the place of the last digits. */
const EXACT_BELOW = 10 ** SHOWN_DIGITS;
const HIDDEN = /\bstate="(?:hidden|veryHidden)"/;

function readText(entries: Entries, name: string): string {
  return new TextDecoder().decode(entries.get(name));
}

/** Returns the sheet that people see first in the workbook: its number, from 1, and its path. Errors: FileError UNREADABLE. */
function firstSheet(entries: Entries): { readonly number: number; readonly path: string } {
  const sheets = [...readText(entries, WORKBOOK).matchAll(/<(?:\w+:)?sheet\b[^<>]*>/g)];
  const at = Math.max(
    0,
    sheets.findIndex(([tag]) => !HIDDEN.test(tag)),
  );
  const [, id] = /\b\w+:id="([^"]+)"/.exec(sheets[at]?.[0] ?? "") ?? [];
  const relations = [...readText(entries, RELATIONS).matchAll(/<(?:\w+:)?Relationship\b[^<>]*>/g)];
  const relation = relations.map(([tag]) => tag).find((tag) => tag.includes(`Id="${id ?? ""}"`));
  const target = /\bTarget="([^"]+)"/.exec(relation ?? "")?.[1] ?? "";
  const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  if (!entries.has(path)) throw new FileError("UNREADABLE");
  return { number: at + 1, path };
}

type Value = string | number | boolean | Date | null;

/** Returns "1e+15" for what is not exact any more, which no column takes. */
function numberText(value: number): string {
  return Math.abs(value) < EXACT_BELOW
    ? String(Number(value.toPrecision(SHOWN_DIGITS)))
    : value.toExponential();
}

function cellText(value: Value): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number") return numberText(value);
  return typeof value === "boolean" ? String(value).toUpperCase() : value;
}

function toRow(
  values: readonly Value[],
  line: number,
  marked: Record<number, CellFault> = {},
): SheetRow {
  const faults = { ...marked };
  values.forEach((value, column) => {
    if (value instanceof Date) faults[column] ??= "date";
  });
  const row = { line, cells: values.map(cellText) };
  return Object.keys(faults).length === 0 ? row : { ...row, faults };
}

/** Errors: FileError INFLATED, UNREADABLE. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<SheetRow[]> {
  const entries = new Map(await unpack(bytes, IMPORT_INFLATED_BYTES_MAX));
  const { number, path } = firstSheet(entries);
  const { xml, marks } = markSheet(readText(entries, path));
  entries.set(path, new TextEncoder().encode(xml));
  try {
    // The library's declaration names Date's constructor where a date is meant.
    const rows = (await readSheet(packStored(entries).buffer, number, {
      trim: true,
    })) as unknown as Value[][];
    return rows.map((values, at) => toRow(values, at + 1, marks.get(at)));
  } catch {
    throw new FileError("UNREADABLE");
  }
}
