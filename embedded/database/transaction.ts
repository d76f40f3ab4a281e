/**
 * One unit of work over a frozen view: what it read is recorded as ranges of
 * index keys, what it wrote is a layer of its own that only it sees. How rows
 * are read and counted is access.ts's business.
 */
import type {
  ComponentPath,
  IndexWrite,
  ReadSet,
  Tables,
  Timestamp,
  Transaction,
  TransactionUsage,
} from "../contracts";
import type { Sealing } from "../sealedText";
import { afterPrefix } from "../store/bytes";
import type { Write } from "../store/store";
import type { Catalog, Index } from "./catalog";
import { Access } from "./access";
import {
  type IndexKey,
  PREFIX_BYTES,
  decodeIndexNumber,
  inIndex,
  indexPrefix,
  storeKey,
} from "./indexKeys";
import { storedEnd, storedStart } from "./keys";
import { type Layer, type Readable, newLayer, over } from "../store/layers";
import { UsageMeter } from "./limits";
import { ReadRanges } from "./readRanges";
import type { IndexEntry, IndexKinds, IndexRange, TransactionRows } from "./rows";
import { ComponentTables } from "./tables";

/** The number of milliseconds in a microsecond. */
const MICROSECOND = 0.001;

function* takeFirst<T>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    return;
  }
}

/** The options that all transactions of a database share. */
export interface TransactionOptions {
  readonly now: () => number;
  readonly cursorSealing: Sealing;
  readonly indexKinds: IndexKinds;
}

export class DatabaseTransaction implements Transaction, TransactionRows {
  readonly ts: Timestamp;
  readonly catalog: Catalog;
  /** Changes with every write, so that a walk notices that it has to look again. */
  version = 0;
  /** The reads of app code; the backend's own work beside it has no limit. */
  readonly #appReads = new ReadRanges();
  readonly usage = new UsageMeter(this.#appReads);
  readonly #ownReads = new ReadRanges();
  #own: Layer = newLayer();
  #touched: IndexWrite[] = [];
  /** The creation time of the newest row in milliseconds; no row that is still to come is older. */
  newestCreation: number;
  /** The database's sealing: a cursor of one transaction is good in the next. */
  readonly cursorSealing: Sealing;
  readonly indexKinds: IndexKinds;
  readonly #base: Readable;
  readonly #now: () => number;

  constructor(
    base: Readable,
    ts: Timestamp,
    catalog: Catalog,
    { now, cursorSealing, indexKinds }: TransactionOptions,
  ) {
    this.#base = base;
    this.cursorSealing = cursorSealing;
    this.indexKinds = indexKinds;
    this.ts = ts;
    this.newestCreation = ts * MICROSECOND;
    this.catalog = catalog;
    this.#now = now;
  }

  get readSet(): ReadSet {
    return { ranges: [...this.#appReads.all, ...this.#ownReads.all] };
  }

  lowerLimits(budget: Partial<TransactionUsage>): () => void {
    return this.usage.lowerLimits(budget);
  }

  tables(component: ComponentPath): Tables {
    return new ComponentTables(
      this,
      component,
      new Access(this, this.usage, this.#appReads),
      false,
    );
  }

  system(component: ComponentPath): Tables {
    return new ComponentTables(this, component, this.unmetered(), true);
  }

  /** Returns an access without limits, which the backend's own work uses. */
  unmetered(): Access {
    return new Access(this, new UsageMeter(this.#ownReads, false), this.#ownReads);
  }

  savepoint(): { release(): void; rollback(): void } {
    const own = this.#own.clone();
    const touched = this.#touched.length;
    return {
      release: () => undefined,
      rollback: () => {
        this.#own = own;
        this.#touched = this.#touched.slice(0, touched);
        this.version += 1;
      },
    };
  }

  /** Everything to be stored, in key order, and the index keys it touches. */
  changes(): { writes: Write[]; touched: readonly IndexWrite[] } {
    const writes = [...this.#own.entries()].map(([key, value]): Write =>
      value ? { key, value } : { key },
    );
    return { writes, touched: this.#touched };
  }

  /**
   * Returns the next `_creationTime` in milliseconds: each is later than the one before it and
   * than every commit that this transaction sees, even when the clock stands still or was set back.
   */
  nextCreationTime(): number {
    const earliest = this.newestCreation + MICROSECOND;
    this.newestCreation = Math.max(this.#now(), earliest);
    return this.newestCreation;
  }

  bytesAt(key: Uint8Array): Uint8Array | undefined {
    return this.#view().get(key);
  }

  /** Entries of an index in the order of their stored keys. Where a bound had to be cut there are more than were asked for. */
  *entries({ index, from, to, reverse = false }: IndexRange): Generator<IndexEntry> {
    const above = to && storedEnd(to);
    const end = above === undefined ? afterPrefix(indexPrefix(index)) : inIndex(index, above);
    const bounds = { from: inIndex(index, storedStart(from)), ...(end && { to: end }), reverse };
    for (const { key, value } of this.#view().range(bounds))
      yield { key: key.subarray(PREFIX_BYTES), value };
  }

  /** Writes a key that queries depend on; null takes it away. */
  put(key: IndexKey, value: Uint8Array | null): void {
    this.set(key, value);
    this.touch(key);
  }

  /** Writes a key that no query depends on; null takes it away. */
  set(key: IndexKey, value: Uint8Array | null): void {
    this.#own.set(storeKey(key), value);
  }

  /** Tells those who depend on a key that what it stands for has changed. */
  touch({ index, key }: IndexKey): void {
    this.#touched.push({ index: index.address, key });
  }

  /**
   * Empties an index that is no longer wanted.
   * @returns whether all its rows are gone: at most `limit` go.
   */
  dropIndex(index: Pick<Index, "number">, limit = Infinity): boolean {
    const from = indexPrefix(index);
    const to = afterPrefix(from);
    const keys: Uint8Array[] = [];
    for (const { key } of this.#view().range({ from, ...(to && { to }) })) {
      if (keys.length === limit) break;
      keys.push(key);
    }
    for (const key of keys) this.#own.set(key, null);
    return keys.length < limit;
  }

  /** The numbers of all indexes that have rows, whether anybody knows them or not. */
  *storedIndexes(): Generator<number> {
    for (let next = 0; ;) {
      const [first] = takeFirst(this.#view().range({ from: indexPrefix({ number: next }) }));
      const number = first && decodeIndexNumber(first.key);
      if (number === undefined) return;
      yield number;
      next = number + 1;
    }
  }

  #view(): Readable {
    return over(this.#own, this.#base);
  }
}
