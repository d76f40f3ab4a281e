/** A sheet as it was read from a file: texts, and what is wrong with cells whatever stands in them. */
import {
  IMPORT_CELL_MAX,
  IMPORT_COLUMNS_MAX,
  IMPORT_FILE_BYTES_MAX,
  IMPORT_ROWS_MAX,
} from "../limits";
import { msg, t } from "../language/texts";

/** Faults that only the file tells: a formula whose result was never saved, an error, a merged cell, a date. */
export type CellFault = "formula" | "error" | "merged" | "date" | "tooLong";

export type SheetRow = {
  /** The number of the row in the file, the headers' being 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Faults of cells by their column. */
  readonly faults?: Readonly<Record<number, CellFault>>;
};

export type Sheet = { readonly headers: readonly string[]; readonly rows: readonly SheetRow[] };

/** A sheet with the kind of its file, which its wrong rows come back in. */
export type FileSheet = Sheet & { readonly format: "csv" | "xlsx" };

/** Reasons for which a file is not read at all. */
const FILE_FAULTS = {
  EMPTY: msg("There is nothing in this file."),
  NO_ROWS: msg("This file has no rows below its headers."),
  TOO_LARGE: msg("The file must be smaller than {max} MB.", {
    max: IMPORT_FILE_BYTES_MAX / 2 ** 20,
  }),
  TOO_MANY_ROWS: msg("A file may have at most {max} rows. Please divide it.", {
    max: IMPORT_ROWS_MAX.toLocaleString("en-IN"),
  }),
  TOO_MANY_COLUMNS: msg("A file may have at most {max} columns.", { max: IMPORT_COLUMNS_MAX }),
  INFLATED: msg(
    "This file becomes too large when it is unpacked. Please save the sheet on its own.",
  ),
  OLD_EXCEL: msg("This is an old Excel file (.xls). Please save it as .xlsx or .csv."),
  NOT_A_TABLE: msg(
    "This is no file of a spreadsheet, whatever its name says. Please choose a .csv or .xlsx file.",
  ),
  UNREADABLE: msg("This file could not be read. Please save it as .xlsx or .csv."),
  QUOTES: msg(
    "A text begins with a quotation mark and does not end with one, so that the rows can’t be told apart. Please mend it, or save the file as .xlsx.",
  ),
} as const;

export type FileFault = keyof typeof FILE_FAULTS;

/** Thrown by readers; its code says what is wrong with the whole file, and its line in which row, if it is one row's fault. */
export class FileError extends Error {
  readonly code: FileFault;
  readonly line: number | undefined;

  constructor(code: FileFault, line?: number) {
    const problem = t(FILE_FAULTS[code]);
    super(line === undefined ? problem : t("Row {row}: {problem}", { row: line, problem }));
    this.code = code;
    this.line = line;
  }
}

/** Returns the sheet with a text in a column of these rows, and without what was wrong with those cells. */
export function withCells<S extends Sheet>(
  sheet: S,
  { lines, column, text }: { lines: readonly number[]; column: number; text: string },
): S {
  const changed = new Set(lines);
  const rows = sheet.rows.map((row): SheetRow => {
    if (!changed.has(row.line)) return row;
    const cells = [...row.cells];
    while (cells.length <= column) cells.push("");
    cells[column] = text;
    const { [column]: _, ...faults } = row.faults ?? {};
    return { line: row.line, cells, faults };
  });
  return { ...sheet, rows };
}

function isBlank(row: Pick<SheetRow, "cells" | "faults">): boolean {
  return row.faults === undefined && row.cells.every((cell) => cell.trim() === "");
}

/** Cuts what is too long to be anything: the preview names it, and nothing carries it on. */
function bounded(row: SheetRow): SheetRow {
  if (!row.cells.some((cell) => cell.length > IMPORT_CELL_MAX)) return row;
  const faults: Record<number, CellFault> = { ...row.faults };
  const cells = row.cells.map((cell, column) => {
    if (cell.length <= IMPORT_CELL_MAX) return cell;
    faults[column] = "tooLong";
    return cell.slice(0, IMPORT_CELL_MAX);
  });
  return { ...row, cells, faults };
}

/** Takes the headers off the rows, and drops blank rows. Errors: FileError EMPTY, NO_ROWS, TOO_MANY_ROWS, TOO_MANY_COLUMNS. */
export function sheetOf(lines: readonly SheetRow[]): Sheet {
  const [head, ...rest] = lines.filter((row) => !isBlank(row));
  if (head === undefined) throw new FileError("EMPTY");
  if (rest.length === 0) throw new FileError("NO_ROWS");
  if (rest.length > IMPORT_ROWS_MAX) throw new FileError("TOO_MANY_ROWS");
  const columns = Math.max(...[head, ...rest].map(({ cells }) => cells.length));
  if (columns > IMPORT_COLUMNS_MAX) throw new FileError("TOO_MANY_COLUMNS");
  return { headers: bounded(head).cells.map((cell) => cell.trim()), rows: rest.map(bounded) };
}
