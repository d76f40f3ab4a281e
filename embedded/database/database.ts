/**
 * The database: serialisable transactions over a store.
 *
 * Mutations run one at a time, so a commit never conflicts. Queries read a
 * snapshot of what is on disk, mutations read what is committed, and nobody is
 * told of a commit before it is on disk.
 */
import { randomBytes } from "node:crypto";
import type {
  Commit,
  CommitReceipt,
  Database,
  SchemaMisfit,
  Snapshot,
  TableChanges,
  Timestamp,
  Transaction,
} from "../contracts";
import { type Sealing, TextSealing } from "../sealedText";
import type { Store, Write } from "../store/store";
import { Catalog } from "./catalog";
import { GroupCommit, type SharedSnapshot } from "./groupCommit";
import type { IndexKinds } from "./rows";
import { type Schemas, applySchemas, findMisfit } from "./schema";
import { CatalogChanges } from "./tableChanges";
import { DatabaseTransaction, type TransactionOptions } from "./transaction";

/** Milliseconds since the epoch; fractions are welcome. */
type Clock = () => number;

/** The number of microseconds in a millisecond. */
const MICROSECONDS = 1_000;
/** The largest step of the clock, by setting it or by a computer's sleep, after which the fine clock is not set anew. */
const DRIFT_MS_MAX = 50;
/** Rows in one commit: others wait for no more. */
const SWEPT_CONCURRENT_MAX = 1_000;
let origin = performance.timeOrigin;

/** The wall clock with fractions. The fine clock alone stands still while the computer sleeps. */
const wallClock: Clock = () => {
  const drift = Date.now() - (origin + performance.now());
  if (Math.abs(drift) > DRIFT_MS_MAX) origin += drift;
  return origin + performance.now();
};

/** The database's own keys; index entries begin with 1. */
const CATALOG_KEY = Uint8Array.of(0, 1);
const NEWEST_TS_KEY = Uint8Array.of(0, 2);
const CURSOR_SECRET_KEY = Uint8Array.of(0, 3);
const SECRET_BYTES = 32;

interface DatabaseOptions {
  readonly clock?: Clock;
  /** Kinds of indexes besides the database's own; none if absent. */
  readonly indexKinds?: IndexKinds;
  /** Replaces the seal of cursors: tests show what cursors can do without it. */
  readonly cursorSealing?: Sealing;
}

export async function openDatabase(
  store: Store,
  { clock = wallClock, cursorSealing, indexKinds = {} }: DatabaseOptions = {},
): Promise<Database> {
  const snapshot = store.snapshot();
  const savedSecret = snapshot.get(CURSOR_SECRET_KEY);
  // A copy: the store's own bytes are gone with its snapshot.
  const secret =
    savedSecret === undefined ? randomBytes(SECRET_BYTES) : Uint8Array.from(savedSecret);
  const sealing = cursorSealing ?? new TextSealing(secret, "cursors");
  const savedTs = snapshot.get(NEWEST_TS_KEY);
  const newestTs = savedTs === undefined ? 0 : Number(Buffer.from(savedTs).toString());
  const catalog = Catalog.decode(snapshot.get(CATALOG_KEY));
  snapshot.release();
  const database = new EmbeddedDatabase(
    store,
    { now: clock, cursorSealing: sealing, indexKinds },
    catalog,
    newestTs,
  );
  if (savedSecret === undefined) database.keep({ key: CURSOR_SECRET_KEY, value: secret });
  // A state to begin with, so that even an empty database has a timestamp of its own on disk.
  await database.write(database.begin(), { always: true }).durable;
  await database.sweep();
  return database;
}

interface CommitOptions {
  /** Also when nothing is written. */
  readonly always?: boolean;
  readonly tablesChanged?: boolean;
  /** Nobody reads these rows yet, or any more. */
  readonly isHidden?: boolean;
}

class EmbeddedDatabase implements Database {
  readonly #store: Store;
  readonly #options: TransactionOptions;
  /** The catalog of the newest commit; beside it that of the newest commit that is on disk. */
  #catalog: Catalog;
  #durableCatalog: Catalog;
  #catalogSince: Timestamp;
  readonly #groups: GroupCommit;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #views = new WeakMap<Snapshot, { shared: SharedSnapshot; catalog: Catalog }>();
  readonly #bases = new WeakMap<Transaction, SharedSnapshot>();
  #newestTs: Timestamp;
  /** The database's own writes, which go with the next commit. */
  #ownPending: Write[] = [];

  constructor(store: Store, options: TransactionOptions, catalog: Catalog, newestTs: Timestamp) {
    this.#store = store;
    this.#options = options;
    this.#catalog = this.#durableCatalog = catalog;
    this.#catalogSince = this.#newestTs = newestTs;
    this.#groups = new GroupCommit(store, newestTs, (commit) => {
      if (commit.ts >= this.#catalogSince) this.#durableCatalog = this.#catalog;
      for (const listener of this.#listeners) listener(commit);
    });
  }

  get durableTs(): Timestamp {
    return this.#groups.durableTs;
  }

  get failed(): Promise<Error> {
    return this.#groups.failed;
  }

