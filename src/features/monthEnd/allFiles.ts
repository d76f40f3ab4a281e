/** All files of a month that have documents, packed into one. */
import { GSTR1_TABLES } from "../../../domain/gst/return/gstr1";
import { vouchers } from "../../../domain/gst/return/vouchers";
import type { Month } from "./lists";
import { eInvoiceFile, gstr1File, tallyFile, tallyXmlFile } from "./monthFiles";

async function filesOf({ month, documents, tables, eInvoices }: Month): Promise<File[]> {
  const books = vouchers(documents);
  const files = [await tallyFile(month, books), await tallyXmlFile(month, books)];
  if (eInvoices !== null && eInvoices.documents.length > 0)
    files.push(await eInvoiceFile(month, eInvoices));
  for (const table of GSTR1_TABLES)
    if (tables !== null && tables.documents[table].length > 0)
      files.push(await gstr1File(month, table, tables));
  return files;
}

/** "month-end-2026-03.zip". */
export async function allFiles(made: Month): Promise<File> {
  const { zipSync } = await import("fflate");
  const files = await filesOf(made);
  const contents = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  );
  // Its fastest level: texts shrink to a tenth by it, and the page stands still meanwhile.
  const zip = zipSync(Object.fromEntries(contents), { level: 1 });
  return new File([zip], `month-end-${made.month}.zip`, { type: "application/zip" });
}
