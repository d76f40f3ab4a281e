/**
 * Unpacks an XLSX file within bounds. The sizes that a ZIP file declares may be lies, so bytes are counted while they are unpacked,
 * and nothing beyond the limit is kept. What is left is packed again without compression for the reader of sheets. The directory is
 * read here, as fflate counts nothing where it reads it (decision 048).
 */
import { zipSync } from "fflate";
import { FileError } from "../../../../domain/import/sheet";

export type Entries = ReadonlyMap<string, Uint8Array>;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 0xffff;
/** A workbook has some twenty; one with thousands is no list of products. */
const ENTRIES_MAX = 2_000;
const STORED = 0;
const DEFLATED = 8;
/** Pictures, printer settings and the like are left packed. */
const WANTED = /\.(?:xml|rels)$/;

type Entry = {
  readonly name: string;
  readonly method: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly declared: number;
};

function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new FileError("UNREADABLE");
}

function entryAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number) {
  if (view.getUint32(at, true) !== CENTRAL) throw new FileError("UNREADABLE");
  const [packedSize, declared] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
  const nameLength = view.getUint16(at + 28, true);
  const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const name = new TextDecoder().decode(
    bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength),
  );
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== LOCAL) throw new FileError("UNREADABLE");
  const skipped = view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const start = local + LOCAL_BYTES + skipped;
  const packed = bytes.subarray(start, start + packedSize);
  const entry: Entry = { name, method: view.getUint16(at + 10, true), packed, declared };
  return { entry, next: at + CENTRAL_BYTES + nameLength + rest };
}

function entriesOf(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > ENTRIES_MAX) throw new FileError("UNREADABLE");
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n += 1) {
    const { entry, next } = entryAt(bytes, view, at);
    if (WANTED.test(entry.name)) entries.push(entry);
    at = next;
  }
  return entries;
}

/** Unpacks one entry, of at most `limit` bytes. Errors: FileError INFLATED. */
async function inflated({ method, packed }: Entry, limit: number): Promise<Uint8Array> {
  if (method === STORED) {
    if (packed.length > limit) throw new FileError("INFLATED");
    return packed;
  }
  if (method !== DEFLATED) throw new FileError("UNREADABLE");
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new FileError("INFLATED");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Unpacks the texts of a workbook, all together of at most `limit` bytes. Errors: FileError INFLATED, UNREADABLE. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Entries> {
  try {
    const entries = entriesOf(bytes);
    if (entries.reduce((sum, { declared }) => sum + declared, 0) > limit)
      throw new FileError("INFLATED");
    const unpacked = new Map<string, Uint8Array>();
    let left = limit;
    for (const entry of entries) {
      const content = await inflated(entry, left);
      left -= content.length;
      unpacked.set(entry.name, content);
    }
    return unpacked;
  } catch (error) {
    throw error instanceof FileError ? error : new FileError("UNREADABLE");
  }
}

/** Returns the entries as a ZIP file without compression. */
export function packStored(entries: Entries): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(entries), { level: 0 });
}
