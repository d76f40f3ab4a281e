/** Reads a file of products: CSV or XLSX by its content, whatever its name says. Runs in a worker. */
import { FileError, type FileSheet, sheetOf } from "../../../../domain/import/sheet";
import { IMPORT_FILE_BYTES_MAX } from "../../../../domain/limits";
import { readCsv } from "./csv";
import { readXlsx } from "./xlsx";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** Errors: FileError. */
export async function readFile(file: Blob): Promise<FileSheet> {
  if (file.size > IMPORT_FILE_BYTES_MAX) throw new FileError("TOO_LARGE");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, OLD_EXCEL)) throw new FileError("OLD_EXCEL");
  return beginsWith(bytes, ZIP)
    ? { format: "xlsx", ...sheetOf(await readXlsx(bytes)) }
    : { format: "csv", ...sheetOf(readCsv(bytes)) };
}
