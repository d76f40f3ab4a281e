/** The last push, as rows of the backend's own: it is kept, backed up and restored with everything else. */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { Transaction } from "../../contracts";
import { backendTables, firstRow, rows, textIn } from "../backendTables";
import type { Push } from "./push";
import { digestText, serializePush } from "./push";

/** The bytes of a part; a row has at most 1 MiB. */
const PART_SIZE = 512 * 1024;
/** The quality of the compression, of 11 levels: higher ones take seconds. */
const QUALITY = 4;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A push as it is stored. */
export interface PackedPush {
  readonly digest: string;
  readonly parts: readonly ArrayBuffer[];
}

export async function pack(push: Push): Promise<PackedPush> {
  const text = serializePush(push);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  const bytes = await compress(text, { params });
  const count = Math.ceil(bytes.length / PART_SIZE);
  const parts = Array.from(
    { length: count },
    (_, at) => Uint8Array.from(bytes.subarray(at * PART_SIZE, (at + 1) * PART_SIZE)).buffer,
  );
  return { digest: digestText(text), parts };
}

/** @throws Error when it is not what was packed. */
export async function unpack({ digest, parts }: PackedPush): Promise<Push> {
  const bytes = await decompress(Buffer.concat(parts.map((part) => Buffer.from(part))));
  const text = bytes.toString("utf8");
  if (digestText(text) !== digest) throw new Error("The stored push is damaged.");
  return JSON.parse(text) as Push;
}

/** Returns null if nothing was ever pushed. */
export function readPush(transaction: Transaction): PackedPush | null {
  const found = [...rows(backendTables(transaction), "pushedParts.by_part")];
  const [first] = found;
  if (first === undefined) return null;
  const parts = found.map(({ bytes }) => {
    if (!(bytes instanceof ArrayBuffer)) throw new Error("A part of the push has no bytes.");
    return bytes;
  });
  return { digest: textIn(first, "digest"), parts };
}

/** Returns null if nothing was ever pushed. */
export function digestOfLast(transaction: Transaction): string | null {
  const first = firstRow(backendTables(transaction), "pushedParts.by_part");
  return first === undefined ? null : textIn(first, "digest");
}

/** Writes the push in place of the one before it. */
export function writePush(transaction: Transaction, { digest, parts }: PackedPush): void {
  const tables = backendTables(transaction);
  for (const row of [...rows(tables, "pushedParts.by_part")])
    tables.remove("pushedParts", textIn(row, "_id"));
  for (const [part, bytes] of parts.entries())
    tables.insert("pushedParts", { part, digest, bytes });
}
