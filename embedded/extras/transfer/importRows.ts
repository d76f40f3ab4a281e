/** The documents of one imported file, in each of the formats that `npx convex import` takes. */
import type { JSONValue, Value } from "convex/values";
import { jsonToConvex } from "convex/values";
import type { StoredDocument } from "../../contracts";
import { BYTES_WRITTEN_MAX } from "../../database/limits";

export type ReadValue = (text: string) => Value;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEW_LINE = 0x0a;

/** Plain JSON, in which every number is a float; also Convex's words for what JSON has none for. */
export const fromPlainJson: ReadValue = (text) => jsonToConvex(JSON.parse(text) as JSONValue);

function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("The import is not valid UTF-8.");
  }
}

function refuseMark(bytes: Buffer): void {
  if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
    throw new Error("The file begins with a byte order mark (BOM): save it without one.");
}

function toDocument(value: Value, row: number): StoredDocument {
  const isObject =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer);
  if (!isObject) throw new Error(`Row ${row} is not an object.`);
  return value as StoredDocument;
}

function valueIn(text: string, row: number, read: ReadValue): Value {
  try {
    return read(text);
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError
        ? `Row ${row} is not valid JSON: ${error.message}`
        : `Row ${row} is not a valid Convex value: ${toErrorMessage(error)}`,
      { cause: error },
    );
  }
}

/** One JSON object a line. An empty line is none. */
export function* fromLines(bytes: Buffer, read: ReadValue): Generator<StoredDocument> {
  refuseMark(bytes);
  let row = 0;
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, at);
    const line = bytes.subarray(at, end === -1 ? bytes.length : end);
    at += line.length + 1;
    row += 1;
    yield toDocument(valueIn(decode(line), row, read), row);
  }
}

/** One JSON array of objects. */
export function* fromArray(bytes: Buffer): Generator<StoredDocument> {
  refuseMark(bytes);
  if (bytes.length > BYTES_WRITTEN_MAX) {
    throw new Error(
      `The import is too large for one JSON array (${bytes.length} bytes, at most ${BYTES_WRITTEN_MAX}): make it JSON lines (.jsonl).`,
    );
  }
  let values: unknown;
  try {
    values = JSON.parse(decode(bytes));
  } catch (error) {
    throw new Error(`The import is not valid JSON: ${toErrorMessage(error)}`, { cause: error });
  }
  if (!Array.isArray(values)) throw new Error("The import is not a JSON array.");
  let row = 0;
  for (const value of values as JSONValue[]) {
    row += 1;
    yield toDocument(
      valueIn("", row, () => jsonToConvex(value)),
      row,
    );
  }
}

/** RFC 4180: cells between commas, in quotes where they hold commas, quotes (doubled) or line ends. Empty lines are skipped. */
function* parseCells(text: string): Generator<string[]> {
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
  let cells: string[] = [];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const row = cell.exec(text);
    if (row === null) throw new Error("The CSV file has a quoted cell that does not end.");
    const [, quoted, plain = "", end] = row;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") yield cells;
    cells = [];
    if (end === "") return;
  }
}

/** The form of a number in CSV, which has numbers and texts alone. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function cellValue(text: string): Value {
  return NUMBER.test(text) ? Number(text) : text;
}

/** @param optional fields that an empty cell leaves out. */
export function* fromCsv(bytes: Buffer, optional: ReadonlySet<string>): Generator<StoredDocument> {
  refuseMark(bytes);
  const lines = parseCells(decode(bytes));
  const header = lines.next();
  if (header.done === true) return;
  const names = header.value.map((name) => name.replace(/^ +| +$/g, ""));
  const bad = names.find((name) => !/^[\x20-\x7e]+$/.test(name) || name.startsWith("$"));
  if (bad !== undefined)
    throw new Error(`The CSV header ${JSON.stringify(bad)} is not a valid field name.`);
  let row = 0;
  for (const cells of lines) {
    row += 1;
    if (cells.length !== names.length)
      throw new Error(`CSV row ${row} has ${cells.length} fields, and the header ${names.length}.`);
    const fields = names.map((name, at) => [name, cellValue(cells[at] ?? "")] as const);
    yield Object.fromEntries(fields.filter(([name, value]) => value !== "" || !optional.has(name)));
  }
}
