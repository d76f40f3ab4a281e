/**
 * The store on disk: one LMDB environment in a folder of its own.
 *
 * LMDB's write promise settles when a transaction is visible, which survives
 * the death of the process but not of the power; `flushed` settles when it is
 * on the disk, and that is what `write` waits for. Only the asynchronous
 * `transaction()` is used: a read transaction is not isolated from a
 * synchronous one of the same tick of the event loop.
 */
import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { type Database, type RootDatabase, type Transaction, open } from "lmdb";
import { checkRoom, checkRoot } from "./beforeOpening";
import { checkPages } from "./checkPages";
import { sealed, unsealed } from "./checksums";
import { lockFolder } from "./folderLock";
import type { Moved } from "./journal";
import { OWNER_FOLDER } from "./ownerOnly";
import { unusableData, unwritableFolder } from "./startupError";
import type { Entry, Key, RangeOptions, Store, StoreSnapshot, Write } from "./store";

type Environment = RootDatabase<Uint8Array, Key>;
type Entries = Database<Uint8Array, Key>;

interface Opened {
  readonly env: Environment;
  readonly entries: Entries;
  readonly moved: Entries;
  readonly newestMoved: Moved;
}

const BINARY = { keyEncoding: "binary", encoding: "binary" } as const;
/** Named after what its values are, so that another layout would have another name. */
const ENTRIES = "entries with crc32";
/** The progress of the journal's transfer to this store: a number of 8 bytes, and the journal's mark. */
const MOVED = "moved from the journal";
const MOVED_KEY = Uint8Array.of(1);
const NUMBER_BYTES = 8;

/** Address space that is reserved, not disk that is used; LMDB grows into it. */
const MAP_BYTES = 2 ** 40;
/** Snapshots that may be open at once: one per flush of subscriptions, and running queries. */
const READERS_MAX = 2_048;

/** LMDB names the bounds of a descending range the other way round. */
function toLmdbRange({ from, to, reverse = false }: RangeOptions) {
  if (!reverse) return { ...(from && { start: from }), ...(to && { end: to }) };
  return {
    reverse: true,
    ...(to && { start: to, exclusiveStart: true }),
    ...(from && { end: from, inclusiveEnd: true }),
  };
}

function openSnapshot(env: Environment, entries: Entries): StoreSnapshot {
  // Without the reset, the read transaction of this tick is handed out again.
  env.resetReadTxn();
  let transaction: Transaction | undefined = env.useReadTransaction();
  const reading = (): Transaction => {
    if (transaction === undefined) throw new Error("This snapshot has been released.");
    return transaction;
  };
  return {
    get(key) {
      const stored = entries.get(key, { transaction: reading() });
      return stored && unsealed(key, stored);
    },
    *range(options): Generator<Entry> {
      const range = entries.getRange({ ...toLmdbRange(options), transaction: reading() });
      for (const { key, value } of range) yield { key, value: unsealed(key, value) };
    },
    release() {
      transaction?.done();
      transaction = undefined;
    },
  };
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw unwritableFolder(folder);
  }
}

export interface LmdbStore extends Store {
  readonly entryCount: number;
  /** The part of a journal that this store holds. */
  readonly moved: Moved;
  /** Like `write`, and settles when the batch can be read. It is on the disk when a later `write` is. */
  takeIn(batch: readonly Write[]): Promise<void>;
  /** @param moved - What is true of the journal then, in the same transaction. */
  write(batch: readonly Write[], moved?: Moved): Promise<void>;
  /** Writes the newest state, as one moment, to a new file; whoever reads and writes goes on meanwhile. */
  copyTo(file: string): Promise<void>;
}

function bytesOfMoved({ number, mark = new Uint8Array() }: Moved): Uint8Array {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeDoubleLE(number);
  return Buffer.concat([bytes, mark]);
}

function movedIn(moved: Entries): Moved {
  const stored = moved.get(MOVED_KEY);
  if (stored === undefined) return { number: 0, mark: undefined };
  const bytes = Buffer.from(unsealed(MOVED_KEY, stored));
  const mark = bytes.length > NUMBER_BYTES ? bytes.subarray(NUMBER_BYTES) : undefined;
  return { number: bytes.readDoubleLE(), mark };
}

function openEnvironment(folder: string): Opened {
  const file = path.join(folder, "store.lmdb");
  checkRoom(folder);
  checkRoot(file);
  const env: Environment = open<Uint8Array, Key>({
    ...BINARY,
    path: file,
    mapSize: MAP_BYTES,
    maxReaders: READERS_MAX,
    overlappingSync: true,
  });
  // After LMDB has settled on a root, and before it follows it.
  checkPages(file, [ENTRIES, MOVED]);
  const entries = env.openDB<Uint8Array, Key>({ ...BINARY, name: ENTRIES });
  const moved = env.openDB<Uint8Array, Key>({ ...BINARY, name: MOVED });
  return { env, entries, moved, newestMoved: movedIn(moved) };
}

function openedOr(folder: string, unlock: () => void): Opened {
  try {
    return openEnvironment(folder);
  } catch (error) {
    unlock();
    throw unusableData(folder, error);
  }
}

/** Waits, and throws what happened where LMDB only says that something did. */
async function said(waiting: Promise<unknown>): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    const { commitError } = error as { commitError?: unknown };
    throw commitError instanceof Error ? commitError : error;
  }
}

/**
 * @throws StartupError when the folder can't be written, or another process
 * works on it, or what is in it is no store.
 */
export function openLmdbStore(folder: string): LmdbStore {
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const opened = openedOr(folder, unlock);
  const { env, entries, moved } = opened;
  let { newestMoved } = opened;
  let writing: Promise<void> = Promise.resolve();

  async function takeIn(batch: readonly Write[], next?: Moved): Promise<void> {
    const transaction = env.transaction(() => {
      const put = (to: Entries, { key, value }: Write) => {
        // Inside the transaction both are queued to it; its own promise tells of their failure.
        const queued = value === undefined ? to.remove(key) : to.put(key, sealed(key, value));
        queued.catch(() => undefined);
      };
      for (const change of batch) put(entries, change);
      if (next !== undefined) put(moved, { key: MOVED_KEY, value: bytesOfMoved(next) });
    });
    await said(transaction);
  }

  async function write(batch: readonly Write[], next?: Moved): Promise<void> {
    await takeIn(batch, next);
    await said(env.flushed);
    newestMoved = next ?? newestMoved;
  }

  return {
    get entryCount() {
      return (entries.getStats() as { readonly entryCount: number }).entryCount;
    },
    get moved() {
      return newestMoved;
    },
    snapshot: () => openSnapshot(env, entries),
    takeIn: (batch) => (writing = takeIn(batch)),
    write: (batch, next) => (writing = write(batch, next)),
    // Without the pages that are free.
    copyTo: (file) => env.backup(file, true),
    async close() {
      await writing.catch(() => undefined);
      await env.close();
      unlock();
    },
  };
}
