/**
 * Batches of writes, one after another in a file: to be sure of one takes one write and one flush, where a tree on the disk takes
 * one for each page that it changes. The journal rotates between two files: while the batches of one move on to where they stay, new ones go to the
 * other. Which ones have moved is not known here.
 *
 *   a record:   the journal's mark   crc32 of all that follows (4 bytes)   its number (6)   bytes of its writes (4)   its writes
 *   a write:    bytes of the key (2)   bytes of the value and 1, or 0 where the key goes away (4)   key   value
 *
 * Numbers go on from file to file, so that a record that can't be read is missed. Only the last one of all may be half there: it was
 * being written when the process ended, and nobody was told of it. The mark is drawn anew for each journal and told to nobody: who
 * searches for records behind a half one must not take for one what somebody had written into a value.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { DamageError } from "./checksums";
import type { Write } from "./store";

const FILES = ["journal-0", "journal-1"] as const;
const OWNER_ONLY = 0o600;

const MARK_BYTES = 16;
/** The places of the fields behind the mark. */
const [NUMBER_AT, LENGTH_AT, WRITES_AT] = [4, 10, 14];
const NUMBER_BYTES = 6;
const WRITE_HEADER_BYTES = 6;

function measureWrite({ key, value }: Write): number {
  return WRITE_HEADER_BYTES + key.length + (value?.length ?? 0);
}

/** A new journal's. */
export function newMark(): Buffer {
  return randomBytes(MARK_BYTES);
}

function encodeRecord(mark: Uint8Array, number: number, batch: readonly Write[]): Buffer {
  const length = batch.reduce((sum, write) => sum + measureWrite(write), 0);
  const marked = Buffer.allocUnsafe(mark.length + WRITES_AT + length);
  marked.set(mark);
  const record = marked.subarray(mark.length);
  record.writeUIntLE(number, NUMBER_AT, NUMBER_BYTES);
  record.writeUInt32LE(length, LENGTH_AT);
  let at = WRITES_AT;
  for (const { key, value } of batch) {
    record.writeUInt16LE(key.length, at);
    record.writeUInt32LE(value === undefined ? 0 : value.length + 1, at + 2);
    record.set(key, at + WRITE_HEADER_BYTES);
    at += WRITE_HEADER_BYTES + key.length;
    if (value !== undefined) record.set(value, at);
    at += value?.length ?? 0;
  }
  record.writeUInt32LE(crc32(record.subarray(NUMBER_AT)));
  return marked;
}

interface Found {
  readonly number: number;
  readonly writes: Buffer;
}

/** The record whose mark ends there; null if there is none, or not all of it. */
function recordAt(bytes: Buffer, at: number): Found | null {
  if (at + WRITES_AT > bytes.length) return null;
  const end = at + WRITES_AT + bytes.readUInt32LE(at + LENGTH_AT);
  if (end > bytes.length) return null;
  if (crc32(bytes.subarray(at + NUMBER_AT, end)) !== bytes.readUInt32LE(at)) return null;
  const number = bytes.readUIntLE(at + NUMBER_AT, NUMBER_BYTES);
  return { number, writes: bytes.subarray(at + WRITES_AT, end) };
}

/** All that can be read, whatever lies between. */
function* recordsIn(bytes: Buffer, mark: Uint8Array): Generator<Found> {
  for (let at = bytes.indexOf(mark); at >= 0;) {
    const start = at + mark.length;
    const record = recordAt(bytes, start);
    if (record !== null) yield record;
    at = bytes.indexOf(mark, record === null ? at + 1 : start + WRITES_AT + record.writes.length);
  }
}

function* writesIn(bytes: Buffer): Generator<Write> {
  for (let at = 0; at < bytes.length;) {
    const keyAt = at + WRITE_HEADER_BYTES;
    const valueAt = keyAt + bytes.readUInt16LE(at);
    const valueBytes = bytes.readUInt32LE(at + 2) - 1;
    const key = bytes.subarray(keyAt, valueAt);
    at = valueAt + Math.max(valueBytes, 0);
    yield valueBytes < 0 ? { key } : { key, value: bytes.subarray(valueAt, at) };
  }
}

/** The progress of a journal's transfer to the store. */
export interface Moved {
  /** The number of the newest record that is there, and all before it; 0 where there was none. */
  readonly number: number;
  /** The mark that the journal's records begin with; undefined where there was no journal. */
  readonly mark: Uint8Array | undefined;
}

/**
 * Returns the records that a killed process left, in the order in which they were written.
 * @param moved - What has moved on already.
 * @throws DamageError when a record is missing between others.
 */
export async function leftIn(
  folder: string,
  { number: moved, mark }: Moved,
): Promise<{ readonly writes: Write[]; readonly newest: number }> {
  if (mark === undefined) return { writes: [], newest: moved };
  const remainingRecords: Found[] = [];
  for (const name of FILES) {
    const bytes = await readFile(path.join(folder, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
    for (const record of recordsIn(bytes, mark))
      if (record.number > moved) remainingRecords.push(record);
  }
  remainingRecords.sort((one, other) => one.number - other.number);
  for (const [at, { number }] of remainingRecords.entries())
    if (number !== moved + 1 + at)
      throw new DamageError(`record ${moved + 1 + at} of the journal is missing`);
  return {
    writes: remainingRecords.flatMap(({ writes }) => [...writesIn(writes)]),
    newest: moved + remainingRecords.length,
  };
}

/** The names of new files are in the folder only when that is flushed as well. Not every system can. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export class Journal {
  /** The number of the newest record. */
  newest: number;
  readonly #folder: string;
  readonly #mark: Uint8Array;
  /** The one that batches go to comes first. */
  #handles: readonly [FileHandle, FileHandle];
  #end = 0;

  private constructor(
    folder: string,
    mark: Uint8Array,
    handles: readonly [FileHandle, FileHandle],
    newest: number,
  ) {
    this.#folder = folder;
    this.#mark = mark;
    this.#handles = handles;
    this.newest = newest;
  }

  /** An empty one; whatever there was has moved on. */
  static async begin(folder: string, mark: Uint8Array, newest: number): Promise<Journal> {
    const opened = (name: string) => open(path.join(folder, name), "w", OWNER_ONLY);
    const handles = [await opened(FILES[0]), await opened(FILES[1])] as const;
    const journal = new Journal(folder, mark, handles, newest);
    await flushFolder(folder);
    return journal;
  }

  /** Resolves when the batch is on the disk. One at a time; after a failure none. */
  async append(batch: readonly Write[]): Promise<void> {
    const record = encodeRecord(this.#mark, this.newest + 1, batch);
    const [handle] = this.#handles;
    for (let at = 0; at < record.length;) {
      const { bytesWritten } = await handle.write(record, at, record.length - at, this.#end + at);
      at += bytesWritten;
    }
    await handle.datasync();
    this.#end += record.length;
    this.newest += 1;
  }

  /** Writes batches to the other file from now on, over those that were there: they must have moved on. Never call it while one is appended. */
  rotate(): void {
    const [one, other] = this.#handles;
    this.#handles = [other, one];
    this.#end = 0;
  }

  async close(): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }

  /** Removes a closed journal, all of whose records have moved on. */
  async remove(): Promise<void> {
    for (const name of FILES) await rm(path.join(this.#folder, name), { force: true });
  }
}
