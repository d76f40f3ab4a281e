/** Tables that an import hands out as files: the template, and the rows that were refused with their reasons. */
import { guardedText } from "../formulas";
import { COLUMNS, IMPORT_FIELDS } from "./columns";
import type { Sheet } from "./sheet";

export type Table = {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The headers, and one row to be replaced. */
export const TEMPLATE: Table = {
  headers: IMPORT_FIELDS.map((field) => COLUMNS[field].label),
  rows: [IMPORT_FIELDS.map((field) => COLUMNS[field].example ?? "")],
};

// oxlint-disable-next-line mandi/no-bare-words -- A file that comes back is known by this header.
export const REASONS_HEADER = "Reasons";

/** The refused rows as they stood in the file, without the guard of its texts, which their own file gets anew, with a column that says why, and behind it the cells that have no header. */
export function refusedTable(sheet: Sheet, reasons: ReadonlyMap<number, readonly string[]>): Table {
  const columns = sheet.headers.flatMap((header, at) => (header === REASONS_HEADER ? [] : [at]));
  const refused = sheet.rows.filter(({ line }) => reasons.has(line));
  return {
    headers: [...columns.map((at) => sheet.headers[at] ?? ""), REASONS_HEADER],
    rows: refused.map(({ line, cells }) => [
      ...columns.map((at) => guardedText(cells[at] ?? "")),
      (reasons.get(line) ?? []).join(" "),
      ...cells.slice(sheet.headers.length).map(guardedText),
    ]),
  };
}
