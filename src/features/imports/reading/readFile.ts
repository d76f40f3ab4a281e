/** Reads a file of products: CSV or XLSX by its content, whatever its name says. Runs in a worker. */
import { FileError, type FileSheet, sheetOf } from "../../../../domain/import/sheet";
import { IMPORT_FILE_BYTES_MAX } from "../../../../domain/limits";
import { readCsv } from "./csv";
import { decodeText } from "./decode";
import { readXlsx } from "./xlsx";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** PNG, JPEG, GIF, WebP and PDF. */
const NOT_TABLES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
  [0x25, 0x50, 0x44, 0x46],
];

/** Other files that are no text have a NUL where they begin. */
const SAMPLE_CHARACTERS = 1_000;

/** Errors: FileError. */
export async function readFile(file: Blob): Promise<FileSheet> {
  if (file.size > IMPORT_FILE_BYTES_MAX) throw new FileError("TOO_LARGE");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, OLD_EXCEL)) throw new FileError("OLD_EXCEL");
  if (beginsWith(bytes, ZIP)) return { format: "xlsx", ...sheetOf(await readXlsx(bytes)) };
  const text = decodeText(bytes);
  const isBinary = text.slice(0, SAMPLE_CHARACTERS).includes("\0");
  if (isBinary || NOT_TABLES.some((signature) => beginsWith(bytes, signature)))
    throw new FileError("NOT_A_TABLE");
  return { format: "csv", ...sheetOf(readCsv(text)) };
}
