/**
 * One unit of work over a frozen view: what it read is recorded as ranges of
 * index keys, what it wrote is a layer of its own that only it sees.
 */
import type {
  ComponentPath,
  IndexWrite,
  ReadRange,
  ReadSet,
  StoredDocument,
  Tables,
  Timestamp,
  Transaction,
} from "../contracts";
import { afterPrefix, concatBytes } from "../store/bytes";
import type { Write } from "../store/store";
import { BY_ID, type Catalog, type Index, type Table } from "./catalog";
import { decodeDocument, encodeDocument } from "./documents";
import { type IndexKey, idOf, indexPrefix, keysIn, keysOf, storeKey } from "./indexKeys";
import { encodeValues, storedKey } from "./keys";
import { type Layer, type Readable, newLayer, over } from "./layers";
import { UsageMeter } from "./limits";
import { ComponentTables } from "./tables";

/** A stretch of one index; bounds are full keys without the index's prefix. */
export interface IndexRange {
  readonly index: Index;
  readonly from: Uint8Array;
  readonly to?: Uint8Array | undefined;
  readonly reverse?: boolean;
}

export interface IndexEntry {
  /** As stored: cut when the full key is too long. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** A range that grows while a query walks on. */
export interface GrowingRange {
  from: Uint8Array;
  to?: Uint8Array;
  readonly index: string;
}

const utf8 = new TextEncoder();

export class DatabaseTransaction implements Transaction {
  readonly ts: Timestamp;
  readonly usage = new UsageMeter();
  readonly catalog: Catalog;
  /** Changes with every write, so that a walk notices that it has to look again. */
  version = 0;
  private readonly ranges: ReadRange[] = [];
  private own: Layer = newLayer();
  private touched: IndexWrite[] = [];
  private readonly base: Readable;
  private readonly now: () => number;

  constructor(base: Readable, ts: Timestamp, catalog: Catalog, now: () => number) {
    this.base = base;
    this.ts = ts;
    this.catalog = catalog;
    this.now = now;
  }

  get readSet(): ReadSet {
    return { ranges: this.ranges };
  }

  tables(component: ComponentPath): Tables {
    return new ComponentTables(this, component, false);
  }

  system(component: ComponentPath): Tables {
    return new ComponentTables(this, component, true);
  }

  savepoint(): { release(): void; rollback(): void } {
    const own = this.own.clone();
    const touched = this.touched.length;
    return {
      release: () => undefined,
      rollback: () => {
        this.own = own;
        this.touched = this.touched.slice(0, touched);
        this.version += 1;
      },
    };
  }

  /** Everything to be stored, in key order, and the index keys it touches. */
  changes(): { writes: Write[]; touched: readonly IndexWrite[] } {
    const writes = [...this.own.entries()].map(([key, value]): Write =>
      value ? { key, value } : { key },
    );
    return { writes, touched: this.touched };
  }

  /** Milliseconds, for `_creationTime`. */
  clock(): number {
    return this.now();
  }

  /** Notes that the answer depends on this range; the caller may let it grow. */
  note(range: GrowingRange): void {
    this.usage.range();
    this.ranges.push(range);
  }

  find(table: Table, id: string): StoredDocument | null {
    const index = byId(table);
    const key = encodeValues([id]);
    const to = afterPrefix(key);
    this.note({ index: index.address, from: key, ...(to && { to }) });
    return this.load(table, id);
  }

  /** Reads a document that an index entry named; its range is noted already. */
  load(table: Table, id: string): StoredDocument | null {
    const bytes = this.view().get(storeKey({ index: byId(table), key: encodeValues([id]) }));
    if (bytes === undefined) return null;
    this.usage.read(bytes.length);
    return decodeDocument(bytes);
  }

  /** Entries of an index, unrecorded: the walker notes how far it came. */
  *entries({ index, from, to, reverse = false }: IndexRange): Generator<IndexEntry> {
    const prefix = indexPrefix(index);
    const end = to === undefined ? afterPrefix(prefix) : concatBytes(prefix, storedKey(to));
    const bounds = { from: concatBytes(prefix, storedKey(from)), ...(end && { to: end }), reverse };
    for (const { key, value } of this.view().range(bounds)) {
      yield { key: key.subarray(prefix.length), value };
    }
  }

  /** Replaces `before` by `after`; null means that there is none. */
  change(table: Table, before: StoredDocument | null, after: StoredDocument | null): void {
    for (const key of before === null ? [] : keysOf(table, before)) this.put(key, null);
    if (after !== null) {
      const bytes = encodeDocument(after);
      this.usage.write(bytes.length);
      const id = utf8.encode(idOf(after));
      for (const key of keysOf(table, after)) this.put(key, key.index.name === BY_ID ? bytes : id);
    }
    this.version += 1;
  }

  /** Enters a document into indexes that are new. */
  enter(indexes: readonly Index[], document: StoredDocument): void {
    const id = utf8.encode(idOf(document));
    for (const key of indexes.flatMap((index) => keysIn(index, document))) this.put(key, id);
  }

  /** Empties an index that is no longer wanted. */
  dropIndex(index: Index): void {
    for (const { key } of [...this.entries({ index, from: new Uint8Array() })]) {
      this.own.set(concatBytes(indexPrefix(index), key), null);
    }
  }

  private put(key: IndexKey, value: Uint8Array | null): void {
    this.own.set(storeKey(key), value);
    this.touched.push({ index: key.index.address, key: key.key });
  }

  private view(): Readable {
    return over(this.own, this.base, (value) => value);
  }
}

export function byId(table: Table): Index {
  const index = table.indexes.get(BY_ID);
  if (index === undefined) throw new Error(`Table ${table.name} has lost its index by id.`);
  return index;
}
