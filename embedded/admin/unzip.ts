/** Reads a ZIP archive that is in memory: names and contents, by its central directory. */
import { crc32, inflateRawSync } from "node:zlib";

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Of the end record without its comment, which may be 65,535 bytes. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

function findEnd(archive: Buffer): number {
  const last = archive.length - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new Error("This is no ZIP archive.");
}

function contentAt(archive: Buffer, local: number, method: number, compressed: number): Buffer {
  // The local header repeats name and extra field, with lengths of its own.
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + compressed);
  if (method === STORED) return bytes;
  if (method === DEFLATED) return inflateRawSync(bytes);
  throw new Error(`The archive uses compression ${method}, which is not understood.`);
}

/** @throws Error when the bytes are not an archive, or damaged. */
export function* entriesOf(
  archive: Buffer,
): Generator<{ readonly name: string; readonly content: Buffer }> {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error("The archive is damaged.");
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const content = contentAt(
      archive,
      archive.readUInt32LE(at + 42),
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
    );
    if (crc32(content) !== archive.readUInt32LE(at + 16))
      throw new Error(`${name} in the archive is damaged.`);
    yield { name, content };
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}
