/** Reads the first sheet of an XLSX file. */
import { readSheet } from "read-excel-file/universal";
import { type CellFault, FileError, type SheetRow } from "../../../../domain/import/sheet";
import { IMPORT_INFLATED_BYTES_MAX } from "../../../../domain/limits";
import { markSheet } from "./sheetMarks";
import { type Entries, packStored, unpack } from "./zip";

const WORKBOOK = "xl/workbook.xml";
const RELATIONS = "xl/_rels/workbook.xml.rels";
/** Digits that a spreadsheet shows; the others are remains of binary fractions. */
const SHOWN_DIGITS = 15;

function textOf(entries: Entries, name: string): string {
  return new TextDecoder().decode(entries.get(name));
}

/** The path of the sheet that stands first in the workbook. Errors: FileError UNREADABLE. */
function firstSheet(entries: Entries): string {
  const [, id] = /<(?:\w+:)?sheet\b[^>]*?\b\w+:id="([^"]+)"/.exec(textOf(entries, WORKBOOK)) ?? [];
  const relations = [...textOf(entries, RELATIONS).matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)];
  const relation = relations.map(([tag]) => tag).find((tag) => tag.includes(`Id="${id ?? ""}"`));
  const target = /\bTarget="([^"]+)"/.exec(relation ?? "")?.[1] ?? "";
  const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  if (!entries.has(path)) throw new FileError("UNREADABLE");
  return path;
}

type Value = string | number | boolean | Date | null;

function cellText(value: Value): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number") return String(Number(value.toPrecision(SHOWN_DIGITS)));
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
  const path = firstSheet(entries);
  const { xml, marks } = markSheet(textOf(entries, path));
  entries.set(path, new TextEncoder().encode(xml));
  try {
    // The library's declaration names Date's constructor where a date is meant.
    const rows = (await readSheet(packStored(entries).buffer, 1, {
      trim: true,
    })) as unknown as Value[][];
    return rows.map((values, at) => toRow(values, at + 1, marks.get(at)));
  } catch {
    throw new FileError("UNREADABLE");
  }
}
