/** Files that an import hands out: the template, and the rows that were refused with their reasons. */
import { FIELD_LABELS, IMPORT_FIELDS } from "./columns";
import type { Sheet } from "./sheet";

/** A spreadsheet takes such a text for a formula; an apostrophe keeps it a text. */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const QUOTED = /[",\r\n]/;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && text !== "-" && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The byte order mark tells Excel that the file is UTF-8. */
function csv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
}

const EXAMPLE = [
  ...["RICE-10", "Sona Masoori 10 kg", "Food and Beverage", "Aged for a year.", "24"],
  ...["612.00", "240", "12", "12", "48: 595.00; 96: 580.00"],
];

/** The headers, and one row to be replaced. */
export function templateFile(): string {
  return csv([IMPORT_FIELDS.map((field) => FIELD_LABELS[field]), EXAMPLE]);
}

const REASONS_HEADER = "Reasons";

/** The refused rows as they stood in the file, with a column that says why. */
export function refusedFile(sheet: Sheet, reasons: ReadonlyMap<number, readonly string[]>): string {
  const headers = sheet.headers.filter((header) => header !== REASONS_HEADER);
  const kept = sheet.headers.flatMap((header, at) => (header === REASONS_HEADER ? [] : [at]));
  const refused = sheet.rows.filter(({ line }) => reasons.has(line));
  const rows = refused.map(({ line, cells }) => [
    ...kept.map((at) => cells[at] ?? ""),
    (reasons.get(line) ?? []).join(" "),
  ]);
  return csv([[...headers, REASONS_HEADER], ...rows]);
}
