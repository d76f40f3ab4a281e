/** Tables that an import hands out as files: the template, and the rows that were refused with their reasons. */
import { guardedText } from "../formulas";
import { FIELD_LABELS, IMPORT_FIELDS } from "./columns";
import type { Sheet } from "./sheet";

export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const EXAMPLE = [
  "RICE-10",
  "Sona Masoori 10 kg",
  "Food and Beverage",
  "Aged for a year.",
  "24",
  "612.00",
  "",
  "240",
  "12",
  "12",
  "48: 595.00; 96: 580.00",
  "1006",
  "Taxable",
  "5",
  "PCS",
  "",
];

/** The headers, and one row to be replaced. */
export const TEMPLATE: Table = {
  headers: IMPORT_FIELDS.map((field) => FIELD_LABELS[field]),
  rows: [EXAMPLE],
};

export const REASONS_HEADER = "Reasons";

/** The refused rows as they stood in the file, without the guard of its texts, which their own file gets anew, with a column that says why, and behind it the cells that have no header. */
export function refusedTable(sheet: Sheet, reasons: ReadonlyMap<number, readonly string[]>): Table {
  const kept = sheet.headers.flatMap((header, at) => (header === REASONS_HEADER ? [] : [at]));
  const refused = sheet.rows.filter(({ line }) => reasons.has(line));
  return {
    headers: [...kept.map((at) => sheet.headers[at] ?? ""), REASONS_HEADER],
    rows: refused.map(({ line, cells }) => [
      ...kept.map((at) => guardedText(cells[at] ?? "")),
      (reasons.get(line) ?? []).join(" "),
      ...cells.slice(sheet.headers.length).map(guardedText),
    ]),
  };
}
