/**
 * The rows of one transaction as tables and indexes see them. Kinds of indexes that are not built in (search, vector) stand on
 * these interfaces alone, and `openDatabase` is given them: the database imports none of them.
 */
import type { JSONValue } from "convex/values";
import type { ReadRange, StoredDocument, StoredRow, VectorMatch } from "../contracts";
import type { Sealing } from "../sealedText";
import type { Catalog, Index, SearchIndex, Table, VectorIndex } from "./catalog";
import type { IndexKey } from "./indexKeys";
import type { UsageMeter } from "./limits";
import type { SearchQuery } from "./query";

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

/** A transaction's rows, unmetered. */
export interface TransactionRows {
  readonly catalog: Catalog;
  readonly indexKinds: IndexKinds;
  /** The database's sealing: a cursor of one transaction is good in the next. */
  readonly cursorSealing: Sealing;
  /** Changes with every write, so that a walk notices that it has to look again. */
  version: number;
  nextCreationTime(): number;
  bytesAt(key: Uint8Array): Uint8Array | undefined;
  entries(range: IndexRange): Generator<IndexEntry>;
  /** Writes a key that queries depend on; null removes it. */
  put(key: IndexKey, value: Uint8Array | null): void;
  /** Writes a key that no query depends on; null removes it. */
  set(key: IndexKey, value: Uint8Array | null): void;
  /** Invalidates the queries that depend on a key. */
  touch(key: IndexKey): void;
}

/** Rows as one reader sees them: its reads are counted, and added to the read set where it notes them. */
export interface MeteredRows {
  readonly meter: UsageMeter;
  readonly indexKinds: IndexKinds;
  readonly version: number;
  /** Adds a range to the transaction's read set. */
  note(range: ReadRange): void;
  /** Adds a range that its reader changes until {@link noteEnd}. */
  noteGrowing(range: GrowingRange): void;
  noteEnd(range: GrowingRange): void;
  bytesAt(key: Uint8Array): Uint8Array | undefined;
  entries(range: IndexRange): Generator<IndexEntry>;
  load(table: Table, id: string): StoredRow | null;
}

/** A row that a query found, with its key in the order of the results. */
export interface FoundRow {
  readonly key: Uint8Array;
  readonly row: StoredRow;
}

interface IndexKind<Kind extends Index> {
  /** Brings the index up to date with one document that was written; null means that there is none. */
  update(
    rows: TransactionRows,
    index: Kind,
    before: StoredDocument | null,
    after: StoredDocument | null,
  ): void;
  /** Fills a new index; the documents come in the order of their creation. */
  build(rows: TransactionRows, index: Kind, documents: Iterable<StoredDocument>): void;
}

interface SearchKind extends IndexKind<SearchIndex> {
  /**
   * Called before anything of the change is written.
   * @throws Error when the index cannot hold the new document.
   */
  require(index: SearchIndex, before: StoredDocument | null, after: StoredDocument | null): void;
  search(rows: MeteredRows, query: SearchQuery): Generator<FoundRow>;
}

interface VectorKind extends IndexKind<VectorIndex> {
  /** @param json is Convex's serialized vector search. */
  search(rows: MeteredRows, index: VectorIndex, json: JSONValue): VectorMatch[];
}

/** The kinds of indexes that a database was opened with, besides its own. */
export interface IndexKinds {
  readonly search?: SearchKind;
  readonly vector?: VectorKind;
}

/** @throws Error when the database was opened without this kind. */
export function requireKind<Kind extends keyof IndexKinds>(
  kinds: IndexKinds,
  kind: Kind,
): NonNullable<IndexKinds[Kind]> {
  const found = kinds[kind];
  if (found === undefined) throw new Error(`This database has no ${kind} indexes.`);
  return found;
}
