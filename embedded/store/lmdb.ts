/**
 * The store on disk: one LMDB environment in a folder of its own.
 *
 * LMDB's write promise settles when a transaction is visible, which survives
 * the death of the process but not of the power; `flushed` settles when it is
 * on the disk, and that is what `write` waits for. Only the asynchronous
 * `transaction()` is used: a read transaction is not isolated from a
 * synchronous one of the same turn of the event loop.
 */
import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { type Database, type RootDatabase, type Transaction, open } from "lmdb";
import { checkRoom, checkRoot } from "./beforeOpening";
import { compareBytes } from "./bytes";
import { checkPages } from "./checkPages";
import { sealed, unsealed } from "./checksums";
import { lockFolder } from "./folderLock";
import { unusableData, unwritableFolder } from "./startupError";
import type { Entry, Key, RangeOptions, Store, StoreSnapshot, Write } from "./store";

/** Keys, password hashes and everybody's rows are in it. */
const OWNER_ONLY = 0o700;

type Environment = RootDatabase<Uint8Array, Key>;
type Entries = Database<Uint8Array, Key>;

const BINARY = { keyEncoding: "binary", encoding: "binary" } as const;
/** Named after what its values are, so that another layout would have another name. */
const ENTRIES = "entries with crc32";
/** Before there were checksums, entries stood in the environment itself, with keys below this one. */
const AFTER_OLD_KEYS = Uint8Array.of(2);

/** Address space that is reserved, not disk that is used; LMDB grows into it. */
const MAP_BYTES = 2 ** 40;
/** Snapshots that may be open at once: one per flush of subscriptions, and running queries. */
const MAX_READERS = 2_048;

/** LMDB names the bounds of a descending range the other way round. */
function boundsOf({ from, to, reverse = false }: RangeOptions) {
  if (!reverse) return { ...(from && { start: from }), ...(to && { end: to }) };
  return {
    reverse: true,
    ...(to && { start: to, exclusiveStart: true }),
    ...(from && { end: from, inclusiveEnd: true }),
  };
}

function openSnapshot(env: Environment, entries: Entries): StoreSnapshot {
  // Without the reset, the read transaction of this turn is handed out again.
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
      const range = entries.getRange({ ...boundsOf(options), transaction: reading() });
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
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw unwritableFolder(folder);
  }
}

export interface LmdbStore extends Store {
  readonly entryCount: number;
  /** Writes the newest state, as one moment, to a new file; whoever reads and writes goes on meanwhile. */
  copyTo(file: string): Promise<void>;
}

/** Gives entries that were written without checksums theirs, in one transaction. */
function convertOldEntries(env: Environment, entries: Entries): void {
  const old = [...env.getRange({ end: AFTER_OLD_KEYS })];
  if (old.length === 0) return;
  // Nobody reads yet, so nobody can be disturbed by a synchronous transaction.
  env.transactionSync(() => {
    for (const { key, value } of old) {
      entries.putSync(key, sealed(key, value));
      env.removeSync(key);
    }
  });
}

function openEnvironment(folder: string): { env: Environment; entries: Entries } {
  const file = path.join(folder, "store.lmdb");
  checkRoom(folder);
  checkRoot(file);
  const env: Environment = open<Uint8Array, Key>({
    ...BINARY,
    path: file,
    mapSize: MAP_BYTES,
    maxReaders: MAX_READERS,
    overlappingSync: true,
  });
  // After LMDB has settled on a root, and before it follows it.
  checkPages(file, ENTRIES, (key) => compareBytes(key, AFTER_OLD_KEYS) < 0);
  const entries = env.openDB<Uint8Array, Key>({ ...BINARY, name: ENTRIES });
  convertOldEntries(env, entries);
  return { env, entries };
}

function openedOr(folder: string, unlock: () => void): { env: Environment; entries: Entries } {
  try {
    return openEnvironment(folder);
  } catch (error) {
    unlock();
    throw unusableData(folder, error);
  }
}

/**
 * @throws StartupError when the folder can't be written, or another process
 * works on it, or what is in it is no store.
 */
export function openLmdbStore(folder: string): LmdbStore {
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const { env, entries } = openedOr(folder, unlock);
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: readonly Write[]): Promise<void> {
    try {
      await env.transaction(() => {
        for (const { key, value } of batch) {
          // Inside the transaction both are queued to it; its own promise tells of their failure.
          const queued =
            value === undefined ? entries.remove(key) : entries.put(key, sealed(key, value));
          queued.catch(() => undefined);
        }
      });
      await env.flushed;
    } catch (error) {
      const { commitError } = error as { commitError?: unknown };
      // Says what happened; the other one only that something did.
      throw commitError instanceof Error ? commitError : error;
    }
  }

  return {
    get entryCount() {
      return (entries.getStats() as { readonly entryCount: number }).entryCount;
    },
    snapshot: () => openSnapshot(env, entries),
    write: (batch) => (writing = write(batch)),
    // Without the pages that are free.
    copyTo: (file) => env.backup(file, true),
    async close() {
      await writing.catch(() => undefined);
      await env.close();
      unlock();
    },
  };
}
