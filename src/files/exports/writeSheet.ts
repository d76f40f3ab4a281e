/** Writes a sheet that is there as a whole into a file. */
import { EXPORT_PAGE_ROWS } from "../../../domain/limits";
import type { Cell, FileFormat, Head } from "./cells";
import { openFile } from "./fileWorker";

export type Sheet = {
  readonly heads: readonly Head[];
  readonly rows: readonly (readonly Cell[])[];
};

export type SheetFile = {
  readonly name: string;
  readonly sheetName: string;
  readonly format: FileFormat;
};

/** Errors: those of `openFile`. */
export async function writeSheet(
  { heads, rows }: Sheet,
  { name, sheetName, format }: SheetFile,
): Promise<File> {
  const file = openFile({ format, sheetName, heads });
  try {
    for (let at = 0; at < rows.length; at += EXPORT_PAGE_ROWS)
      await file.add(rows.slice(at, at + EXPORT_PAGE_ROWS));
    const blob = await file.end();
    return new File([blob], name, { type: blob.type });
  } finally {
    file.close();
  }
}
