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
import { type RootDatabase, type Transaction, open } from "lmdb";
import { lockFolder } from "./folderLock";
import { StartupError } from "./startupError";
import type { Entry, Key, RangeOptions, Store, StoreSnapshot, Write } from "./store";

/** Keys, password hashes and everybody's rows are in it. */
const OWNER_ONLY = 0o700;

type Environment = RootDatabase<Uint8Array, Key>;

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

function openSnapshot(env: Environment): StoreSnapshot {
  // Without the reset, the read transaction of this turn is handed out again.
  env.resetReadTxn();
  let transaction: Transaction | undefined = env.useReadTransaction();
  const reading = (): Transaction => {
    if (transaction === undefined) throw new Error("This snapshot has been released.");
    return transaction;
  };
  return {
    get: (key) => env.get(key, { transaction: reading() }),
    *range(options): Generator<Entry> {
      yield* env.getRange({ ...boundsOf(options), transaction: reading() });
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
    throw new StartupError(
      `The data folder ${folder} can't be written: give this user the right to write there, or name another folder with --data.`,
    );
  }
}

/**
 * @throws StartupError when the folder can't be written or another process
 * works on it.
 */
export function openLmdbStore(folder: string): Store {
  prepareFolder(folder);
  const unlock = lockFolder(folder);
  const env: Environment = open<Uint8Array, Key>({
    path: path.join(folder, "store.lmdb"),
    keyEncoding: "binary",
    encoding: "binary",
    mapSize: MAP_BYTES,
    maxReaders: MAX_READERS,
    overlappingSync: true,
  });
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: readonly Write[]): Promise<void> {
    try {
      await env.transaction(() => {
        for (const { key, value } of batch) {
          // Inside the transaction both are queued to it; its own promise tells of their failure.
          const queued = value === undefined ? env.remove(key) : env.put(key, value);
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
    snapshot: () => openSnapshot(env),
    write: (batch) => (writing = write(batch)),
    async close() {
      await writing.catch(() => undefined);
      await env.close();
      unlock();
    },
  };
}
