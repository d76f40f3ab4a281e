/** Reads a ZIP archive that is in memory, by its central directory: what is in it first, each content when it is asked for. */
import { promisify } from "node:util";
import type { ZlibOptions } from "node:zlib";
import { crc32, inflateRaw } from "node:zlib";

export interface ArchiveEntry {
  readonly name: string;
  /** Of the content, in bytes, as the archive says. */
  readonly size: number;
  /** Rejects when the content is damaged or larger than it says. */
  read(): Promise<Buffer>;
}

interface Located {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  /** Of the local header. */
  readonly offset: number;
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Of the end record without its comment, which may be 65,535 bytes. */
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
/** The value of a 32-bit field whose real value stands in the 64-bit record. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffff_ffff;
/** Of the extra field that holds the 64-bit forms. */
const EXTRA_64 = 1;
/** It is held in memory; a small archive may say that it holds anything. */
const MAX_CONTENT_BYTES = 512 * 2 ** 20;
const STORED = 0;
const DEFLATED = 8;

const inflate: (bytes: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(inflateRaw);

class DamagedArchiveError extends Error {
  constructor() {
    super("The ZIP archive is damaged.");
  }
}

function findEnd(archive: Buffer): number {
  const last = archive.length - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  throw new Error("This is no ZIP archive.");
}

function uint64(archive: Buffer, at: number): number {
  return Number(archive.readBigUInt64LE(at));
}

/** Returns the offset of the central directory and its number of entries. */
function directoryOf(archive: Buffer): { count: number; start: number } {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  if (count !== ELSEWHERE_16 && start !== ELSEWHERE_32) return { count, start };
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || archive.readUInt32LE(locator) !== LOCATOR_64) return { count, start };
  const end64 = uint64(archive, locator + 8);
  if (archive.readUInt32LE(end64) !== END_64) throw new DamagedArchiveError();
  return { count: uint64(archive, end64 + 32), start: uint64(archive, end64 + 48) };
}

/** The 64-bit forms, in the order in which the header lacks its values. */
function* wideValues(extra: Buffer): Generator<number, undefined> {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    const end = at + 4 + length;
    if (extra.readUInt16LE(at) === EXTRA_64)
      for (let value = at + 4; value + 8 <= end; value += 8) yield uint64(extra, value);
    at = end;
  }
}

function* locate(archive: Buffer): Generator<Located> {
  const { count, start } = directoryOf(archive);
  let at = start;
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new DamagedArchiveError();
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const extraEnd = nameEnd + archive.readUInt16LE(at + 30);
    const wide = wideValues(archive.subarray(nameEnd, extraEnd));
    const widened = (value: number): number =>
      value === ELSEWHERE_32 ? (wide.next().value ?? value) : value;
    const size = widened(archive.readUInt32LE(at + 24));
    const compressed = widened(archive.readUInt32LE(at + 20));
    const offset = widened(archive.readUInt32LE(at + 42));
    yield {
      name: archive.subarray(at + 46, nameEnd).toString("utf8"),
      method: archive.readUInt16LE(at + 10),
      crc: archive.readUInt32LE(at + 16),
      compressed,
      size,
      offset,
    };
    at = extraEnd + archive.readUInt16LE(at + 32);
  }
}

async function contentOf(archive: Buffer, entry: Located): Promise<Buffer> {
  const { method, compressed, size, offset } = entry;
  // The local header repeats name and extra field, with lengths of its own.
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const bytes = archive.subarray(start, start + compressed);
  if (method === STORED) return bytes;
  // The least that zlib takes is one byte.
  if (method === DEFLATED) return inflate(bytes, { maxOutputLength: Math.max(size, 1) });
  throw new Error(`It is compressed in a way (${method}) that is not understood.`);
}

async function read(archive: Buffer, entry: Located): Promise<Buffer> {
  if (entry.size > MAX_CONTENT_BYTES)
    throw new Error(
      `${entry.name} in the ZIP archive is larger than ${MAX_CONTENT_BYTES / 2 ** 20} MiB.`,
    );
  let content;
  try {
    content = await contentOf(archive, entry);
  } catch (error) {
    throw new Error(`${entry.name} in the ZIP archive can't be read.`, { cause: error });
  }
  if (content.length === entry.size && crc32(content) === entry.crc) return content;
  throw new Error(`${entry.name} in the ZIP archive is damaged.`);
}

/** @throws Error when the bytes are not an archive, or damaged. */
export function entriesOf(archive: Buffer): ArchiveEntry[] {
  try {
    return [...locate(archive)].map((entry) => ({
      name: entry.name,
      size: entry.size,
      read: () => read(archive, entry),
    }));
  } catch (error) {
    // Whatever points outside of the bytes.
    if (error instanceof RangeError) throw new DamagedArchiveError();
    throw error;
  }
}
