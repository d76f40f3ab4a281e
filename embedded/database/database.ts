/**
 * The database: serialisable transactions over a store.
 *
 * Mutations run one at a time, so a commit never conflicts. Queries read a
 * snapshot of what is on disk, mutations read what is committed, and nobody is
 * told of a commit before it is on disk.
 */
import type { JSONValue } from "convex/values";
import type {
  Commit,
  CommitReceipt,
  ComponentPath,
  Database,
  Snapshot,
  Timestamp,
  Transaction,
} from "../contracts";
import type { Store, Write } from "../store/store";
import { Catalog } from "./catalog";
import { GroupCommit, type SharedSnapshot } from "./groupCommit";
import { applySchema } from "./schema";
import { DatabaseTransaction } from "./transaction";

/** Milliseconds since the epoch; fractions are welcome. */
export type Clock = () => number;

const wallClock: Clock = () => performance.timeOrigin + performance.now();

/** The database's own keys; index entries begin with 1. */
const CATALOG_KEY = Uint8Array.of(0, 1);
const NEWEST_TS_KEY = Uint8Array.of(0, 2);

export async function openDatabase(store: Store, clock: Clock = wallClock): Promise<Database> {
  const snapshot = store.snapshot();
  const savedTs = snapshot.get(NEWEST_TS_KEY);
  const newestTs = savedTs === undefined ? 0 : Number(Buffer.from(savedTs).toString());
  const catalog = Catalog.decode(snapshot.get(CATALOG_KEY));
  snapshot.release();
  const database = new EmbeddedDatabase(store, clock, catalog, newestTs);
  // A state to begin with, so that even an empty database has a timestamp of its own on disk.
  await database.commit(database.begin(), true).durable;
  return database;
}

class EmbeddedDatabase implements Database {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly catalog: Catalog;
  private readonly groups: GroupCommit;
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly views = new WeakMap<Snapshot, SharedSnapshot>();
  private readonly bases = new WeakMap<Transaction, SharedSnapshot>();
  private newestTs: Timestamp;

  constructor(store: Store, clock: Clock, catalog: Catalog, newestTs: Timestamp) {
    this.store = store;
    this.clock = clock;
    this.catalog = catalog;
    this.newestTs = newestTs;
    this.groups = new GroupCommit(store, newestTs, (commit) => {
      for (const listener of this.listeners) listener(commit);
    });
  }

  get durableTs(): Timestamp {
    return this.groups.durableTs;
  }

  pin(): Snapshot {
    const shared = this.groups.pin();
    const snapshot: Snapshot = { ts: shared.ts, release: () => shared.release() };
    this.views.set(snapshot, shared);
    return snapshot;
  }

  beginAt(snapshot: Snapshot): Transaction {
    const shared = this.views.get(snapshot);
    if (shared === undefined) throw new Error("This snapshot belongs to another database.");
    return new DatabaseTransaction(shared.view, snapshot.ts, this.catalog, this.clock);
  }

  begin(): DatabaseTransaction {
    const shared = this.groups.newest();
    const transaction = new DatabaseTransaction(
      shared.view,
      this.newestTs,
      this.catalog,
      this.clock,
    );
    // Freed by `commit` or `discard`.
    this.bases.set(transaction, shared);
    return transaction;
  }

  commit(transaction: Transaction, always = false): CommitReceipt {
    if (!(transaction instanceof DatabaseTransaction))
      throw new Error("Not a transaction of this database.");
    const { writes, touched } = transaction.changes();
    this.discard(transaction);
    if (writes.length === 0 && !always)
      return { ts: transaction.ts, durable: this.durable(transaction.ts) };
    const ts = this.nextTs();
    const durable = this.groups.add({ ts, writes: touched }, [...writes, ...this.ownWrites(ts)]);
    this.newestTs = ts;
    return { ts, durable };
  }

  discard(transaction: Transaction): void {
    this.bases.get(transaction)?.release();
    this.bases.delete(transaction);
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  applySchema(component: ComponentPath, schema: JSONValue | null): Promise<void> {
    const transaction = this.begin();
    try {
      transaction.usage.limited = false;
      applySchema(transaction, component, schema);
      return this.commit(transaction, true).durable;
    } catch (error) {
      this.discard(transaction);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.groups.close();
    await this.store.close();
  }

  /** Resolves when everything up to `ts` is on disk: an answer may rest on a commit that still is not. */
  private async durable(ts: Timestamp): Promise<void> {
    if (ts <= this.durableTs) return;
    await new Promise<void>((resolve) => {
      const stop = this.onCommit((commit) => {
        if (commit.ts < ts) return;
        stop();
        resolve();
      });
    });
  }

  private nextTs(): Timestamp {
    return Math.max(Math.floor(this.clock() * 1_000), this.newestTs + 1);
  }

  private ownWrites(ts: Timestamp): Write[] {
    const writes: Write[] = [{ key: NEWEST_TS_KEY, value: Buffer.from(String(ts)) }];
    if (this.catalog.dirty) writes.push({ key: CATALOG_KEY, value: this.catalog.encode() });
    this.catalog.dirty = false;
    return writes;
  }
}