  /** Writes something of the database's own together with the next commit. */
  keep(write: Write): void {
    this.#ownPending.push(write);
  }

  pin(): Snapshot {
    const shared = this.#groups.pin();
    const snapshot: Snapshot = { ts: shared.ts, release: () => shared.release() };
    this.#views.set(snapshot, { shared, catalog: this.#durableCatalog });
    return snapshot;
  }

  beginAt(snapshot: Snapshot): Transaction {
    const view = this.#views.get(snapshot);
    if (view === undefined) throw new Error("This snapshot belongs to another database.");
    return this.#transactionOver(view.shared, snapshot.ts, view.catalog);
  }

  begin(catalog = this.#catalog): DatabaseTransaction {
    const shared = this.#groups.newest();
    const transaction = this.#transactionOver(shared, this.#newestTs, catalog);
    // Freed by `commit` or `discard`.
    this.#bases.set(transaction, shared);
    return transaction;
  }

  #transactionOver({ view }: SharedSnapshot, ts: Timestamp, catalog: Catalog): DatabaseTransaction {
    return new DatabaseTransaction(view, ts, catalog, this.#options);
  }

  commit(transaction: Transaction): CommitReceipt {
    if (!(transaction instanceof DatabaseTransaction))
      throw new Error("Not a transaction of this database.");
    return this.write(transaction);
  }

  onDisk(ts: Timestamp): Promise<void> {
    return this.#groups.durable(ts);
  }

  write(
    transaction: DatabaseTransaction,
    { always = false, tablesChanged = false, isHidden = false }: CommitOptions = {},
  ): CommitReceipt {
    const { writes, touched } = transaction.changes();
    this.discard(transaction);
    if (writes.length === 0 && !always)
      return { ts: transaction.ts, durable: this.onDisk(transaction.ts) };
    const ts = this.#nextTs(transaction);
    const commit = { ts, writes: isHidden ? [] : touched, ...(tablesChanged && { tablesChanged }) };
    const durable = this.#groups.add(commit, [...writes, ...this.#ownWrites(ts)]);
    this.#newestTs = ts;
    return { ts, durable };
  }

  discard(transaction: Transaction): void {
    this.#bases.get(transaction)?.release();
    this.#bases.delete(transaction);
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async applySchemas(
    schemas: Schemas,
    work: (transaction: Transaction) => void = () => undefined,
  ): Promise<void> {
    await this.#withNewCatalog((transaction) => {
      applySchemas(transaction, schemas);
      work(transaction);
    });
  }

  findMisfit(schemas: Schemas): SchemaMisfit | undefined {
    const transaction = this.begin();
    try {
      return findMisfit(transaction, schemas);
    } finally {
      this.discard(transaction);
    }
  }

  changeTables(): TableChanges {
    return new CatalogChanges({
      catalog: () => this.#catalog,
      begin: (catalog) => this.begin(catalog),
      commitHidden: (transaction) => this.write(transaction, { isHidden: true }),
      discard: (transaction) => this.discard(transaction),
      swap: (work) => this.#withNewCatalog(work, true),
      sweep: () => this.sweep(),
    });
  }

  /** Removes the rows of indexes that are in no catalog any more, or never were. */
  async sweep(): Promise<void> {
    if (!this.#catalog.unfinished) return;
    const catalogNumbers = new Set(
      this.#catalog
        .tables()
        .flatMap(({ indexes }) => [...indexes.values()].map((its) => its.number)),
    );
    const stored = this.begin();
    const orphans = [...stored.storedIndexes()].filter((number) => !catalogNumbers.has(number));
    this.discard(stored);
    for (const number of orphans) {
      for (let isGone = false; !isGone;) {
        const transaction = this.begin();
        isGone = transaction.dropIndex({ number }, SWEPT_CONCURRENT_MAX);
        await this.write(transaction, { isHidden: true }).durable;
      }
    }
    this.#catalog.setUnfinished(false);
    await this.write(this.begin(), { always: true }).durable;
  }

  async #withNewCatalog<T>(
    work: (transaction: DatabaseTransaction) => T,
    tablesChanged = false,
  ): Promise<T> {
    const catalog = this.#catalog.clone();
    const transaction = this.begin(catalog);
    try {
      const result = work(transaction);
      this.#catalog = catalog;
      const { ts, durable } = this.write(transaction, { always: true, tablesChanged });
      this.#catalogSince = ts;
      await durable;
      return result;
    } catch (error) {
      this.discard(transaction);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#groups.close();
    await this.#store.close();
  }

  /** Later than everything before it, and than the rows that it brings. */
  #nextTs({ newestCreation }: DatabaseTransaction): Timestamp {
    const clock = Math.floor(this.#options.now() * MICROSECONDS);
    return Math.max(clock, this.#newestTs + 1, Math.ceil(newestCreation * MICROSECONDS));
  }

  #ownWrites(ts: Timestamp): Write[] {
    const writes: Write[] = [
      { key: NEWEST_TS_KEY, value: Buffer.from(String(ts)) },
      ...this.#ownPending.splice(0),
    ];
    if (this.#catalog.dirty) writes.push({ key: CATALOG_KEY, value: this.#catalog.encode() });
    this.#catalog.dirty = false;
    return writes;
  }
}
