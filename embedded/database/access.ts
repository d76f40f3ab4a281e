/**
 * Rows as somebody reads and writes them inside a transaction: everything that
 * was looked at is noted in the transaction's read set, and counted by that
 * somebody's meter. Apps have Convex's limits, the backend's own work has none.
 */
import type { StoredDocument } from "../contracts";
import { afterPrefix } from "../store/bytes";
import { BY_ID, type Catalog, type Table, byId } from "./catalog";
import { decodeDocument, encodeDocument } from "./documents";
import { idOf, keysOf, storeKey } from "./indexKeys";
import { encodeValues } from "./keys";
import type { UsageMeter } from "./limits";
import type { DatabaseTransaction, GrowingRange, IndexEntry, IndexRange } from "./transaction";

const utf8 = new TextEncoder();

export class Access {
  readonly meter: UsageMeter;
  private readonly transaction: DatabaseTransaction;

  constructor(transaction: DatabaseTransaction, meter: UsageMeter) {
    this.transaction = transaction;
    this.meter = meter;
  }

  get catalog(): Catalog {
    return this.transaction.catalog;
  }

  /** Changes with every write, so that a walk notices that it has to look again. */
  get version(): number {
    return this.transaction.version;
  }

  /** Notes that the answer depends on this range; the caller may let it grow. */
  note(range: GrowingRange): void {
    this.meter.range();
    this.transaction.note(range);
  }

  find(table: Table, id: string): StoredDocument | null {
    const key = encodeValues([id]);
    const to = afterPrefix(key);
    this.note({ index: byId(table).address, from: key, ...(to && { to }) });
    return this.load(table, id);
  }

  /** Reads a document that an index entry named; its range is noted already. */
  load(table: Table, id: string): StoredDocument | null {
    const bytes = this.transaction.bytesAt(
      storeKey({ index: byId(table), key: encodeValues([id]) }),
    );
    if (bytes === undefined) return null;
    this.meter.read(bytes.length);
    return decodeDocument(bytes);
  }

  /** Entries of an index, unrecorded: the walker notes how far it came. */
  entries(range: IndexRange): Generator<IndexEntry> {
    return this.transaction.entries(range);
  }

  /** Replaces `before` by `after`; null means that there is none. */
  change(table: Table, before: StoredDocument | null, after: StoredDocument | null): void {
    const bytes = after === null ? null : encodeDocument(after);
    this.meter.write(bytes?.length ?? 0);
    for (const key of before === null ? [] : keysOf(table, before)) this.transaction.put(key, null);
    if (after !== null) {
      const id = utf8.encode(idOf(after));
      for (const key of keysOf(table, after)) {
        this.transaction.put(key, key.index.name === BY_ID ? bytes : id);
      }
    }
    this.transaction.version += 1;
  }
}
