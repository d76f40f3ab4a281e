/** Saves the tables of an import as files: the template, and rows in the kind of file that they came in, to be mended and imported again. */
import { type Table, REASONS_HEADER, TEMPLATE, refusedTable } from "../../../domain/import/file";
import type { FileSheet } from "../../../domain/import/sheet";
import { writeSheet } from "../../files/exports/writeSheet";
import { saveFile } from "../../files/saveFile";
import { useServerAction } from "../../forms/useServerAction";
import { t } from "../../../domain/language/texts";

type Named = { readonly name: string; readonly format: FileSheet["format"] };

const [CELL_WIDTH, REASONS_WIDTH] = [20, 60];

function writeTable({ headers, rows }: Table, { name, format }: Named): Promise<File> {
  const heads = headers.map((head) => {
    return { head, width: head === REASONS_HEADER ? REASONS_WIDTH : CELL_WIDTH };
  });
  return writeSheet(
    { heads, rows },
    { name: `${name}.${format}`, sheetName: t("Products"), format },
  );
}

function useSave<Input = void>(write: (input: Input) => Promise<File>) {
  return useServerAction(async (input: Input) => saveFile(await write(input)), {
    failure: t("The file could not be written. Please try again."),
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
