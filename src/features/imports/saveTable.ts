/** Saves the tables of an import as files: the template, and rows in the kind of file that they came in, to be mended and imported again. */
import { type Table, REASONS_HEADER, TEMPLATE, refusedTable } from "../../../domain/import/file";
import type { FileSheet } from "../../../domain/import/sheet";
import { EXPORT_PAGE_ROWS } from "../../../domain/limits";
import { openFile } from "../../lib/exports/fileWorker";
import { saveFile } from "../../lib/saveFile";
import { useServerAction } from "../../lib/useServerAction";

type Named = { readonly name: string; readonly format: FileSheet["format"] };

const [CELL_WIDTH, REASONS_WIDTH] = [20, 60];

async function writeTable({ headers, rows }: Table, { name, format }: Named): Promise<File> {
  const heads = headers.map((head) => {
    return { head, width: head === REASONS_HEADER ? REASONS_WIDTH : CELL_WIDTH };
  });
  const file = openFile({ format, sheetName: "Products", heads });
  try {
    for (let at = 0; at < rows.length; at += EXPORT_PAGE_ROWS)
      await file.add(rows.slice(at, at + EXPORT_PAGE_ROWS));
    const blob = await file.end();
    return new File([blob], `${name}.${format}`, { type: blob.type });
  } finally {
    file.close();
  }
}

function useSave<Input = void>(write: (input: Input) => Promise<File>) {
  return useServerAction(async (input: Input) => saveFile(await write(input)), {
    failure: "The file could not be written. Please try again.",
    onFailure: "toast",
  });
}

export function useSaveTemplate() {
  return useSave(() => writeTable(TEMPLATE, { name: "mandi-products", format: "csv" }));
}

export type Refused = {
  readonly source: { readonly fileName: string; readonly sheet: FileSheet };
  readonly reasons: ReadonlyMap<number, readonly string[]>;
};

/** "goods.xlsx" → "goods-wrong-rows.xlsx". */
export function useSaveRefused() {
  return useSave(({ source: { fileName, sheet }, reasons }: Refused) => {
    const name = `${fileName.replace(/\.\w+$/, "")}-wrong-rows`;
    return writeTable(refusedTable(sheet, reasons), { name, format: sheet.format });
  });
}
