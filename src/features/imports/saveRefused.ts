/** Saves the rows that were not imported as a file, to be mended and imported again. */
import { refusedFile } from "../../../domain/import/file";
import type { Sheet } from "../../../domain/import/sheet";
import { saveFile } from "../../lib/saveFile";

type Source = { readonly fileName: string; readonly sheet: Sheet };

export function saveRefused(
  { fileName, sheet }: Source,
  reasons: ReadonlyMap<number, readonly string[]>,
): void {
  const name = `${fileName.replace(/\.\w+$/, "")}-wrong-rows.csv`;
  saveFile(new File([refusedFile(sheet, reasons)], name, { type: "text/csv" }));
}
