/** The files of a month. Sheets are written by the worker of exports. */
import { type Gstr1, type Gstr1Table, GSTR1_TABLES } from "../../../domain/gst/return/gstr1";
import type { EInvoices } from "../../../domain/gst/return/eInvoice";
import { type Voucher, vouchers } from "../../../domain/gst/return/vouchers";
import { writeSheet } from "../../files/exports/writeSheet";
import { gstr1Sheet } from "./gstr1Files";
import { tallySheet } from "./tallySheet";
import { tallyXml } from "./tallyXml";
import { type Month, SHEET_NAMES } from "./lists";

/** Writes, for example, "gstr1-2026-03-b2b.csv". */
export function gstr1File(month: string, table: Gstr1Table, tables: Gstr1): Promise<File> {
  const sheetName = SHEET_NAMES[table];
  const name = `gstr1-${month}-${sheetName}.csv`;
  return writeSheet(gstr1Sheet(tables, table), { name, sheetName, format: "csv" });
}

/** Writes, for example, "tally-2026-03.xlsx". */
export function tallyFile(month: string, vouchers: readonly Voucher[]): Promise<File> {
  const name = `tally-${month}.xlsx`;
  // oxlint-disable-next-line mandi/no-bare-words -- Tally reads the sheet, which is English as its heads are
  return writeSheet(tallySheet(vouchers), { name, sheetName: "Vouchers", format: "xlsx" });
}

/** Writes, for example, "tally-2026-03.xml". */
export function tallyXmlFile(month: string, vouchers: readonly Voucher[]): Promise<File> {
  return Promise.resolve(
    new File([tallyXml(vouchers)], `tally-${month}.xml`, { type: "application/xml" }),
  );
}

/** Writes, for example, "e-invoices-2026-03.json": a list, as the e-invoice portal takes it. */
export function eInvoiceFile(month: string, { invoices }: EInvoices): Promise<File> {
  const text = JSON.stringify(invoices, null, 1);
  return Promise.resolve(
    new File([text], `e-invoices-${month}.json`, { type: "application/json" }),
  );
}

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

/** Packs all files of a month that have documents into one: "month-end-2026-03.zip". */
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
