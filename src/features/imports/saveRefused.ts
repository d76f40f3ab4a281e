/** Saves the rows that were not imported as a file of the kind that they came in, to be mended and imported again. */
import { REASONS_HEADER, refusedTable } from "../../../domain/import/file";
import type { FileSheet } from "../../../domain/import/sheet";
import { EXPORT_PAGE_ROWS } from "../../../domain/limits";
import { openFile } from "../../lib/exports/fileWorker";
import { saveFile } from "../../lib/saveFile";
import { useServerAction } from "../../lib/useServerAction";

export type Refused = {
  readonly source: { readonly fileName: string; readonly sheet: FileSheet };
  readonly reasons: ReadonlyMap<number, readonly string[]>;
};

const [CELL_WIDTH, REASONS_WIDTH] = [20, 60];

/** "goods.xlsx" → "goods-wrong-rows.xlsx". */
async function refusedFile({ source, reasons }: Refused): Promise<File> {
  const { format } = source.sheet;
  const { headers, rows } = refusedTable(source.sheet, reasons);
  const heads = headers.map((head) => {
    return { head, width: head === REASONS_HEADER ? REASONS_WIDTH : CELL_WIDTH };
  });
  const file = openFile({ format, sheetName: "Wrong rows", heads });
  try {
    for (let at = 0; at < rows.length; at += EXPORT_PAGE_ROWS)
      await file.add(rows.slice(at, at + EXPORT_PAGE_ROWS));
    const blob = await file.end();
    const name = `${source.fileName.replace(/\.\w+$/, "")}-wrong-rows.${format}`;
    return new File([blob], name, { type: blob.type });
  } finally {
    file.close();
  }
}

export function useSaveRefused() {
  return useServerAction(async (refused: Refused) => saveFile(await refusedFile(refused)), {
    failure: "The file could not be written. Please try again.",
    onFailure: "toast",
  });
}
