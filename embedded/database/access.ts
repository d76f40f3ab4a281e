/**
 * Rows as somebody reads and writes them inside a transaction: everything that
 * was looked at is noted in the transaction's read set, and counted by that
 * somebody's meter. Apps have Convex's limits, the backend's own work has none.
 */
import type { ReadRange, StoredDocument, StoredRow } from "../contracts";
import { afterPrefix } from "../store/bytes";
import { type Catalog, type Table, byId } from "./catalog";
import { encodeDocument, decodeRow } from "./documents";
import { storeKey } from "./indexKeys";
import { requireIndexable, updateIndex } from "./indexWrites";
import { encodeValues } from "./keys";
import type { UsageMeter } from "./limits";
import type { ReadRanges } from "./readRanges";
import type {
  GrowingRange,
  IndexEntry,
  IndexKinds,
  IndexRange,
  MeteredRows,
  TransactionRows,
} from "./rows";

export class Access implements MeteredRows {
  readonly meter: UsageMeter;
  readonly #transaction: TransactionRows;
  readonly #reads: ReadRanges;

  constructor(transaction: TransactionRows, meter: UsageMeter, reads: ReadRanges) {
    this.#transaction = transaction;
    this.meter = meter;
    this.#reads = reads;
  }

  get catalog(): Catalog {
    return this.#transaction.catalog;
  }

  get indexKinds(): IndexKinds {
    return this.#transaction.indexKinds;
  }

  /** Changes with every write, so that a walk notices that it has to look again. */
  get version(): number {
    return this.#transaction.version;
  }

  /** Notes that the answer depends on this range. */
  note(range: ReadRange): void {
    this.#reads.add(range);
    this.meter.checkRanges();
  }

  noteGrowing(range: GrowingRange): void {
    this.#reads.begin(range);
    this.meter.checkRanges();
  }

  noteEnd(range: GrowingRange): void {
    // Never more than before, so there is nothing to refuse.
    this.#reads.end(range);
  }

  /** A row of an index that is no document, unrecorded. */
  bytesAt(key: Uint8Array): Uint8Array | undefined {
    return this.#transaction.bytesAt(key);
  }

  find(table: Table, id: string): StoredRow | null {
    const key = encodeValues([id]);
    const to = afterPrefix(key);
    this.note({ index: byId(table).address, from: key, ...(to && { to }) });
    return this.load(table, id);
  }

  /** Reads a document that an index entry named; its range is noted already. */
  load(table: Table, id: string): StoredRow | null {
    const bytes = this.#transaction.bytesAt(
      storeKey({ index: byId(table), key: encodeValues([id]) }),
    );
    if (bytes === undefined) return null;
    this.meter.read(bytes.length);
    return decodeRow(bytes);
  }

  /** Entries of an index, unrecorded: the walker notes how far it came. */
  entries(range: IndexRange): Generator<IndexEntry> {
    return this.#transaction.entries(range);
  }

  /** Replaces `before` by `after`; null means that there is none. */
  change(table: Table, before: StoredDocument | null, after: StoredDocument | null): void {
    const bytes = after === null ? null : encodeDocument(after);
    this.meter.write(bytes?.length ?? 0);
    for (const index of table.indexes.values())
      requireIndexable(this.indexKinds, index, { before, after });
    for (const index of table.indexes.values())
      updateIndex(this.#transaction, index, { before, after, bytes });
    this.#transaction.version += 1;
  }
}
