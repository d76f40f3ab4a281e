/** Keeps snapshots for clients: `ConvexHttpClient.consistentQuery` asks for one, and then runs several queries at it. */
import type { Database, Snapshot } from "../contracts";
import { encodeTimestamp } from "../sync/protocol";

/** As long as Convex promises. */
const PINNED_MS = 30_000;
/** Snapshots kept at once; each holds old pages of the store. */
const MAX_PINNED = 64;

interface Pinned {
  readonly snapshot: Snapshot;
  readonly expiry: NodeJS.Timeout;
  readers: number;
  expired: boolean;
}

export class PinnedSnapshots {
  readonly #database: Database;
  readonly #kept = new Map<string, Pinned>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Pins the newest snapshot for a while; returns its name. */
  keep(): string {
    const snapshot = this.#database.pin();
    const ts = encodeTimestamp(snapshot.ts);
    if (this.#kept.has(ts)) {
      snapshot.release();
      return ts;
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_PINNED && oldest !== undefined) this.#expire(oldest);
    const expiry = setTimeout(() => this.#expire(ts), PINNED_MS);
    expiry.unref();
    this.#kept.set(ts, { snapshot, expiry, readers: 0, expired: false });
    return ts;
  }

  /** Returns the pinned snapshot, in use until {@link leave}; null when it is not kept any more. */
  at(ts: string): Snapshot | null {
    const pinned = this.#kept.get(ts);
    if (pinned === undefined || pinned.expired) return null;
    pinned.readers += 1;
    return pinned.snapshot;
  }

  leave(ts: string): void {
    const pinned = this.#kept.get(ts);
    if (pinned === undefined) return;
    pinned.readers -= 1;
    if (pinned.expired) this.#expire(ts);
  }

  close(): void {
    for (const ts of [...this.#kept.keys()]) this.#expire(ts);
  }

  #expire(ts: string): void {
    const pinned = this.#kept.get(ts);
    if (pinned === undefined) return;
    pinned.expired = true;
    clearTimeout(pinned.expiry);
    if (pinned.readers > 0) return;
    this.#kept.delete(ts);
    pinned.snapshot.release();
  }
}
