/**
 * The store of a data folder: a journal that a batch is safe in at once, and LMDB, where it is found again. Batches move from
 * one to the other some time later, many at once. Until then they are in memory, in front of what LMDB says.
 */
import type { Layer } from "./layers";
import { newLayer, over } from "./layers";
import { Journal, leftIn, newMark } from "./journal";
import type { LmdbStore } from "./lmdb";
import { openLmdbStore } from "./lmdb";
import { unusableData } from "./startupError";
import type { Store, StoreSnapshot, Write } from "./store";

/** The time after the first batch that waits to be moved: a key that changes again and again is moved once. */
const MOVE_AFTER_MS = 500;
/** The most bytes that may wait: a start after a kill has to read them, and they are in memory twice. */
const WAITING_MAX = 16 * 2 ** 20;
/** The most batches in one transaction of LMDB: they are handed over without a pause. */
const MOVED_CONCURRENT_MAX = 64;

export interface DiskStore extends Store {
  /** Writes the newest state, as one moment, to a new file; whoever reads and writes goes on meanwhile. */
  copyTo(file: string): Promise<void>;
}

function measureBatch(batch: readonly Write[]): number {
  return batch.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
}

class JournaledStore implements DiskStore {
  readonly #lmdb: LmdbStore;
  readonly #journal: Journal;
  /** The writes that are moving from the journal to LMDB, and those that came since. */
  #leaving: Layer = newLayer();
  #arrived: Layer = newLayer();
  #arrivedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #moving: Promise<void> | undefined;
  #written: Promise<void> = Promise.resolve();
  #isWriting = false;
  #failure: Error | undefined;

  constructor(lmdb: LmdbStore, journal: Journal) {
    this.#lmdb = lmdb;
    this.#journal = journal;
  }

  snapshot(): StoreSnapshot {
    const below = this.#lmdb.snapshot();
    if (this.#leaving.size === 0 && this.#arrived.size === 0) return below;
    // LMDB may have some of what moves already: the same values.
    const lower = over(this.#leaving.clone(), below);
    const view = over(this.#arrived.clone(), lower);
    let isReleased = false;
    const open = () => {
      if (isReleased) throw new Error("This snapshot has been released.");
      return view;
    };
    return {
      get: (key) => open().get(key),
      range: (options) => open().range(options),
      release() {
        isReleased = true;
        below.release();
      },
    };
  }

  write(batch: readonly Write[]): Promise<void> {
    return (this.#written = this.#write(batch));
  }

  async #write(batch: readonly Write[]): Promise<void> {
    while (this.#arrivedBytes > WAITING_MAX && this.#moving !== undefined) await this.#moving;
    if (this.#failure !== undefined) throw this.#failure;
    this.#isWriting = true;
    try {
      await this.#journal.append(batch);
    } catch (error) {
      throw this.#fail(error);
    } finally {
      this.#isWriting = false;
    }
    for (const { key, value } of batch) this.#arrived.set(key, value ?? null);
    this.#arrivedBytes += measureBatch(batch);
    if (this.#isDue || this.#arrivedBytes > WAITING_MAX) this.#rotate();
    else this.#timer ??= setTimeout(() => this.#rotate(), MOVE_AFTER_MS);
  }

  /** Starts moving what arrived, now or as soon as possible: not within a batch, and not while other writes are moving. */
  #rotate(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = this.#arrived.size > 0;
    if (!this.#isDue || this.#isWriting || this.#moving !== undefined) return;
    this.#isDue = false;
    this.#leaving = this.#arrived;
    this.#arrived = newLayer();
    this.#arrivedBytes = 0;
    this.#journal.rotate();
    this.#moving = this.#move(this.#journal.newest);
  }

  /** @param number of the newest record of what leaves. */
  async #move(number: number): Promise<void> {
    try {
      const writes = [...this.#leaving.entries()].map(([key, value]) =>
        value === null ? { key } : { key, value },
      );
      for (let at = 0; at < writes.length; at += MOVED_CONCURRENT_MAX)
        await this.#lmdb.takeIn(writes.slice(at, at + MOVED_CONCURRENT_MAX));
      await this.#lmdb.write([], { ...this.#lmdb.moved, number });
      this.#leaving = newLayer();
    } catch (error) {
      // It is in the journal still, for the next start.
      this.#fail(error);
    }
    this.#moving = undefined;
    if (this.#isDue && this.#failure === undefined) this.#rotate();
  }

  #fail(error: unknown): Error {
    return (this.#failure ??= error instanceof Error ? error : new Error(String(error)));
  }

  async copyTo(file: string): Promise<void> {
    await this.#moveAll();
    await this.#lmdb.copyTo(file);
  }

  /** Resolves when all that is in the journal now is in LMDB, or can't get there. */
  async #moveAll(): Promise<void> {
    const newest = this.#journal.newest;
    while (this.#lmdb.moved.number < newest) {
      this.#rotate();
      await (this.#moving ?? this.#written.catch(() => undefined));
      if (this.#failure !== undefined) throw this.#failure;
    }
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    const isWhole = await this.#moveAll().then(
      () => true,
      () => false,
    );
    clearTimeout(this.#timer);
    await this.#moving;
    await this.#journal.close();
    if (isWhole) await this.#journal.remove();
    await this.#lmdb.close();
  }
}

/**
 * @throws StartupError when the folder can't be written, or another process works on it, or what is in it is no store, damaged, or
 * can't be written.
 */
export async function openDiskStore(
  folder: string,
  openLmdb: (folder: string) => LmdbStore = openLmdbStore,
): Promise<DiskStore> {
  const lmdb = openLmdb(folder);
  try {
    const { writes, newest } = await leftIn(folder, lmdb.moved);
    const mark = newMark();
    // At once: nobody is there yet who could have to wait. And before the files are emptied that another mark belongs to.
    await lmdb.write(writes, { number: newest, mark });
    return new JournaledStore(lmdb, await Journal.begin(folder, mark, newest));
  } catch (error) {
    await lmdb.close();
    throw unusableData(folder, error);
  }
}
